// What `npm run restore` does: puts a backup into an empty DATA_DIR, or takes the database that is in place, checks it, and starts the hold.
// It can be run again after a kill at any moment.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { folderPlace, markPlace } from '../../files/storage/marked-place.ts';
import { readMark } from '../../keys/secret/installation-store.ts';
import {
  beginHold,
  checkJournal,
  checkKeys,
  findMissingObjects,
  leaveJournalOut,
  lockRestore,
  refuseUnrestored,
  unfinishedRestore,
} from '../../operations/restore/restored-database.ts';
import { findGaps, measureFolder } from '../../platform/database/backup-contents.ts';
import { copyFolder } from '../../platform/database/copy-folder.ts';
import { choosePrograms } from '../../platform/database/embedded/choose-programs.ts';
import { refuseOtherConnections } from '../../platform/database/lock-tables.ts';
import { refuseMovedAway } from '../../platform/database/moved-away.ts';
import { type OpenDatabase, openDatabase } from '../../platform/database/open-database.ts';
import { closeDataDirectory } from '../../platform/database/private-folder.ts';
import { hasNoRoom } from '../../platform/lib/causes.ts';
import { systemClock } from '../../platform/lib/clock.ts';
import { replaceDurably, syncFolder, writeSynced } from '../../platform/lib/durable-file.ts';
import { makeFolders } from '../../platform/lib/make-folders.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import { createJournal } from '../../records/journal/journal.ts';
import type { Config } from '../../settings/config.ts';
import { openJournalStorage } from '../../start/open-places.ts';
import { nameDatabase, refuseWithoutInstallation } from '../run/existing-installation.ts';
import { countBytes, type Report } from '../run/progress.ts';

interface Choices {
  incomplete: boolean;
  /** The reason to skip the journal; undefined if it is applied. */
  withoutJournal: string | undefined;
  /** Whether the hold starts even if nothing shows that the database was restored. */
  evenUnrestored: boolean;
}

export async function holdInPlace(config: Config, choices: Choices): Promise<string> {
  await refuseWithoutInstallation(config);
  const { url, directUrl, ownerUrl, programs } = config.database;
  const server = { url, directUrl, ownerUrl, programs, dataDirectory: config.dataDirectory };
  const opened = await openDatabase({ ...server, migrate: true, log: console.error });
  return using(opened, async () => {
    await refuseOtherConnections(nameDatabase(config), opened.connection);
    return checkAndHold(config, opened, path.join(config.dataDirectory, 'objects'), choices);
  });
}

export async function restoreFolder(
  config: Config,
  folder: string,
  { report, ...choices }: Choices & { report: Report },
): Promise<string> {
  const { dataDirectory, database } = config;
  const { programs } = database;
  const unfinished = unfinishedRestore(dataDirectory);
  const place = (name: string) => path.join(dataDirectory, name);
  await lockRestore(dataDirectory);
  if (existsSync(place('postgres'))) throw new StartRefused(taken(place('postgres')));
  // The mark names the backup once everything is checked; only the last steps remain then.
  const mark = path.join(unfinished, 'checked');
  let says = 'The interrupted restore is finished.';
  if (existsSync(mark) && existsSync(path.join(unfinished, 'postgres'))) {
    const checked = await readFile(mark, 'utf8');
    const wayOn = `To finish it, run: npm run restore -- ${checked}. To restore another backup, move ${unfinished} away.`;
    if (checked !== folder)
      throw new StartRefused(`The restore of ${checked} into ${dataDirectory} has not finished. ${wayOn}`);
  } else {
    if (existsSync(place('objects'))) throw new StartRefused(taken(place('objects')));
    await refuseBroken(folder, choices.incomplete);
    choosePrograms(path.join(folder, 'postgres'), programs);
    closeDataDirectory(dataDirectory, { embedded: true });
    await rm(unfinished, { recursive: true, force: true });
    // PostgreSQL's account must be able to pass through.
    makeFolders(unfinished, 0o711);
    await copyBackup(folder, unfinished, report);
    const opened = await openDatabase({ dataDirectory: unfinished, programs, migrate: true, log: console.error });
    says = await using(opened, () => checkAndHold(config, opened, path.join(unfinished, 'objects'), choices));
    await replaceDurably(mark, (file) => writeSynced(file, Buffer.from(folder)));
  }
  if (existsSync(path.join(unfinished, 'objects'))) await rename(path.join(unfinished, 'objects'), place('objects'));
  await rename(path.join(unfinished, 'postgres'), place('postgres'));
  await syncFolder(dataDirectory);
  await rm(unfinished, { recursive: true });
  return `${folder} is restored into ${dataDirectory}.\n${says}`;
}

