// Sends an archive, or the rest of an interrupted download. The archive's tag contains the moment it was made, so that a resumed download
// has the same texts as before. An archive that has changed since is sent from the beginning.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../platform/lib/refusal.ts';
import type { Archive } from './build-archive.ts';
import { attachmentHeader, noBytes, rangeOf } from './download-rules.ts';

interface ServedArchive {
  archive: Archive;
  name: string;
  /** The moment the archive describes. */
  at: Date;
  /** Records that a download starts. A resumed download was recorded before. */
  recordStart: () => Promise<void>;
}

/** How long an interrupted download can be resumed. */
const maxResumeMilliseconds = 24 * 60 * 60 * 1000;
const archiveTag = /^"(\d{1,15})-[\w-]{43}"$/;

/** The moment of the download that a request resumes; for any other request, now. */
export function archiveMoment({ headers }: Pick<FastifyRequest, 'headers'>, now: Date): Date {
  const moment = Number(archiveTag.exec(String(headers['if-range'] ?? ''))?.[1] ?? Number.NaN);
  const age = now.getTime() - moment;
  return age >= 0 && age <= maxResumeMilliseconds ? new Date(moment) : now;
}

/** @throws {Refusal} range-refused */
export async function sendArchive(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { archive, name, at, recordStart }: ServedArchive,
): Promise<FastifyReply> {
  const { sizeBytes } = archive;
  const etag = `"${at.getTime()}-${archive.tag}"`;
  const condition = request.headers['if-range'];
  const isSame = condition === etag;
  const range = condition === undefined || isSame ? rangeOf(request.headers.range, sizeBytes) : 'whole';
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${sizeBytes}`);
    refuse('range-refused');
  }
  const { first, last } = range === 'whole' ? { first: 0, last: sizeBytes - 1 } : range;
  // Only a client that started the download knows the tag.
  const isResumed = range !== 'whole' && isSame;
  const isHead = request.method === 'HEAD';
  if (!isResumed && !isHead) await recordStart();
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${first}-${last}/${sizeBytes}`);
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': attachmentHeader(name),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'content-length': last - first + 1,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    etag,
  });
  return reply.send(isHead ? noBytes() : archive.read({ first, last }));
}
