// Reads a ZIP sequentially in one pass, as phones and Java's ZipInputStream do. It is strict: sizes and
// CRC-32 must precede each entry, the list at the end must match, and nothing may be between or after them.
import { crc32 } from 'node:zlib';

export interface ReadEntry {
  path: string;
  bytes: Buffer;
}

/** @throws on anything such a program would reject */
export function readZipOnce(zip: Buffer): ReadEntry[] {
  const entries: (ReadEntry & { offset: number })[] = [];
  let at = 0;
  while (zip.readUInt32LE(at) === 0x04034b50) {
    const { path, sizeBytes, headerBytes, sum } = readHeader(zip.subarray(at), { isLocal: true });
    const bytes = zip.subarray(at + headerBytes, at + headerBytes + sizeBytes);
    if (bytes.length !== sizeBytes) throw new Error(`${path} is cut off`);
    if (crc32(bytes) !== sum) throw new Error(`${path} has another CRC-32 than its header says`);
    entries.push({ path, bytes, offset: at });
    at += headerBytes + sizeBytes;
  }
  readDirectory(zip, at, entries);
  return entries.map(({ path, bytes }) => ({ path, bytes }));
}

function readDirectory(zip: Buffer, start: number, entries: readonly (ReadEntry & { offset: number })[]): void {
  let at = start;
  for (const entry of entries) {
    const listed = readHeader(zip.subarray(at), { isLocal: false });
    const isSame = listed.path === entry.path && listed.sizeBytes === entry.bytes.length;
    if (!isSame || listed.offset !== entry.offset) throw new Error(`${entry.path} is listed as another entry`);
    at += listed.headerBytes;
  }
  const end = zip.subarray(at);
  const facts = [end.readUInt32LE(0), end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16), end.length];
  const expected = [0x06054b50, entries.length, at - start, start, 22];
  if (String(facts) !== String(expected)) throw new Error(`the archive ends with ${facts} instead of ${expected}`);
}

export interface ReadHeader {
  path: string;
  sizeBytes: number;
  sum: number;
  headerBytes: number;
  /** For a listed entry: the offset of its local header. */
  offset: number;
}

/** One header, with its ZIP64 fields. */
export function readHeader(bytes: Buffer, { isLocal }: { isLocal: boolean }): ReadHeader {
  const fixedBytes = isLocal ? 30 : 46;
  if (bytes.readUInt32LE(0) !== (isLocal ? 0x04034b50 : 0x02014b50)) throw new Error('this is no header');
  const facts = bytes.subarray(isLocal ? 6 : 8);
  if (facts.readUInt16LE(0) & 0x0008) throw new Error('a data descriptor follows the entry');
  if (facts.readUInt16LE(2) !== 0) throw new Error('the entry is not stored as it is');
  const [nameBytes, extraBytes] = [facts.readUInt16LE(20), facts.readUInt16LE(22)];
  const extra = bytes.subarray(fixedBytes + nameBytes, fixedBytes + nameBytes + extraBytes);
  let used = 4;
  const large = (short: number): number => {
    if (short !== 0xffffffff) return short;
    used += 8;
    return Number(extra.readBigUInt64LE(used - 8));
  };
  const sizeBytes = large(facts.readUInt32LE(16));
  if (large(facts.readUInt32LE(12)) !== sizeBytes) throw new Error('the entry is compressed');
  return {
    path: bytes.toString('utf8', fixedBytes, fixedBytes + nameBytes),
    sizeBytes,
    sum: facts.readUInt32LE(8),
    headerBytes: fixedBytes + nameBytes + extraBytes,
    offset: isLocal ? 0 : large(bytes.readUInt32LE(42)),
  };
}
