// Stores bytes from the network and computes their digest. Errors in the transfer become refusals.
import type { Readable } from 'node:stream';
import { refuse } from '../lib/refusal.ts';
import { digestWhile, type FileDigest } from './file-digest.ts';
import { ObjectCutShort, type ObjectStorage, StorageFull } from './object-storage.ts';

export async function storeObject(
  storage: ObjectStorage,
  path: string,
  bytes: Readable,
  sizeBytes: number,
): Promise<FileDigest> {
  const digested = digestWhile(bytes);
  try {
    await storage.put(path, digested.bytes, sizeBytes);
    return digested.digest();
  } catch (error) {
    if (error instanceof ObjectCutShort) refuse('upload-incomplete');
    if (error instanceof StorageFull) refuse('storage-full');
    throw error;
  }
}
