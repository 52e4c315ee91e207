// The HTTP routes for files: list, request an upload link, upload, download.
import { copyFile as copyFileCall } from '@remembrance/contract/file-copies.ts';
import {
  downloadFile,
  type FileType,
  listFiles,
  putUpload,
  requestUpload as requestUploadCall,
} from '@remembrance/contract/files.ts';
import type { Routes } from '../http/routes.ts';
import { isId } from '../platform/lib/ids.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { serveDownload } from './download/serve-download.ts';
import type { VirusScanner } from './scan/virus-scanner.ts';
import { listFilesOf } from './stored/file-store.ts';
import { openWords } from './stored/file-words.ts';
import type { OpenFileNeeds } from './stored/open-file.ts';
import { copyFile } from './upload/copy-file.ts';
import { countTrialBytes, refuseFullTrialStorage, type TrialStorageNeeds } from './upload/limit-trial-storage.ts';
import { downloadLink } from './upload/link-rules.ts';
import { receiveUpload } from './upload/receive-upload.ts';
import { requestUpload } from './upload/request-upload.ts';
import type { Transfers } from './upload/transfers.ts';

interface Needs extends OpenFileNeeds, TrialStorageNeeds {
  transfers: Transfers;
  virusScanner: VirusScanner | null;
  maxFileBytes: number;
}

export function fileRoutes(routes: Routes, needs: Needs): void {
  routes.owner(listFiles, async ({ params, owner, origin }) => {
    const found = isId(params.id) ? await listFilesOf(needs.database, params.id, owner.id) : null;
    if (!found) refuse('vault-not-found');
    const texts = await needs.vaultKeys.textsOf(params.id, found.wrappedKey);
    const now = needs.clock.now();
    return found.files.map((file) => ({
      ...openWords(texts, file),
      fileType: file.fileType as FileType,
      isDamaged: file.damagedAt !== null,
      isOtherThanClaimed: file.isOtherThanClaimed,
      downloadUrl: origin + downloadLink(needs.keyring, file.id, owner.sessionId, now),
      createdAt: file.createdAt.toISOString(),
    }));
  });
  routes.owner(requestUploadCall, async ({ params, body, owner, origin, network }) => {
    if (isId(params.id)) await refuseFullTrialStorage(needs, { ownerId: owner.id, vaultId: params.id, network });
    const who = { ownerId: owner.id, sessionId: owner.sessionId };
    const { link, fileId } = await requestUpload(needs, { ...who, vaultId: params.id, ...body });
    return { uploadUrl: origin + link, fileId };
  });
  routes.owner(copyFileCall, async ({ params: { id: vaultId }, body, owner, network }) => {
    const adding = { ownerId: owner.id, vaultId, network };
    if (isId(vaultId)) await refuseFullTrialStorage(needs, adding);
    const from = { vaultId: body.fromVaultId, fileId: body.fileId };
    const who = { ownerId: owner.id, sessionId: owner.sessionId };
    const { fileId, sizeBytes } = await copyFile(needs, { ...who, vaultId, from, caption: body.caption });
    await countTrialBytes(needs, adding, sizeBytes);
    return { fileId };
  });
  routes.open(putUpload, async ({ params, query, request, network }) => {
    // Parts are not assembled: one would be stored as the complete file.
    if (request.headers['content-range'] !== undefined) refuse('bad-request');
    const declaredLength = request.headers['content-length'];
    const stored = await receiveUpload(needs, {
      uploadId: params.uploadId,
      link: query,
      declaredLength,
      bytes: request.raw,
    });
    await countTrialBytes(needs, { ...stored, network }, stored.sizeBytes);
    return {};
  });
  routes.stream(downloadFile, ({ params, query, request, reply }) =>
    serveDownload(needs, { fileId: params.fileId, link: query, request, reply }),
  );
}
