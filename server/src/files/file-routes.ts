// The HTTP routes for files: list, request an upload link, upload, download.
import { downloadFile, listFiles, putUpload, requestUpload as requestUploadCall } from '@remembrance/contract/files.ts';
import type { Routes } from '../http/routes.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { listFilesOf } from './file-store.ts';
import { receiveUpload } from './receive-upload.ts';
import { requestUpload } from './request-upload.ts';
import { type DownloadNeeds, serveDownload } from './serve-download.ts';

interface Needs extends DownloadNeeds {
  maxFileBytes: number;
}

export function fileRoutes(routes: Routes, needs: Needs): void {
  routes.owner(listFiles, async ({ params, owner }) => {
    const files = isId(params.id) ? await listFilesOf(needs.database, params.id, owner.id) : null;
    if (!files) refuse('vault-not-found');
    return files.map((file) => ({
      ...file,
      fileType: file.fileType as never,
      createdAt: file.createdAt.toISOString(),
    }));
  });
  routes.owner(requestUploadCall, async ({ params, body, owner, origin }) => {
    const link = await requestUpload(needs, { ownerId: owner.id, vaultId: params.id, file: body });
    return { uploadUrl: origin + link };
  });
  routes.open(putUpload, async ({ params, query, request }) => {
    const declaredLength = request.headers['content-length'];
    await receiveUpload(needs, { uploadId: params.uploadId, link: query, declaredLength, bytes: request.raw });
    return {};
  });
  routes.stream(downloadFile, ({ params, query, request, reply }) =>
    serveDownload(needs, { fileId: params.fileId, link: query, request, reply }),
  );
}
