// Stores files on the local disk: each is written to a temporary file, synced and renamed. Paths never come from user input.
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { isAbandoned, isUnfinished, makeFolder, probeFolder, replaceDurably } from '../../platform/lib/durable-file.ts';
import { freeMemory } from '../../platform/lib/free-memory.ts';
import { makeFolders } from '../../platform/lib/make-folders.ts';
import { walkFiles } from '../../platform/lib/walk-files.ts';
import { hasRoom, readRoom } from './disk-reserve.ts';
import {
  asUnavailable,
  isObjectPath,
  ObjectCutShort,
  ObjectMissing,
  type ObjectStorage,
  ObjectUnreadable,
  StorageFull,
} from './object-storage.ts';

const chunkBytes = 1024 * 1024;

/** @param reserveBytes the free space that objects must leave, instead of the usual reserve */
export function createDiskStorage(directory: string, reserveBytes?: number): ObjectStorage {
  makeFolders(directory, 0o700);
  const place = (objectPath: string) => {
    if (!isObjectPath(objectPath)) throw new Error('invalid object path');
    return path.join(directory, objectPath);
  };
  /** The bytes that unfinished objects still have to write, which the disk does not count as used yet. */
  let promisedBytes = 0;
  const roomFor = async (sizeBytes: number) => {
    const neededBytes = promisedBytes + sizeBytes; // computed before any wait, so that later calls do not count
    return hasRoom(await readRoom(directory, reserveBytes), neededBytes);
  };
  return {
    nameOf: (objectPath) => `${path.basename(directory)}/${objectPath}`,
    hasRoom: roomFor,
    async put(objectPath, bytes, sizeBytes) {
      bytes.on('error', () => {}); // a stream that fails before it is read would crash the process; reading it throws the same error
      const target = place(objectPath);
      let leftBytes = sizeBytes;
      const keepPromise = (count: number) => {
        leftBytes -= count;
        promisedBytes -= count;
      };
      const fits = roomFor(sizeBytes);
      promisedBytes += sizeBytes;
      try {
        if (!(await fits)) throw new StorageFull('the reserve is reached');
        await makeFolder(path.dirname(target));
        await replaceDurably(target, (unfinished) =>
          writeUnfinished(unfinished, bytes, { sizeBytes, onWritten: keepPromise }),
        );
      } catch (error) {
        asNotStored(error);
      } finally {
        keepPromise(leftBytes);
      }
    },
    async read(objectPath, first, last): Promise<Readable> {
      const file = await open(place(objectPath)).catch(asUnreadable);
      const passedOn = Readable.from(blocksOf(file, first, last), { objectMode: false });
      return passedOn.once('close', () => file.close().catch(() => {})); // even if nobody has read from it
    },
    sizeOf: async (objectPath) => (await stat(place(objectPath)).catch(asUnreadable)).size,
    remove: async (objectPath) => rm(place(objectPath), { force: true }),
    probe: () => probeFolder(directory),
    listBefore: (before) => listBefore(directory, before),
  };
}

interface Expected {
  sizeBytes: number;
  onWritten: (count: number) => void;
}

async function writeUnfinished(unfinished: string, bytes: Readable, { sizeBytes, onWritten }: Expected): Promise<void> {
  const file = await open(unfinished, 'wx', 0o600);
  let writing = Promise.resolve();
  try {
    let written = 0;
    for await (const { parts, size } of inBlocks(bytes)) {
      written += size;
      if (written > sizeBytes) throw new ObjectCutShort('more bytes than declared');
      await writing;
      // The next block arrives while this one is written. Its failure is thrown by the next `await`.
      writing = writeBlock(file, parts, size).then(() => onWritten(size));
      writing.catch(() => {});
    }
    await writing;
    if (written !== sizeBytes) throw new ObjectCutShort('fewer bytes than declared');
    await file.sync();
  } finally {
    await writing.catch(() => {});
    await file.close();
  }
}

async function writeBlock(file: FileHandle, parts: Buffer[], size: number): Promise<void> {
  const { bytesWritten } = await file.writev(parts);
  // A nearly full disk accepts a part of it; writing the rest reports the reason.
  if (bytesWritten < size) await file.appendFile(Buffer.concat(parts).subarray(bytesWritten));
  for (const part of parts) freeMemory(part);
}

interface Block {
  parts: Buffer[];
  size: number;
}

// Sockets deliver 16 to 64 KiB at a time. Writing one MiB per call costs half as much.
async function* inBlocks(bytes: Readable): AsyncGenerator<Block> {
  let block: Block = { parts: [], size: 0 };
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      block.parts.push(chunk);
      block.size += chunk.length;
      if (block.size < chunkBytes) continue;
      yield block;
      block = { parts: [], size: 0 };
    }
  } catch (error) {
    throw new ObjectCutShort('the stream failed', { cause: error });
  }
  if (block.size > 0) yield block;
}

async function* listBefore(directory: string, before: Date): AsyncGenerator<string> {
  for await (const file of walkFiles(directory)) {
    const name = path.relative(directory, file);
    if (!isUnfinished(file) && !isObjectPath(name)) continue;
    const found = await stat(file).catch(() => null);
    if (!found) continue;
    if (isUnfinished(file)) {
      if (isAbandoned(found)) await rm(file, { force: true });
    } else if (found.mtime < before) {
      yield name;
    }
  }
}

async function* blocksOf(file: FileHandle, first: number, last: number): AsyncGenerator<Buffer> {
  try {
    for (let position = first; position <= last; ) {
      const block = Buffer.allocUnsafeSlow(Math.min(chunkBytes, last + 1 - position));
      const { bytesRead } = await file.read(block, { position });
      if (bytesRead === 0) return;
      position += bytesRead;
      yield block.subarray(0, bytesRead);
    }
  } catch (error) {
    asUnreadable(error);
  }
}

function asUnreadable(cause: unknown): never {
  const code = (cause as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOENT') throw new ObjectMissing('there is no such object', { cause });
  throw code === 'EIO' ? new ObjectUnreadable('an object cannot be read', { cause }) : cause;
}

function asNotStored(cause: unknown): never {
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? '';
  if (['ENOSPC', 'EDQUOT'].includes(code)) throw new StorageFull('no room for an object', { cause });
  if (['EIO', 'EROFS', 'ENOENT'].includes(code)) asUnavailable(cause); // a disk that fails, or that the kernel closed or removed
  throw cause;
}
