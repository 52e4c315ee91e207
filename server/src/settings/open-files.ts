// Finds files with secrets that everybody on the machine may read or change: an editor creates `.env` like that.
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from './setting-kinds.ts';

interface Places {
  /** The names of the settings that may lie in a file. */
  mayLieInFile: readonly string[];
  /** Undefined if its setting is refused. */
  dataDirectory: string | undefined;
  keyringFile: string | undefined;
}

/** @returns their paths */
export function findOpenFiles(
  environment: Environment,
  { mayLieInFile, dataDirectory, keyringFile }: Places,
): string[] {
  const named = ['SETTINGS_FILE', 'TRANSIT_TOKEN_FILE', ...mayLieInFile.map((name) => `${name}_FILE`)];
  const ofInstallation = (name: string) => dataDirectory && path.join(dataDirectory, name);
  const files = [
    ...named.map((name) => environment[name]?.trim()),
    ofInstallation('secrets.json'),
    keyringFile ?? ofInstallation('keyring.json'),
  ];
  return [...new Set(files)].filter((file) => file !== undefined && file !== '' && isOpen(file)) as string[];
}

/** On Windows the mode says nothing about other people. */
function isOpen(file: string): boolean {
  const mode = process.platform === 'win32' ? undefined : statSync(file, { throwIfNoEntry: false })?.mode;
  return mode !== undefined && (mode & 0o007) !== 0;
}
