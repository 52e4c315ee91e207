// The list of a backup's files, written as its last file, so that a backup that lost a part is not accepted as complete.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeSynced } from '../lib/durable-file.ts';
import { walkFiles } from '../lib/walk-files.ts';

const listName = 'contents.json';

/** The size of every file, by its name in the folder. */
type Contents = Record<string, number>;

export async function writeContents(folder: string): Promise<void> {
  await writeSynced(
    path.join(folder, listName),
    Buffer.from(`${JSON.stringify(await listContents(folder), null, 1)}\n`),
  );
}

/** The names of files that are missing or have another size, or the list's own name if it is missing. */
export async function findGaps(folder: string): Promise<string[]> {
  const text = await readFile(path.join(folder, listName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (text === null) return [listName];
  const found = await listContents(folder);
  const expected: Contents = JSON.parse(text);
  return Object.keys(expected).filter((name) => found[name] !== expected[name]);
}

/** The approximate bytes of every file below a folder, which may be in use. Zero if there is no folder. */
export async function measureFolder(folder: string): Promise<number> {
  const contents = await listContents(folder).catch(() => ({}));
  return Object.values<number>(contents).reduce((sum, bytes) => sum + bytes, 0);
}

async function listContents(folder: string): Promise<Contents> {
  const contents: Contents = {};
  for await (const file of walkFiles(folder)) {
    const name = path.relative(folder, file);
    if (name !== listName) contents[name] = (await stat(file)).size;
  }
  return contents;
}
