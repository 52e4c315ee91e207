// Copies everything that belongs to a backup into its unfinished folder, in the order in which each copy finds what the one
// before it refers to.
import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { folderPlace } from '../../files/storage/marked-place.ts';
import { backUpCluster } from '../../platform/database/back-up-cluster.ts';
import { measureFolder, writeContents } from '../../platform/database/backup-contents.ts';
import { copyFolder } from '../../platform/database/copy-folder.ts';
import { refuseMovedAway } from '../../platform/database/moved-away.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { syncFolder } from '../../platform/lib/durable-file.ts';
import type { Config } from '../../settings/config.ts';
import { countBytes, type Report } from '../run/progress.ts';
import { dumpFile, dumpServer } from './dump-server.ts';

export const unfinishedEnding = '.unfinished';

export async function copyContents(
  config: Config,
  { destination, unfinished }: { destination: string; unfinished: string },
  report: Report,
): Promise<void> {
  const { dataDirectory, database, journalDirectory } = config;
  if (database.embedded) {
    const bytes = await measureFolder(path.join(dataDirectory, 'postgres/cluster'));
    await copyDatabase(config, unfinished, countBytes(report, 'the database', bytes));
  } else {
    report('dumping the database');
    await dumpServer(database, path.join(unfinished, dumpFile));
  }
  // Copied after the database: a file is stored before its row is written, so every copied row finds its file.
  const objects = path.join(dataDirectory, 'objects');
  if (existsSync(objects)) {
    const earlier = await findEarlier(destination, objects);
    const onFile = countBytes(report, 'the files', await measureFolder(objects));
    await copyFolder(objects, path.join(unfinished, 'objects'), {
      skips: (name) => name.endsWith('.tmp'),
      earlier,
      onFile,
    });
  }
  // Last, so that it reaches at least as far as the database.
  if (journalDirectory && existsSync(journalDirectory))
    await copyFolder(journalDirectory, path.join(unfinished, 'journal'));
  await writeContents(unfinished);
  await syncFolder(unfinished);
}

/**
 * The objects of the newest finished backup of this installation in the same folder. Objects are never rewritten under the same name, but
 * each installation has a mark.
 */
async function findEarlier(destination: string, objects: string): Promise<string | undefined> {
  const folder = path.dirname(destination);
  const mark = await folderPlace(objects).readMark();
  const others: string[] = [];
  for (const name of await readdir(folder)) {
    const other = path.join(folder, name);
    if (name.endsWith(unfinishedEnding) || !existsSync(path.join(other, 'contents.json'))) continue;
    if ((await folderPlace(path.join(other, 'objects')).readMark()) === mark) others.push(other);
  }
  const newest = others.toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)[0];
  return newest && path.join(newest, 'objects');
}

async function copyDatabase(
  { dataDirectory, database: { programs } }: Config,
  unfinished: string,
  onFile: (bytes: number) => void,
): Promise<void> {
  const opened = await openDatabase({ dataDirectory, programs, migrate: false, log: console.error });
  try {
    await refuseMovedAway(opened.database);
    if (!opened.ownerConnection) throw new Error('a backup is taken by the owner of the database');
    await backUpCluster(opened.ownerConnection, path.join(unfinished, 'postgres/cluster'), onFile);
  } finally {
    await opened.close();
  }
}
