// Sends a file or a range of it to its owner or, after the release, to the recipient. Every condition is checked again here; the
// link is not sufficient.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { freeOnceSent } from '../../platform/lib/free-memory.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { findDownload, findOwnDownload } from '../stored/file-store.ts';
import { fileNameOf } from '../stored/file-words.ts';
import { type OpenFileNeeds, openFile } from '../stored/open-file.ts';
import { isDownloadLinkValid } from '../upload/link-rules.ts';
import { attachmentHeader, noBytes, policyFor, rangeOf, servedType } from './download-rules.ts';
import { recordFileDownload } from './record-file-download.ts';

interface Download {
  fileId: string;
  link: { access: string; expires: string; signature: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

export async function serveDownload(
  needs: OpenFileNeeds,
  { fileId, link, request, reply }: Download,
): Promise<FastifyReply> {
  const now = needs.clock.now();
  if (!isDownloadLinkValid(needs.keyring, fileId, link, now)) refuse('link-signature-refused');
  const { file, isRecipients } = isId(fileId) && isId(link.access) ? await findFile(needs, fileId, link.access) : none;
  if (!file) refuse('file-not-found');

  const etag = `"${file.id}"`;
  const stale = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag;
  const range = stale ? 'whole' : rangeOf(request.headers.range, file.sizeBytes);
  if (range === 'unsatisfiable') {
    reply.headers({ 'content-range': `bytes */${file.sizeBytes}` });
    refuse('range-refused');
  }
  const texts = await needs.vaultKeys.textsOf(file.vaultId, file.wrappedKey);
  const fileName = fileNameOf(texts, file);
  const { first, last } = range === 'whole' ? { first: 0, last: file.sizeBytes - 1 } : range;
  const bytes = request.method === 'HEAD' ? noBytes() : await openFile(needs, file, { first, last });
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${first}-${last}/${file.sizeBytes}`);
  const type = servedType(file.mimeType);
  if (isRecipients && isSaved(request)) await recordFileDownload(needs, { linkId: link.access, vaultId: file.vaultId });
  reply.headers({
    'content-type': type,
    'content-disposition': attachmentHeader(fileName),
    'content-security-policy': policyFor(type),
    'content-length': last - first + 1,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    ...(file.sha256 && { 'repr-digest': `sha-256=:${file.sha256}:` }), // RFC 9530: the digest of the complete file, even for a range
    etag,
  });
  freeOnceSent(reply.raw);
  return reply.send(bytes);
}

const none = { file: null, isRecipients: false };

/** The link was made for a recipient's access or for an owner's session. */
async function findFile({ database, clock }: OpenFileNeeds, fileId: string, access: string) {
  const recipients = await findDownload(database, fileId, access, clock.now());
  return recipients
    ? { file: recipients, isRecipients: true }
    : { file: await findOwnDownload(database, fileId, access, clock.now()), isRecipients: false };
}

/** What the page shows or plays in its place was not saved. Older browsers do not say it. */
const isSaved = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && !['image', 'audio', 'video', 'track'].includes(String(headers['sec-fetch-dest'] ?? ''));
