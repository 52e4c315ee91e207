// Stores bytes from the network. Errors in the transfer become refusals.
import type { Readable } from 'node:stream';
import { refuse } from '../../../platform/lib/refusal.ts';
import { ObjectCutShort, type ObjectStorage, StorageFull } from './object-storage.ts';

export interface NewObject {
  path: string;
  bytes: Readable;
  sizeBytes: number;
}

export async function storeObject(storage: ObjectStorage, { path, bytes, sizeBytes }: NewObject): Promise<void> {
  try {
    await storage.put(path, bytes, sizeBytes);
  } catch (error) {
    if (error instanceof ObjectCutShort) refuse('upload-incomplete');
    if (error instanceof StorageFull) refuse('storage-full');
    throw error;
  }
}
