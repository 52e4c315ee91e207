// Opens the data: the database with the secret and the master keys it was written with, and its journal. Any problem is reported
// before anything is changed.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sandboxMigrations } from '@remembrance/sandbox/migrations.ts';
import { markFirstPlace } from '../files/storage/mark-first-place.ts';
import { openMasterKeys } from '../keys/master/open-master-keys.ts';
import { readMark, recordFirstMasterKey } from '../keys/secret/installation-store.ts';
import { createKeyring } from '../keys/secret/keyring.ts';
import { openMasterSecrets, readMasterSecrets } from '../keys/secret/master-secret.ts';
import { listMasterKeyNames } from '../keys/vault/vault-key-store.ts';
import { refuseUnfinishedRestore } from '../operations/restore/restored-database.ts';
import { refuseMovedAway } from '../platform/database/moved-away.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { closeDataDirectory } from '../platform/database/private-folder.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { StartRefused } from '../platform/lib/start-refused.ts';
import { createJournal } from '../records/journal/journal.ts';
import { openJournalKeys } from '../records/journal/journal-keys.ts';
import { openRestoreHold } from '../records/journal/restore-hold.ts';
import type { Config } from '../settings/config.ts';
import { openFilesPlace, openJournalStorage, openStorage } from './open-places.ts';

/** A start would create an empty database, and a restore would then refuse to continue. */
function refuseLostDatabase({ dataDirectory, database }: Config): void {
  const place = (name: string) => path.join(dataDirectory, name);
  if (!database.embedded || existsSync(place('postgres'))) return;
  refuseUnfinishedRestore(dataDirectory);
  if (existsSync(place('objects/.installation')))
    throw new StartRefused(
      `${dataDirectory} contains the files of an installation, but not its database. If the database is on a server, set DATABASE_URL to it. Otherwise put the folder postgres back, or restore a backup. To start with an empty installation, move everything in ${dataDirectory} away.`,
    );
}

export interface InstallationReports {
  log: (message: string, error: Error) => void;
  /** The database, or something else that it was started with, was exchanged under this process. */
  onDifference: (difference: string) => void;
}

export async function openInstallation(config: Config, clock: Clock, { log, onDifference }: InstallationReports) {
  const { database, dataDirectory } = config;
  closeDataDirectory(dataDirectory, database);
  refuseLostDatabase(config);
  readMasterSecrets(config);
  const { url, directUrl, ownerUrl, programs, poolSize } = database;
  const otherMigrations = config.stripe ? [] : [sandboxMigrations];
  const opened = await openDatabase({
    url,
    directUrl,
    ownerUrl,
    dataDirectory,
    programs,
    poolSize,
    migrate: true,
    otherMigrations,
    log,
  });
  try {
    await refuseMovedAway(opened.database);
    const secrets = await openMasterSecrets({ database: opened.database, clock }, config);
    const listNamesInUse = () => listMasterKeyNames(opened.database);
    const { masterKeys, keyFile } = await openMasterKeys(config, listNamesInUse, clock.now());
    const recorded = await recordFirstMasterKey(opened.database, masterKeys.nameWithoutVersion());
    // Two concurrent first starts with different key files.
    if (!masterKeys.holds(recorded))
      throw new StartRefused(`${keyFile.path} is not the key file of this installation.`);
    const keyring = createKeyring(secrets);
    const journalKeys = await openJournalKeys({ database: opened.database, keyring });
    const journalFile = createJournal(await openJournalStorage(config), journalKeys);
    const mark = await readMark(opened.database);
    const filesPlace = await openFilesPlace(config);
    const { readMark: readFilesMark } = filesPlace;
    const journalNeeds = { database: opened.database, clock, journalFile };
    const restoreHold = await openRestoreHold({ ...journalNeeds, readFilesMark, onDifference });
    opened.examineConnections(restoreHold.admit);
    await markFirstPlace({ database: opened.database, clock }, filesPlace, mark);
    const storage = await openStorage(config, filesPlace, mark);
    const filesIdentity = await filesPlace.identify();
    return { opened, keyring, masterKeys, keyFile, journalFile, restoreHold, storage, filesIdentity };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
