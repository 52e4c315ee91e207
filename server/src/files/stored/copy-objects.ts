// Copies the object of every file and picture from one storage to another, still encrypted. Each is read back from its new place and
// compared. Existing copies are left, so an interrupted run can be continued, and a run during use is completed by another.
import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Database } from '../../platform/database/transaction.ts';
import { type ObjectStorage, ObjectUnreadable } from '../storage/object-storage.ts';
import { listObjectPaths } from './file-store.ts';

export interface CopiedObjects {
  copied: number;
  bytes: number;
  /** How many were already there. */
  present: number;
  /** Paths that a row names and that are in neither place. */
  missing: string[];
}

interface Needs {
  database: Database;
  from: ObjectStorage;
  to: ObjectStorage;
  /** Called after each object, with the number done. */
  onObject?: (done: number, total: number) => void;
}

export async function copyObjects({ database, from, to, onObject }: Needs): Promise<CopiedObjects> {
  const done: CopiedObjects = { copied: 0, bytes: 0, present: 0, missing: [] };
  const paths = await listObjectPaths(database);
  for (const [index, path] of paths.entries()) {
    const [here, there] = [await sizeIn(from, path), await sizeIn(to, path)];
    if (there !== null && (here === null || here === there)) done.present += 1;
    else if (here === null) done.missing.push(path);
    else {
      await copyObject({ from, to }, path, here);
      done.copied += 1;
      done.bytes += here;
    }
    onObject?.(index + 1, paths.length);
  }
  // Ignore objects that were deleted in the meantime.
  const named = done.missing.length > 0 ? new Set(await listObjectPaths(database)) : null;
  return { ...done, missing: done.missing.filter((path) => named?.has(path)) };
}

async function copyObject({ from, to }: Pick<Needs, 'from' | 'to'>, path: string, sizeBytes: number): Promise<void> {
  const hash = createHash('sha256');
  const bytes = await from.read(path, 0, Infinity);
  try {
    await to.put(path, Readable.from(hashed(bytes, hash), { objectMode: false }), sizeBytes);
  } finally {
    bytes.destroy(); // a full target has not read the stream
  }
  const found = createHash('sha256');
  for await (const _ of hashed(await to.read(path, 0, Infinity), found));
  if (found.digest('hex') === hash.digest('hex')) return;
  await to.remove(path); // otherwise the next run would treat it as a copy
  throw new Error(`the copy of ${path} differs`);
}

async function* hashed(bytes: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Null if there is none. */
async function sizeIn(storage: ObjectStorage, path: string): Promise<number | null> {
  try {
    return await storage.sizeOf(path);
  } catch (error) {
    if (error instanceof ObjectUnreadable) return null;
    throw error;
  }
}
