// Opens the data: the database with the secret and the master keys it was written with, and its journal. Problems with any of them
// are reported before anything is changed.
import path from 'node:path';
import { sandboxMigrations } from '@remembrance/sandbox/migrations.ts';
import { openMasterKeys } from '../keys/master/open-master-keys.ts';
import { readMark } from '../keys/secret/installation-store.ts';
import { createKeyring } from '../keys/secret/keyring.ts';
import { openMasterSecrets, readMasterSecrets } from '../keys/secret/master-secret.ts';
import { listMasterKeyNames } from '../keys/vault/vault-key-store.ts';
import { refuseMovedAway } from '../platform/database/moved-away.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { closeDataDirectory } from '../platform/database/private-folder.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { createJournalFile } from '../records/journal/journal-file.ts';
import { openJournalKeys } from '../records/journal/journal-keys.ts';
import { openRestoreHold } from '../records/journal/restore-hold.ts';
import type { Config } from '../settings/config.ts';
import { markFolder } from '../vaults/files/storage/marked-folder.ts';
import { hasFiles } from '../vaults/files/stored/file-integrity-store.ts';

export async function openInstallation(config: Config, clock: Clock, log: (message: string, error: Error) => void) {
  const { database, dataDirectory } = config;
  closeDataDirectory(dataDirectory, database);
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
    const keyring = createKeyring(secrets);
    const journalFile = createJournalFile(
      config.journalDirectory,
      await openJournalKeys({ database: opened.database, keyring }),
    );
    const restoreHold = await openRestoreHold({ database: opened.database, clock, journalFile });
    const mark = await readMark(opened.database);
    // Only a folder in which no file can be missing is marked by itself.
    if (!config.bucket) await markFolder(path.join(dataDirectory, 'objects'), mark, !(await hasFiles(opened.database)));
    return { opened, mark, keyring, masterKeys, keyFile, journalFile, restoreHold };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
