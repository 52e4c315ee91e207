// Where files rest. The one promise every adapter makes: once put() answers, the bytes survive a power cut.
import type { Readable } from 'node:stream';

export interface ObjectStorage {
  /**
   * Stores `sizeBytes` bytes under a new path, never touching what another path holds.
   * @throws {ObjectCutShort} when the stream ends early or fails; nothing is left behind.
   * @throws {StorageFull} when there is no room beside the reserve; nothing is left behind.
   */
  put(path: string, bytes: Readable, sizeBytes: number): Promise<void>;
  /** The bytes from `first` to `last`, both included. @throws {ObjectUnreadable} here or by the stream. */
  read(path: string, first: number, last: number): Promise<Readable>;
  /** Removes the object; one that is not there is no error. */
  remove(path: string): Promise<void>;
  /** Whether so many bytes more leave the reserve of the disk untouched. */
  hasRoom(sizeBytes: number): Promise<boolean>;
  /** Writes something and removes it. @throws when nothing can be stored. */
  probe(): Promise<void>;
  /** Paths of objects last written before `before`, for the sweep of what no row names. */
  listBefore(before: Date): AsyncIterable<string>;
}

export class ObjectCutShort extends Error {
  override name = 'ObjectCutShort';
}
/** It is not there, or the disk cannot read it. */
export class ObjectUnreadable extends Error {
  override name = 'ObjectUnreadable';
}
export class StorageFull extends Error {
  override name = 'StorageFull';
}
