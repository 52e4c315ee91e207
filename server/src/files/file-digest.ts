// What a file's bytes were when they came: a SHA-256 of the whole, and one of every MiB, so that a part that is asked for can be
// held against it without reading the rest. Taken of the bytes as they were sent, above whatever the storage does with them.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

export const segmentBytes = 1024 * 1024;
const digestBytes = 32;

export interface FileDigest {
  /** base64, as `Repr-Digest` takes it. */
  sha256: string;
  /** The digests of the segments one after the other, base64. */
  segments: string;
}

/** The same bytes, handed on while they are digested. Ask for the digest when they are at their end. */
export function digestWhile(bytes: Readable): { bytes: Readable; digest: () => FileDigest } {
  bytes.on('error', () => {}); // one that fails before it is read would end the process; reading it says so again
  const whole = createHash('sha256');
  const segments: Buffer[] = [];
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const segment of inSegments(bytes)) {
      whole.update(segment);
      segments.push(digestOf(segment));
      yield segment;
    }
  }
  return {
    bytes: Readable.from(pass(), { objectMode: false }),
    digest: () => ({ sha256: whole.digest('base64'), segments: Buffer.concat(segments).toString('base64') }),
  };
}

/** Cuts what comes in any pieces into segments; the last may be shorter. */
export async function* inSegments(bytes: Readable): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    let rest = piece;
    while (size + rest.length >= segmentBytes) {
      const taken = rest.subarray(0, segmentBytes - size);
      rest = rest.subarray(taken.length);
      yield Buffer.concat([...pending, taken], segmentBytes);
      pending = [];
      size = 0;
    }
    if (rest.length > 0) pending.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(pending, size);
}

export const isSegment = (segments: string, index: number, segment: Buffer): boolean =>
  digestOf(segment).equals(Buffer.from(segments, 'base64').subarray(index * digestBytes, (index + 1) * digestBytes));

const digestOf = (segment: Buffer): Buffer => createHash('sha256').update(segment).digest();
