// The kinds of settings that name a folder, a file or another program of the machine. What exists at the path is looked at, so that a file
// in the place of a folder, or the other way round, is refused before anything is opened.
import { type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { Variable } from './setting-kinds.ts';

/** It may be missing: the start creates it. */
export const folder = <F extends string | undefined>(about: string, fallback?: F) => ({
  about,
  takes: 'the path of a folder',
  fallback: fallback as F,
  read: (value: string) => (mayBe(value, isFolder) ? value : undefined),
});

export const file = (about: string): Variable<string> => ({
  about,
  takes: 'the path of a file',
  fallback: undefined,
  read: (value) => (mayBe(value, (found) => !isFolder(found)) ? value : undefined),
});

/** Other faults, such as a missing right, are reported by the code that opens the path. */
function mayBe(place: string, isOfKind: (found: Stats) => boolean): boolean {
  try {
    const found = statSync(place, { throwIfNoEntry: false });
    return found ? isOfKind(found) : mayBe(path.dirname(place), isFolder);
  } catch {
    return true;
  }
}

const isFolder = (found: Stats): boolean => found.isDirectory();

/** The PostgreSQL programs to use: those in a folder, or those that npm installed. */
export const programs = (about: string): Variable<string> => ({
  about,
  takes: 'embedded, or the absolute path of a folder with initdb and postgres',
  fallback: undefined,
  read: (value) => (value === 'embedded' || path.isAbsolute(value) ? value : undefined),
});
