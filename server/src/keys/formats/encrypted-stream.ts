// Encrypts a file so that any range of it can be decrypted and verified separately. The format is Tink's streaming AEAD
// AES256_GCM_HKDF_1MB (developers.google.com/tink/streaming-aead/aes_gcm_hkdf_streaming), so that other programs can read it.
// Plaintext is passed on only after its segment was verified.
import type { CipherGCM, KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync } from 'node:crypto';
import { freeMemory } from '../../platform/lib/free-memory.ts';
import { newSalt } from '../../platform/lib/ids.ts';

const cipherName = 'aes-256-gcm';
const segmentBytes = 1024 * 1024;
const tagBytes = 16;
const saltBytes = 32;
const noncePrefixBytes = 7;
export const headerBytes = 1 + saltBytes + noncePrefixBytes;
const plainBytes = segmentBytes - tagBytes;
/** The header occupies part of the first segment. */
const firstPlainBytes = plainBytes - headerBytes;

export interface StreamKey {
  /** 32 bytes. */
  key: Buffer;
  /** Names the encrypted object. A stream can be opened only with the name it was encrypted for. */
  context: string;
}

/** A range of bytes, both ends included. For an empty file it is 0 to -1. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface EncryptedStream {
  /** The first 40 bytes of the stream. */
  header: Buffer;
  /** The size of the plaintext. */
  sizeBytes: number;
}

/** The stream was altered or truncated, or belongs to something else or another key. Nothing of the segment was passed on. */
export class NotAuthentic extends Error {
  override name = 'NotAuthentic';
}

export const newHeader = (): Buffer =>
  Buffer.concat([Buffer.from([headerBytes]), newSalt(saltBytes + noncePrefixBytes)]);

/** @param sizeBytes the size of the plaintext */
export const encryptedBytes = (sizeBytes: number): number =>
  headerBytes + sizeBytes + tagBytes * (lastSegment(sizeBytes) + 1);

/** The bytes of the encrypted stream that contain this range of the plaintext: complete segments, the first one with the header. */
export function encryptedRange({ first, last }: ByteRange, sizeBytes: number): ByteRange {
  const [from, to] = [segmentAt(first), segmentAt(last)];
  return {
    first: from * segmentBytes,
    last: Math.min((to + 1) * segmentBytes, encryptedBytes(sizeBytes)) - 1,
  };
}

/**
 * Encrypts each chunk as it arrives. The size is needed beforehand because it determines the last segment.
 * @throws {RangeError} if the number of bytes differs
 */
export async function* encrypt(
  bytes: AsyncIterable<Buffer>,
  { header, sizeBytes, ...streamKey }: EncryptedStream & StreamKey,
): AsyncGenerator<Buffer> {
  const segmentKey = deriveKey(header, streamKey);
  const last = lastSegment(sizeBytes);
  const cipherOf = (index: number) =>
    createCipheriv(cipherName, segmentKey, nonceOf(header, { index, isLast: index === last }));
  yield header;
  let missing = sizeBytes;
  let index = 0;
  let cipher = cipherOf(index);
  for await (const part of splitAtEdges(bytes, { first: firstPlainBytes, next: plainBytes })) {
    missing -= part.bytes.length;
    if (missing < 0) break;
    yield cipher.update(part.bytes);
    if (!part.isEnd || index === last) continue;
    yield endOf(cipher);
    index += 1;
    cipher = cipherOf(index);
  }
  if (missing !== 0) throw new RangeError('the number of bytes differs from the declared one');
  yield endOf(cipher);
}

/**
 * @param bytes the range from `encryptedRange`; the bytes read from it are discarded
 * @returns the range of the plaintext
 * @throws {NotAuthentic} before the first byte of a segment that is not authentic
 */
