// The digests of a file that was stored before files were encrypted: one of every MiB, so that a range can be checked without
// reading the rest.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

export const segmentBytes = 1024 * 1024;
const digestBytes = 32;

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
