// Lists the files below a folder. The folder may be a disk of its own, and `lost+found` belongs to its file system: only root may look
// into it.
import { readdir } from 'node:fs/promises';
import path from 'node:path';

export const isOfFileSystem = (name: string): boolean => name === 'lost+found';

export async function* walkFiles(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isFile()) yield place;
    if (entry.isDirectory() && !isOfFileSystem(entry.name)) yield* walkFiles(place);
  }
}
