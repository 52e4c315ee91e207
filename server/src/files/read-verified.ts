// Reads a stored file or a range of it, and checks each MiB against its digest before sending it. A changed byte is never sent.
import { Readable } from 'node:stream';
import { inSegments, isSegment, segmentBytes } from './file-digest.ts';
import { type ObjectStorage, ObjectUnreadable } from './object-storage.ts';

export interface StoredFile {
  id: string;
  vaultId: string;
  objectPath: string;
  sizeBytes: number;
  /** The digests of its segments. Null for a file stored before digests existed; then only the length is known. */
  segments: string | null;
}

/** The stored bytes differ from the uploaded ones, are incomplete, or can't be read. */
export class FileDamaged extends Error {
  override name = 'FileDamaged';
}

/**
 * The bytes from `first` to `last`, both included. The first segment is read before the call resolves.
 * @throws {FileDamaged} from the call, or from the stream if the damage is further on.
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
      await parts.return(undefined); // a stopped download leaves no file open
    }
  }
  return Readable.from(all(), { objectMode: false });
}

/** Reads the whole file and discards it. @throws {FileDamaged} */
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
      if (!isWhole || !isRight) throw new FileDamaged('a segment differs from its digest');
      yield segment.subarray(Math.max(0, first - offset), Math.min(segment.length, last + 1 - offset));
      offset += segment.length;
    }
  } catch (error) {
    throw error instanceof ObjectUnreadable ? new FileDamaged('the file cannot be read', { cause: error }) : error;
  }
  if (offset !== to + 1) throw new FileDamaged('the end is missing');
}
