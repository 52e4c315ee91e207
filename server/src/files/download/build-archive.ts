// Builds a ZIP of known length. Any range of it can be read separately, so that an interrupted download can be resumed. Texts are held in
// memory; each file is opened when its turn comes. Nothing is compressed: photos, songs and videos already are.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { directory, localHeader, type ZipEntry } from './zip-format.ts';

interface TextEntry {
  path: string;
  mtime: Date;
  text: string | Buffer;
}
interface FileEntry extends ZipEntry {
  /** Identifies the bytes, such as their digest. An archive with other bytes has another tag. */
  digest: string;
  /** Opens the bytes from `first` to `last`, both included. */
  open: (part: { first: number; last: number }) => Promise<Readable>;
}
export type ArchiveEntry = TextEntry | FileEntry;

export interface Archive {
  sizeBytes: number;
  /** Equal for equal bytes. It reveals nothing about them, and nobody can guess it without them. */
  tag: string;
  /** The bytes from `first` to `last`. If a file cannot be opened or read, the stream fails, so that it never looks complete. */
  read: (part: { first: number; last: number }) => Readable;
}

/** A section of the archive: bytes in memory, or those of a file. */
interface Part {
  offset: number;
  sizeBytes: number;
  source: Buffer | FileEntry;
}

export function buildArchive(entries: readonly ArchiveEntry[]): Archive {
  const parts: Part[] = [];
  let offset = 0;
  const add = (source: Buffer | FileEntry) => {
    const sizeBytes = Buffer.isBuffer(source) ? source.length : source.sizeBytes;
    parts.push({ offset, sizeBytes, source });
    offset += sizeBytes;
  };
  const listed = entries.map((entry) => {
    const known = withFacts(entry);
    const place = { ...known.facts, offset };
    add(localHeader(known.facts));
    add(known.source);
    return place;
  });
  add(directory(listed, offset));
  return {
    sizeBytes: offset,
    tag: tagOf(parts),
    read: ({ first, last }) => Readable.from(bytesOf(parts, first, last), { objectMode: false }),
  };
}

function withFacts(entry: ArchiveEntry): { facts: ZipEntry; source: Buffer | FileEntry } {
  if (!('text' in entry)) return { facts: entry, source: entry };
  const source = Buffer.from(entry.text as string);
  return { facts: { path: entry.path, mtime: entry.mtime, sizeBytes: source.length, crc32: crc32(source) }, source };
}

function tagOf(parts: readonly Part[]): string {
  const hash = createHash('sha256');
  for (const { source } of parts) hash.update(Buffer.isBuffer(source) ? source : source.digest);
  return hash.digest('base64url');
}

async function* bytesOf(parts: readonly Part[], first: number, last: number): AsyncGenerator<Buffer> {
  for (const { offset, sizeBytes, source } of parts) {
    const from = Math.max(0, first - offset);
    const to = Math.min(sizeBytes - 1, last - offset);
    if (from > to) continue;
    if (Buffer.isBuffer(source)) yield source.subarray(from, to + 1);
    else yield* exactly(await source.open({ first: from, last: to }), to - from + 1);
  }
}

/** Guards the length: a file with more or fewer bytes than listed would shift everything after it. */
async function* exactly(bytes: Readable, sizeBytes: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    read += piece.length;
    if (read > sizeBytes) break;
    yield piece;
  }
  if (read !== sizeBytes) throw new Error('a file of the archive has another length than was listed');
}
