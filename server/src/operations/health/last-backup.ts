// When and where `npm run backup` last took a backup, in a file of DATA_DIR, for the doctor and the metrics. Backups that other tools take
// are unknown here.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceDurably, writeSynced } from '../../platform/lib/durable-file.ts';

export interface LastBackup {
  at: Date;
  place: string;
}

const fileOf = (dataDirectory: string): string => path.join(dataDirectory, 'last-backup.json');

export const noteBackup = (dataDirectory: string, backup: LastBackup): Promise<void> =>
  replaceDurably(fileOf(dataDirectory), (unfinished) =>
    writeSynced(unfinished, Buffer.from(`${JSON.stringify(backup)}\n`)),
  );

/** Null if none was taken, or the file cannot be read. */
export async function readLastBackup(dataDirectory: string): Promise<LastBackup | null> {
  try {
    const { at, place } = JSON.parse(await readFile(fileOf(dataDirectory), 'utf8'));
    return { at: new Date(at), place };
  } catch {
    return null;
  }
}
