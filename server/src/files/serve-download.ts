// Sends a released file, or the part of it that was asked for. Everything is checked again here; the link alone is not enough.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/open-database.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { attachmentHeader, rangeOf, servedType } from './download-rules.ts';
import { findDownload } from './file-store.ts';
import { downloadLinkHolds } from './link-rules.ts';
import type { ObjectStorage } from './object-storage.ts';

interface Needs {
  database: Database;
  clock: Clock;
  keyring: Keyring;
  storage: ObjectStorage;
}
interface Download {
  fileId: string;
  link: { access: string; expires: string; signature: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

export async function serveDownload(needs: Needs, { fileId, link, request, reply }: Download): Promise<FastifyReply> {
  const now = needs.clock.now();
  if (!downloadLinkHolds(needs.keyring, fileId, link, now)) refuse('link-signature-refused');
  const file = isId(fileId) && isId(link.access) ? await findDownload(needs.database, fileId, link.access, now) : null;
  if (!file) refuse('file-not-found');

  const etag = `"${file.id}"`;
  const stale = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag;
  const range = stale ? 'whole' : rangeOf(request.headers.range, file.sizeBytes);
  reply.headers({
    'content-type': servedType(file.mimeType),
    'content-disposition': attachmentHeader(file.fileName),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    etag,
  });
  if (range === 'unsatisfiable') {
    reply.headers({ 'content-range': `bytes */${file.sizeBytes}` });
    refuse('range-refused');
  }
  const { first, last } = range === 'whole' ? { first: 0, last: file.sizeBytes - 1 } : range;
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${first}-${last}/${file.sizeBytes}`);
  reply.header('content-length', last - first + 1);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await needs.storage.read(file.objectPath, first, last));
}
