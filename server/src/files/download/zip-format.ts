// The structure of a ZIP archive around its entries. Entries are stored uncompressed, and their size and CRC-32 precede them, so that a
// reader needs neither the end of the archive nor a second pass. APPNOTE 6.3.10, sections 4.3 and 4.4.
import { Buffer } from 'node:buffer';

export interface ZipEntry {
  /** With '/' as separator. At most 65,535 bytes in UTF-8. */
  path: string;
  /** Stored in UTC, with a resolution of two seconds. */
  mtime: Date;
  sizeBytes: number;
  crc32: number;
}

/** Marks a value that does not fit into four bytes and is stored in a ZIP64 field instead. */
const overflow = 0xffffffff;
const plainVersion = 20;
const zip64Version = 45;
/** Bit 11: names are in UTF-8. Bit 3 is not set: no data descriptor follows an entry. */
const flags = 0x0800;
const directoryName = 'PK\x01\x02';
const unixFile = (0o100644 << 16) >>> 0;

const isLarge = (number: number): boolean => number >= overflow;
const fourBytes = (number: number): number => (isLarge(number) ? overflow : number);

/** Precedes the bytes of an entry. */
export function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.path);
  const extra = isLarge(entry.sizeBytes) ? zip64Field([entry.sizeBytes, entry.sizeBytes]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(extra.length > 0 ? zip64Version : plainVersion, 4);
  writeFacts(header.subarray(6), entry, { name, extra });
  return Buffer.concat([header, name, extra]);
}

/** The list of all entries, each with the offset of its local header, and the archive's end record. */
export function directory(entries: readonly (ZipEntry & { offset: number })[], offset: number): Buffer {
  const list = Buffer.concat(entries.map(directoryHeader));
  const end = { count: entries.length, sizeBytes: list.length, offset };
  const isZip64 = isLarge(offset) || end.count >= 0xffff || entries.some((entry) => isLarge(entry.sizeBytes));
  return Buffer.concat([list, isZip64 ? zip64End(end) : Buffer.alloc(0), endRecord(end)]);
}

function directoryHeader(entry: ZipEntry & { offset: number }): Buffer {
  const { sizeBytes, offset } = entry;
  const name = Buffer.from(entry.path);
  const large = [...(isLarge(sizeBytes) ? [sizeBytes, sizeBytes] : []), ...(isLarge(offset) ? [offset] : [])];
  const extra = large.length > 0 ? zip64Field(large) : Buffer.alloc(0);
  const version = large.length > 0 ? zip64Version : plainVersion;
  const header = Buffer.alloc(46);
  header.write(directoryName, 'latin1');
  header.writeUInt16LE((3 << 8) | version, 4); // created on Unix, so that the permissions count
  header.writeUInt16LE(version, 6);
  writeFacts(header.subarray(8), entry, { name, extra });
  header.writeUInt32LE(unixFile, 38);
  header.writeUInt32LE(fourBytes(offset), 42);
  return Buffer.concat([header, name, extra]);
}

/** The 22 bytes that both headers share, from the flags to the length of the extra field. */
function writeFacts(at: Buffer, { mtime, sizeBytes, crc32 }: ZipEntry, parts: { name: Buffer; extra: Buffer }): void {
  at.writeUInt16LE(flags, 0);
  at.writeUInt16LE(0, 2); // stored
  at.writeUInt16LE(dosTime(mtime), 4);
  at.writeUInt16LE(dosDate(mtime), 6);
  at.writeUInt32LE(crc32, 8);
  at.writeUInt32LE(fourBytes(sizeBytes), 12);
  at.writeUInt32LE(fourBytes(sizeBytes), 16);
  at.writeUInt16LE(parts.name.length, 20);
  at.writeUInt16LE(parts.extra.length, 22);
}

function zip64Field(numbers: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * numbers.length);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8 * numbers.length, 2);
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  return field;
}

interface DirectoryEnd {
  count: number;
  sizeBytes: number;
  offset: number;
}

function zip64End({ count, sizeBytes, offset }: DirectoryEnd): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE((3 << 8) | zip64Version, 12);
  record.writeUInt16LE(zip64Version, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(sizeBytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.write('PK\x06\x07', 56, 'latin1');
  record.writeBigUInt64LE(BigInt(offset + sizeBytes), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

function endRecord({ count, sizeBytes, offset }: DirectoryEnd): Buffer {
  const record = Buffer.alloc(22);
  record.write('PK\x05\x06', 'latin1');
  record.writeUInt16LE(Math.min(count, 0xffff), 8);
  record.writeUInt16LE(Math.min(count, 0xffff), 10);
  record.writeUInt32LE(fourBytes(sizeBytes), 12);
  record.writeUInt32LE(fourBytes(offset), 16);
  return record;
}

const dosTime = (at: Date): number => (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);

/** Years from 1980 to 2107. */
const dosDate = (at: Date): number => {
  const year = Math.min(127, Math.max(0, at.getUTCFullYear() - 1980));
  return (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
};
