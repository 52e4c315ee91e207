// Copies a folder that is in use. Files that are deleted in the meantime are left out, and files keep their owner if we may set it.
import { constants } from 'node:fs';
import { chown, copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** `skips` is called for every name inside, relative to the folder. */
export async function copyFolder(source: string, destination: string, skips: (name: string) => boolean): Promise<void> {
  await mkdir(destination, { recursive: true, mode: 0o700 });
  await keepOwner(source, destination);
  for (const entry of (await unlessGone(readdir(source, { withFileTypes: true }))) ?? []) {
    if (skips(entry.name)) continue;
    const [from, to] = [path.join(source, entry.name), path.join(destination, entry.name)];
    if (entry.isDirectory()) await copyFolder(from, to, (name) => skips(path.join(entry.name, name)));
    else if (entry.isFile()) await unlessGone(copyDurably(from, to));
  }
}

export async function copyDurably(source: string, destination: string): Promise<void> {
  await copyFile(source, destination, constants.COPYFILE_FICLONE);
  await keepOwner(source, destination);
  await using copy = await open(destination);
  await copy.sync();
}

/** PostgreSQL's files may belong to another account, and must in the copy too. Only root can set an owner. */
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
