// Passwords known to be stolen, as a Bloom filter in DATA_DIR that an operator's command builds from their own
// list. It asks no other service, and the file contains no password. One in ten thousand other passwords matches by chance.
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { passwordBytes } from '@remembrance/contract/limits.ts';
import { normalPassword } from '@remembrance/contract/text.ts';
import { replaceDurably, writeSynced } from '../../platform/lib/durable-file.ts';

const magic = 'RBP1';
const headerBytes = 12;
const bitsPerPassword = 20;
const hashes = 13;
const maxFilterBytes = 1024 ** 3;
/** No longer line is a password that could be chosen here. */
const maxLineLength = 1000;

export const filterFileOf = (dataDirectory: string): string => path.join(dataDirectory, 'breached-passwords');

/** The list is too long for the filter. */
export class ListTooLong extends Error {}
/** The list has no password that is long enough. */
export class ListEmpty extends Error {}

/**
 * @param list a file with one password per line, plain or as a SHA-1 digest in hex, optionally followed by `:count`. Skips passwords that
 * are too short to be chosen here.
 * @returns how many passwords the filter contains
 */
export async function buildFilter(list: string, dataDirectory: string): Promise<number> {
  let count = 0;
  for await (const _ of digestsIn(list)) count += 1;
  if (count === 0) throw new ListEmpty();
  const bytes = Math.ceil((count * bitsPerPassword) / 8);
  if (bytes > maxFilterBytes) throw new ListTooLong();
  const file = Buffer.alloc(headerBytes + bytes);
  file.write(magic, 'latin1');
  file.writeBigUInt64BE(BigInt(bytes * 8), magic.length);
  for await (const digest of digestsIn(list)) {
    for (const { byte, mask } of placesOf(digest, bytes * 8)) file.writeUInt8(file.readUInt8(byte) | mask, byte);
  }
  await replaceDurably(filterFileOf(dataDirectory), (draft) => writeSynced(draft, file));
  return count;
}

/** Read from the disk each time: passwords are rarely chosen, and a new filter takes effect immediately. Without a filter none is known. */
export function isBreached(dataDirectory: string, password: string): boolean {
  const opened = openFilter(dataDirectory);
  if (opened === null) return false;
  try {
    const header = readAt(opened, 0, headerBytes);
    if (header.toString('latin1', 0, magic.length) !== magic) throw new Error('not a filter of passwords');
    const places = placesOf(digestOf(password), Number(header.readBigUInt64BE(magic.length)));
    return places.every(({ byte, mask }) => (readAt(opened, byte, 1).readUInt8(0) & mask) !== 0);
  } finally {
    closeSync(opened);
  }
}

function openFilter(dataDirectory: string): number | null {
  try {
    return openSync(filterFileOf(dataDirectory), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function readAt(opened: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(opened, bytes, 0, length, position) !== length) throw new Error('the filter of passwords is cut');
  return bytes;
}

/** Lists of stolen passwords use SHA-1. It protects nothing here. */
const digestOf = (password: string): Buffer => createHash('sha1').update(password, 'utf8').digest();

async function* digestsIn(list: string): AsyncGenerator<Buffer> {
  const lines = createInterface({ input: createReadStream(list), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    const [, digest] = /^([0-9a-f]{40})(?::\d+)?$/i.exec(line) ?? [];
    if (digest) yield Buffer.from(digest, 'hex');
    else if (Buffer.byteLength(line) >= passwordBytes.min) yield digestOf(normalPassword(line.slice(0, maxLineLength)));
  }
}

function placesOf(digest: Buffer, bits: number): { byte: number; mask: number }[] {
  const [start, step] = [digest.readBigUInt64BE(0), digest.readBigUInt64BE(8) | 1n];
  return Array.from({ length: hashes }, (_, index) => {
    const bit = Number((start + BigInt(index) * step) % BigInt(bits));
    return { byte: headerBytes + (bit >> 3), mask: 1 << (bit & 7) };
  });
}
