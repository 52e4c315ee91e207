// Copies a folder that is in use. Files that are deleted in the meantime are left out, and files keep their owner if we may set it. The
// copy survives a power cut.
import { constants } from 'node:fs';
import { chown, copyFile, link, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncFolder } from '../lib/durable-file.ts';
import { isForeignFolder } from '../lib/walk-files.ts';

interface Options {
  /** Called for every name inside, relative to the folder. */
  skips?: (name: string) => boolean;
  /** A previous copy; files of the same name and size are hard-linked from it. Only for files that are never rewritten. */
  earlier?: string | undefined;
  /** Called after each file, with its size. */
  onFile?: ((bytes: number) => void) | undefined;
}

export async function copyFolder(source: string, destination: string, options: Options = {}): Promise<void> {
  const { skips = () => false, earlier, onFile } = options;
  await makeFolder(destination);
  await keepOwner(source, destination);
  for (const entry of (await unlessGone(readdir(source, { withFileTypes: true }))) ?? []) {
    if (skips(entry.name) || (entry.isDirectory() && isForeignFolder(entry.name))) continue;
    const [from, to] = [path.join(source, entry.name), path.join(destination, entry.name)];
    const before = earlier && path.join(earlier, entry.name);
    if (entry.isDirectory()) {
      const skipsBelow = (name: string) => skips(path.join(entry.name, name));
      await copyFolder(from, to, { skips: skipsBelow, earlier: before, onFile });
    } else if (entry.isFile()) {
      if (!(before && (await linkSame(before, from, to)))) await unlessGone(copyDurably(from, to));
      onFile?.((await unlessGone(stat(to)))?.size ?? 0);
    }
  }
  await syncFolder(destination);
}

/** Returns false if the previous copy is missing or differs, or cannot be linked from here. */
async function linkSame(earlier: string, source: string, destination: string): Promise<boolean> {
  try {
    if ((await stat(earlier)).size !== (await stat(source)).size) return false;
    await link(earlier, destination);
    return true;
  } catch {
    return false;
  }
}

export async function copyDurably(source: string, destination: string): Promise<void> {
  await copyFile(source, destination, constants.COPYFILE_FICLONE);
  await keepOwner(source, destination);
  await using copy = await open(destination);
  await copy.sync();
}

/** PostgreSQL's files may belong to another account, and the copy must keep that. Only root can set an owner. */
export async function keepOwner(source: string, destination: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(source);
  await chown(destination, uid, gid);
}

async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
