// The digests of an uploaded file: a SHA-256 of the whole, and one of every MiB, so that a range can be checked without reading
// the rest. They are computed from the bytes as received, before storage.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

export const segmentBytes = 1024 * 1024;
const digestBytes = 32;

export interface FileDigest {
  /** base64, as in the `Repr-Digest` header. */
  sha256: string;
  /** The concatenated digests of the segments, base64. */
  segments: string;
}

/** Passes the bytes through while computing their digest. Call `digest` after the stream has ended. */
export function digestWhile(bytes: Readable): { bytes: Readable; digest: () => FileDigest } {
  bytes.on('error', () => {}); // a stream that fails before it is read would crash the process; reading it throws the same error
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

/** Splits a stream into segments. The last one may be shorter. */
export async function* inSegments(bytes: Readable): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    let rest = piece;
    while (size + rest.length >= segmentBytes) {
      const head = rest.subarray(0, segmentBytes - size);
      rest = rest.subarray(head.length);
      yield Buffer.concat([...pending, head], segmentBytes);
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
