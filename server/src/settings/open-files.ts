// Finds files with secrets that everybody on the machine may read or change: an editor creates `.env` like that.
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from './setting-kinds.ts';

interface Places {
  /** Undefined if its setting is refused. */
  DATA_DIR: string | undefined;
  KEYRING_FILE: string | undefined;
}

/**
 * @param mayLieInFile the names of the settings that may lie in a file
 * @returns their paths
 */
export function findOpenFiles(
  environment: Environment,
  mayLieInFile: readonly string[],
  { DATA_DIR, KEYRING_FILE }: Places,
): string[] {
  const named = ['SETTINGS_FILE', 'TRANSIT_TOKEN_FILE', ...mayLieInFile.map((name) => `${name}_FILE`)];
  const ofInstallation = (name: string) => DATA_DIR && path.join(DATA_DIR, name);
  const files = [
    ...named.map((name) => environment[name]?.trim()),
    ofInstallation('secrets.json'),
    KEYRING_FILE ?? ofInstallation('keyring.json'),
  ];
  return [...new Set(files)].filter((file) => file !== undefined && file !== '' && isOpen(file)) as string[];
}

/** Whether everybody on the machine may read or change it. On Windows the mode says nothing about other people. */
export function isOpen(file: string): boolean {
  const mode = process.platform === 'win32' ? undefined : statSync(file, { throwIfNoEntry: false })?.mode;
  return mode !== undefined && (mode & 0o007) !== 0;
}
