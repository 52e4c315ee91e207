// The port to file storage. Every adapter promises: once put() resolves, the bytes survive a power loss. If the disk fails or another
// machine does not respond, a call is refused as storage-unavailable, whatever the state of the objects.
import type { Readable } from 'node:stream';
import { Refusal, refuse } from '../../platform/lib/refusal.ts';

export interface ObjectStorage {
  /** The object as an operator finds it: below DATA_DIR, or in the bucket. */
  nameOf(path: string): string;
  /**
   * Stores `sizeBytes` bytes under a new path, and may free the memory of what it read. Never changes another object.
   * @throws {ObjectCutShort} if the stream ends early or fails. Nothing is stored then.
   * @throws {StorageFull} if only the reserve is left. Nothing is stored then.
   */
  put(path: string, bytes: Readable, sizeBytes: number): Promise<void>;
  /**
   * The bytes from `first` to `last`, both included; up to the end if `last` is infinite.
   * @throws {ObjectUnreadable} from the call or the stream.
   */
  read(path: string, first: number, last: number): Promise<Readable>;
  /** @throws {ObjectUnreadable} if the object does not exist. */
  sizeOf(path: string): Promise<number>;
  /** Removes the object. Does nothing if it does not exist. */
  remove(path: string): Promise<void>;
  /** Whether this many more bytes fit without touching the disk's reserve. */
  hasRoom(sizeBytes: number): Promise<boolean>;
  /** Writes and removes a test object. @throws if nothing can be stored. */
  probe(): Promise<void>;
  /** Paths of objects last written before `before`, for the sweep of orphaned objects. */
  listBefore(before: Date): AsyncIterable<string>;
}

/** Every other name in the folder of the files belongs to the file system or to another program. */
export const isObjectPath = (path: string): boolean => /^[a-z0-9/-]{1,500}$/.test(path);

export class ObjectCutShort extends Error {
  override name = 'ObjectCutShort';
}
/** The object does not exist, or the disk can't read it. */
export class ObjectUnreadable extends Error {
  override name = 'ObjectUnreadable';
}
/** The place has no such object. */
export class ObjectMissing extends ObjectUnreadable {}
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** Reports a failure that reveals nothing about the object. An interrupted transfer stays an ObjectCutShort. */
export function asUnavailable(cause: unknown): never {
  if (cause instanceof ObjectCutShort) throw cause;
  throw Object.assign(new Refusal('storage-unavailable'), { cause });
}

export interface NewObject {
  path: string;
  bytes: Readable;
  sizeBytes: number;
}

/** Stores bytes from the network. Errors in the transfer become refusals. */
export async function storeObject(storage: ObjectStorage, { path, bytes, sizeBytes }: NewObject): Promise<void> {
  try {
    await storage.put(path, bytes, sizeBytes);
  } catch (error) {
    if (error instanceof ObjectCutShort) refuse('upload-incomplete');
    if (error instanceof StorageFull) refuse('storage-full');
    throw error;
  }
}
