// Lists the files below a folder. The folder may be a disk of its own, so folders of the file system or a desktop are not looked into: only
// root may open `lost+found`, and `.Trash-1000` contains nothing of ours.
import { readdir } from 'node:fs/promises';
import path from 'node:path';

export const isForeignFolder = (name: string): boolean => name === 'lost+found' || name.startsWith('.');

export async function* walkFiles(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isFile()) yield place;
    if (entry.isDirectory() && !isForeignFolder(entry.name)) yield* walkFiles(place);
  }
}
