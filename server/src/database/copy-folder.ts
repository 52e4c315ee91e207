// Copies a folder that is in use: files may vanish meanwhile, and each keeps its owner where we are allowed to give one.
import { constants } from 'node:fs';
import { chown, copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** `skips` is asked for every name inside, relative to the folder. */
export async function copyFolder(source: string, destination: string, skips: (name: string) => boolean): Promise<void> {
  const copy = async (folder: string): Promise<void> => {
    const target = path.join(destination, folder);
    await mkdir(target, { recursive: true, mode: 0o700 });
    await keepOwner(path.join(source, folder), target);
    for (const entry of await readdir(path.join(source, folder), { withFileTypes: true })) {
      const name = path.join(folder, entry.name);
      if (skips(name)) continue;
      if (entry.isDirectory()) await copy(name);
      else if (entry.isFile()) await copyOne(path.join(source, name), path.join(destination, name));
    }
  };
  await copy('');
}

export async function copyOne(source: string, destination: string): Promise<void> {
  try {
    await copyFile(source, destination, constants.COPYFILE_FICLONE);
    await keepOwner(source, destination);
    await using copy = await open(destination);
    await copy.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function keepOwner(source: string, destination: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(source);
  await chown(destination, uid, gid);
}
