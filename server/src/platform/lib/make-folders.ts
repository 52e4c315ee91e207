// Creates a folder and its missing parents. Node's recursive mkdir never returns if none can be created, for example in /proc.
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** @returns the highest one that was missing; undefined if the folder existed */
export function makeFolders(folder: string, mode = 0o777): string | undefined {
  try {
    return makeOne(folder, mode) ? folder : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || path.dirname(folder) === folder) throw error;
  }
  const first = makeFolders(path.dirname(folder), mode);
  return makeOne(folder, mode) ? (first ?? folder) : first;
}

function makeOne(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(folder).isDirectory()) return false;
    throw error;
  }
}
