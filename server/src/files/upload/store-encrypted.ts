// Stores bytes so that only one key can read them, and computes the digests of the plain bytes. A virus scanner may examine them as they
// pass.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { encrypt, encryptedBytes, newHeader, type StreamKey } from '../../keys/formats/encrypted-stream.ts';
import { freeMemory } from '../../platform/lib/free-memory.ts';
import type { Scan, ScanResult } from '../scan/virus-scanner.ts';
import { type NewObject, type ObjectStorage, storeObject } from '../storage/object-storage.ts';
import { firstBytesLength } from './first-bytes.ts';

export interface StoredObject {
  /** The digest of the plain bytes in base64, as in the `Repr-Digest` header. */
  sha256: string;
  /** The checksum of the same bytes, for an archive. */
  crc32: number;
  /** In base64. */
  encryptionHeader: string;
  /** The first bytes, to detect their type. */
  first: Buffer;
  /** Null without a scanner. */
  scan: ScanResult | null;
}

export async function storeEncrypted(
  storage: ObjectStorage,
  { path, bytes, sizeBytes }: NewObject,
  { scan = null, ...key }: StreamKey & { scan?: Scan | null },
): Promise<StoredObject> {
  bytes.on('error', () => {}); // a stream that fails before it is read would crash the process; reading it throws the same error
  const digest = createHash('sha256');
  let sum = 0;
  let first = Buffer.alloc(0);
  const take = (piece: Buffer) => {
    if (first.length < firstBytesLength)
      first = Buffer.concat([first, piece.subarray(0, firstBytesLength - first.length)]);
    digest.update(piece);
    sum = crc32(piece, sum);
  };
  const header = newHeader();
  const passing = digested(bytes, take, scan);
  const sealed = Readable.from(encrypt(passing, { header, sizeBytes, ...key }), { objectMode: false });
  try {
    await storeObject(storage, { path, bytes: sealed, sizeBytes: encryptedBytes(sizeBytes) });
    return {
      sha256: digest.digest('base64'),
      crc32: sum,
      encryptionHeader: header.toString('base64'),
      first,
      scan: (await scan?.end()) ?? null,
    };
  } finally {
    scan?.stop();
  }
}

async function* digested(bytes: Readable, take: (piece: Buffer) => void, scan: Scan | null): AsyncGenerator<Buffer> {
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    take(piece);
    const scanned = scan?.take(piece);
    yield piece;
    await scanned;
    freeMemory(piece); // it is encrypted
  }
}