export async function* decrypt(
  bytes: AsyncIterable<Buffer>,
  { header, sizeBytes, ...streamKey }: EncryptedStream & StreamKey,
  { first, last }: ByteRange,
): AsyncGenerator<Buffer> {
  if (header.length !== headerBytes || header[0] !== headerBytes) throw new NotAuthentic('the header is invalid');
  const segmentKey = deriveKey(header, streamKey);
  const lastWanted = segmentAt(last);
  let index = segmentAt(first);
  let offset = plainStart(index);
  for await (const segment of inSegments(bytes)) {
    if (index > lastWanted) throw new NotAuthentic('there are too many bytes');
    const nonce = nonceOf(header, { index, isLast: index === lastSegment(sizeBytes) });
    const plain = decryptSegment(index === 0 ? afterHeader(segment, header) : segment, segmentKey, nonce);
    const { length } = plain;
    freeMemory(segment);
    const wanted = cutOut(plain, { first: Math.max(0, first - offset), last: last - offset });
    if (wanted.length > 0) yield wanted;
    offset += length;
    index += 1;
  }
  if (index !== lastWanted + 1) throw new NotAuthentic('the end is missing');
}

/** An empty file has only the first segment, at offset -1. The first segment is shorter than the others. */
const segmentAt = (offset: number): number => 1 + Math.floor((offset - firstPlainBytes) / plainBytes);
const lastSegment = (sizeBytes: number): number => segmentAt(sizeBytes - 1);
const plainStart = (index: number): number => (index === 0 ? 0 : firstPlainBytes + (index - 1) * plainBytes);

function deriveKey(header: Buffer, { key, context }: StreamKey): KeyObject {
  if (key.length !== 32) throw new Error('a key has 32 bytes');
  const salt = header.subarray(1, 1 + saltBytes);
  return createSecretKey(Buffer.from(hkdfSync('sha256', createSecretKey(key), salt, context, 32)));
}

function nonceOf(header: Buffer, { index, isLast }: { index: number; isLast: boolean }): Buffer {
  const nonce = Buffer.alloc(12);
  header.copy(nonce, 0, 1 + saltBytes);
  nonce.writeUInt32BE(index, noncePrefixBytes);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function afterHeader(segment: Buffer, header: Buffer): Buffer {
  if (!segment.subarray(0, headerBytes).equals(header)) throw new NotAuthentic('the header was replaced');
  return segment.subarray(headerBytes);
}

/** @returns the tag */
function endOf(cipher: CipherGCM): Buffer {
  cipher.final();
  return cipher.getAuthTag();
}

function decryptSegment(segment: Buffer, key: KeyObject, nonce: Buffer): Buffer {
  if (segment.length < tagBytes) throw new NotAuthentic('the end is missing');
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(segment.subarray(segment.length - tagBytes));
  const plain = decipher.update(segment.subarray(0, segment.length - tagBytes));
  try {
    decipher.final();
  } catch (cause) {
    throw new NotAuthentic('a segment is not authentic', { cause });
  }
  return plain;
}

/** A small part is copied, so that it does not hold its complete segment's memory until it is sent. */
function cutOut(plain: Buffer, { first, last }: ByteRange): Buffer {
  const wanted = plain.subarray(first, last + 1);
  if (wanted.length === plain.length) return plain;
  const copy = Buffer.from(wanted);
  freeMemory(plain);
  return copy;
}

/** Groups arriving bytes into encrypted segments. The last one may be shorter; no bytes give no segment. */
async function* inSegments(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  const joined = () => (parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
  for await (const part of splitAtEdges(bytes, { first: segmentBytes, next: segmentBytes })) {
    parts.push(part.bytes);
    if (!part.isEnd) continue;
    yield joined();
    parts = [];
  }
  if (parts.length > 0) yield joined();
}

/** Splits arriving bytes at the segment edges: the first segment has one size, the others have the other. */
async function* splitAtEdges(
  bytes: AsyncIterable<Buffer>,
  { first, next }: { first: number; next: number },
): AsyncGenerator<{ bytes: Buffer; isEnd: boolean }> {
  let room = first;
  for await (const piece of bytes) {
    for (let rest = piece; rest.length > 0; ) {
      const part = rest.subarray(0, room);
      rest = rest.subarray(part.length);
      room -= part.length;
      yield { bytes: part, isEnd: room === 0 };
      if (room === 0) room = next;
    }
  }
}