async function copyBackup(folder: string, unfinished: string, report: Report): Promise<void> {
  const bytes = await measureFolder(folder);
  const onFile = countBytes(report, 'the backup', bytes);
  try {
    await copyFolder(path.join(folder, 'postgres'), path.join(unfinished, 'postgres'), { onFile });
    await mkdir(path.join(unfinished, 'objects'), { mode: 0o700 });
    if (existsSync(path.join(folder, 'objects')))
      await copyFolder(path.join(folder, 'objects'), path.join(unfinished, 'objects'), { onFile });
  } catch (error) {
    if (!hasNoRoom(error)) throw error;
    await rm(unfinished, { recursive: true });
    throw new StartRefused(
      `There is not enough space in ${path.dirname(unfinished)} for the backup, which has ${Math.ceil(bytes / 1024 ** 2)} MB. The partial copy was removed. Free some space and run this again.`,
    );
  }
}

async function refuseBroken(folder: string, incomplete: boolean): Promise<void> {
  if (folder.endsWith('.unfinished')) throw new StartRefused(`${folder} is an unfinished backup; use a finished one.`);
  if (existsSync(path.join(folder, 'database.dump')))
    throw new StartRefused(
      `${folder} is a backup of a PostgreSQL server; set DATABASE_URL, and restore its dump as docs/guide/restore.md says.`,
    );
  if (!existsSync(path.join(folder, 'postgres/cluster/PG_VERSION')))
    throw new StartRefused(`${folder} is not a backup.`);
  const gaps = await findGaps(folder);
  // If part of the database is missing nothing can be trusted; a missing file can be tolerated.
  const ofDatabase = gaps.filter((name) => !name.startsWith('objects/'));
  const needed = incomplete ? ofDatabase : gaps;
  if (needed.length > 0) throw new StartRefused(notWhole(folder, needed, ofDatabase.length === 0));
}

async function checkAndHold(
  config: Config,
  { database }: OpenDatabase,
  objects: string,
  { incomplete, withoutJournal: reason, evenUnrestored }: Choices,
): Promise<string> {
  await refuseMovedAway(database);
  const journalFile = createJournal(
    await openJournalStorage(config),
    await checkKeys({ database }, config, systemClock),
  );
  if (!evenUnrestored) await refuseUnrestored({ database, journalFile });
  const lastLine = reason === undefined ? await checkJournal(database, journalFile) : null;
  const missing = config.bucket ? [] : await findMissingObjects(database, objects);
  if (missing.length > 0 && !incomplete) throw new StartRefused(notWhole(objects, missing, true));
  // A folder that lost its files has lost the mark too.
  if (!config.bucket) await markPlace(folderPlace(objects), await readMark(database), true);
  await beginHold(database, systemClock);
  if (reason !== undefined) await leaveJournalOut(database, systemClock, { journalFile, reason });
  return `${describeJournal(journalFile.place, lastLine, reason)}\nThe service now starts on hold: people can sign in and read, but nothing is released or mailed. Check it, and then run: npm run admin -- lift-hold --reason "<why>"\nAnother machine with this database and its own journal cannot know of this restore. Make sure that it never starts again.`;
}

function describeJournal(place: string, lastLine: string | null, reason: string | undefined): string {
  if (reason !== undefined)
    return 'The journal is left out, so there is no record of what was released, sent, withdrawn and deleted since the backup.';
  if (lastLine) return `The journal in ${place} continues until ${lastLine}; the start follows it.`;
  return `There is no journal in ${place}, and this database has not written one yet.`;
}

async function using<T>(opened: OpenDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await opened.close();
  }
}

function taken(place: string): string {
  return `${place} already exists. Stop the service, and move the folder aside. Do not delete anything before you have checked the restored service.`;
}

function notWhole(folder: string, names: readonly string[], isDatabaseWhole: boolean): string {
  return `${folder} is incomplete: ${names.length} files are missing or have a different size, such as ${names[0]}. Use another copy.${isDatabaseWhole ? ' With --incomplete it is restored without those vault files, and “npm run verify” then lists them.' : ''}`;
}
