// Prepares a stored file for an archive. Its size and digests were computed at upload, so it is read only once, when it is sent. A damaged
// file is read beforehand: the archive contains its intact part, or nothing.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 as crc32Of } from 'node:zlib';
import { Refusal } from '../../platform/lib/refusal.ts';
import { FileDamaged, readVerified, type StoredFile } from '../storage/read-verified.ts';
import { verifyFile } from '../stored/file-verification.ts';
import { type OpenFileNeeds, openFile } from '../stored/open-file.ts';
import type { ArchiveEntry } from './build-archive.ts';
import { headBytes } from './recording-length.ts';

export interface FileToArchive extends StoredFile {
  damagedAt: Date | null;
  /** In base64. */
  sha256: string;
  crc32: number;
}

export interface PreparedFile {
  /** The number of intact bytes. */
  sizeBytes: number;
  crc32: number;
  /** The digest of the intact bytes, in base64. */
  sha256: string;
  isPartial: boolean;
  /** Its first bytes. */
  head: Buffer;
}

/** @returns null if no byte of the file is intact */
export async function prepareFile(needs: OpenFileNeeds, file: FileToArchive): Promise<PreparedFile | null> {
  const head = file.damagedAt ? null : await readHead(needs, file);
  if (head) return { sizeBytes: file.sizeBytes, crc32: file.crc32, sha256: file.sha256, isPartial: false, head };
  const read = await readIntact(needs, file);
  return read.sizeBytes > 0 ? read : null;
}

interface NamedEntry {
  path: string;
  mtime: Date;
  prepared: PreparedFile;
}

/** @param open opens a part of the file when it is its turn */
export const entryOf = (
  { path, mtime, prepared: { sizeBytes, crc32, sha256 } }: NamedEntry,
  open: (part: { first: number; last: number }) => Promise<Readable>,
): ArchiveEntry => ({ path, mtime, sizeBytes, crc32, digest: sha256, open });

/** Null if the beginning is damaged; the damage is reported. */
async function readHead(needs: OpenFileNeeds, file: FileToArchive): Promise<Buffer | null> {
  try {
    const bytes = await openFile(needs, file, { first: 0, last: Math.min(headBytes, file.sizeBytes) - 1 });
    return Buffer.concat(await bytes.toArray());
  } catch (error) {
    if (error instanceof FileDamaged || (error instanceof Refusal && error.code === 'file-damaged')) return null;
    throw error;
  }
}

/** Reads the file up to its end or to the first damage. */
async function readIntact(needs: OpenFileNeeds, file: FileToArchive): Promise<PreparedFile> {
  const digest = createHash('sha256');
  const head: Buffer[] = [];
  let sizeBytes = 0;
  let sum = 0;
  const isWhole = await verifyFile(needs, file, (piece) => {
    digest.update(piece);
    sum = crc32Of(piece, sum);
    if (sizeBytes < headBytes) head.push(Buffer.from(piece));
    sizeBytes += piece.length;
  });
  return {
    sizeBytes,
    crc32: sum,
    sha256: digest.digest('base64'),
    isPartial: !isWhole,
    head: Buffer.concat(head),
  };
}

/** Opens a part of a prepared file. For a damaged file, only the intact bytes were listed. */
export const openPrepared = (
  needs: OpenFileNeeds,
  file: FileToArchive,
  { isPartial }: PreparedFile,
  part: { first: number; last: number },
): Promise<Readable> => (isPartial ? readVerified(needs, file, part) : openFile(needs, file, part));
