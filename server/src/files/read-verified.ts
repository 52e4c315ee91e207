// Reads a stored file, whole or a part, and lets no byte leave that is not as it came: each MiB is held against its digest first.
import { Readable } from 'node:stream';
import { inSegments, isSegment, segmentBytes } from './file-digest.ts';
import { type ObjectStorage, ObjectUnreadable } from './object-storage.ts';

export interface StoredFile {
  id: string;
  vaultId: string;
  objectPath: string;
  sizeBytes: number;
  /** The digests of its segments; null for a file from before there were any, of which the length alone is known. */
  segments: string | null;
}

/** The bytes on the disk are not those that came, or not all of them, or they can't be read. */
export class FileDamaged extends Error {
  override name = 'FileDamaged';
}

/**
 * The bytes from `first` to `last`, both included; the first segment is read before it answers.
 * @throws {FileDamaged} here, or by the stream where the damage lies further on.
 */
export async function readVerified(
  storage: ObjectStorage,
  file: StoredFile,
  { first, last }: { first: number; last: number },
): Promise<Readable> {
  const parts = verifiedParts(storage, file, first, last);
  const beginning = await parts.next();
  async function* all() {
    try {
      if (!beginning.done) yield beginning.value;
      yield* parts;
    } finally {
      await parts.return(undefined); // anyone who stops halfway leaves no file open
    }
  }
  return Readable.from(all(), { objectMode: false });
}

/** Reads all of it and keeps nothing. @throws {FileDamaged} */
export async function verifyFile(storage: ObjectStorage, file: StoredFile, signal?: AbortSignal): Promise<void> {
  for await (const _ of verifiedParts(storage, file, 0, file.sizeBytes - 1)) signal?.throwIfAborted();
}

async function* verifiedParts(
  storage: ObjectStorage,
  file: StoredFile,
  first: number,
  last: number,
): AsyncGenerator<Buffer> {
  const from = Math.floor(first / segmentBytes) * segmentBytes;
  const to = Math.min((Math.floor(last / segmentBytes) + 1) * segmentBytes, file.sizeBytes) - 1;
  let offset = from;
  try {
    for await (const segment of inSegments(await storage.read(file.objectPath, from, to))) {
      const isWhole = offset + segment.length === Math.min(offset + segmentBytes, file.sizeBytes);
      const isRight = file.segments === null || isSegment(file.segments, offset / segmentBytes, segment);
      if (!isWhole || !isRight) throw new FileDamaged('a segment is not as it came');
      yield segment.subarray(Math.max(0, first - offset), Math.min(segment.length, last + 1 - offset));
      offset += segment.length;
    }
  } catch (error) {
    throw error instanceof ObjectUnreadable ? new FileDamaged('it cannot be read', { cause: error }) : error;
  }
  if (offset !== to + 1) throw new FileDamaged('the end is missing');
}
