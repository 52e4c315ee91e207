// Sends a file or a range of it, to its owner or, after the release, to the recipient. Every condition is checked again here; the
// link alone is not enough.
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { attachmentHeader, rangeOf, servedType } from './download-rules.ts';
import { findDownload, findOwnDownload, setDamagedAt } from './file-store.ts';
import { isDownloadLinkValid } from './link-rules.ts';
import type { ObjectStorage } from './object-storage.ts';
import { FileDamaged, readVerified, type StoredFile, verifyFile } from './read-verified.ts';
import { type ReportDamageNeeds, reportDamage } from './report-damage.ts';

export interface DownloadNeeds extends ReportDamageNeeds {
  storage: ObjectStorage;
  reportFailure: (what: string, error: unknown) => void;
}
interface Download {
  fileId: string;
  link: { access: string; expires: string; signature: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

export async function serveDownload(
  needs: DownloadNeeds,
  { fileId, link, request, reply }: Download,
): Promise<FastifyReply> {
  const now = needs.clock.now();
  if (!isDownloadLinkValid(needs.keyring, fileId, link, now)) refuse('link-signature-refused');
  const file = isId(fileId) && isId(link.access) ? await findFile(needs, fileId, link.access) : null;
  if (!file) refuse('file-not-found');

  const etag = `"${file.id}"`;
  const stale = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag;
  const range = stale ? 'whole' : rangeOf(request.headers.range, file.sizeBytes);
  if (range === 'unsatisfiable') {
    reply.headers({ 'content-range': `bytes */${file.sizeBytes}` });
    refuse('range-refused');
  }
  const { first, last } = range === 'whole' ? { first: 0, last: file.sizeBytes - 1 } : range;
  const bytes = request.method === 'HEAD' ? undefined : await openFile(needs, file, { first, last });
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${first}-${last}/${file.sizeBytes}`);
  reply.headers({
    'content-type': servedType(file.mimeType),
    'content-disposition': attachmentHeader(file.fileName),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'content-length': last - first + 1,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    ...(file.sha256 && { 'repr-digest': `sha-256=:${file.sha256}:` }), // RFC 9530: the digest of the whole file, for a range too
    etag,
  });
  return reply.send(bytes);
}

/** The link was made for a recipient's access or for an owner's session. */
const findFile = async ({ database, clock }: DownloadNeeds, fileId: string, access: string) =>
  (await findDownload(database, fileId, access, clock.now())) ??
  (await findOwnDownload(database, fileId, access, clock.now()));

type FoundFile = StoredFile & { damagedAt: Date | null };

// A file that was marked as damaged may have been restored. It is read completely before any byte is sent.
export async function openFile(
  needs: DownloadNeeds,
  file: FoundFile,
  part: { first: number; last: number },
): Promise<Readable> {
  try {
    if (file.damagedAt) {
      await verifyFile(needs.storage, file);
      await setDamagedAt(needs.database, file.id, null);
    }
    const bytes = await readVerified(needs.storage, file, part);
    bytes.once('error', (error) => {
      // The connection ends before the damaged part. The page shows the reason when it is loaded again.
      if (error instanceof FileDamaged)
        reportDamage(needs, file).catch((fault) => needs.reportFailure('damage', fault));
    });
    return bytes;
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    await reportDamage(needs, file);
    refuse('file-damaged');
  }
}
