// Opens the data: the database with the secret and the master keys it was written with, and its journal. Problems with any of them
// are reported before anything is changed.
import path from 'node:path';
import { sandboxMigrations } from '@remembrance/sandbox/migrations.ts';
import type { Config } from './config.ts';
import { refuseMovedAway } from './database/moved-away.ts';
import { openDatabase } from './database/open-database.ts';
import { closeDataDirectory } from './database/private-folder.ts';
import { hasFiles } from './files/file-integrity-store.ts';
import { markFolder } from './files/marked-folder.ts';
import { readMark } from './keys/installation-store.ts';
import { createKeyring } from './keys/keyring.ts';
import { openMasterSecrets, readMasterSecrets } from './keys/master-secret.ts';
import { openMasterKeys } from './keys/open-master-keys.ts';
import { listMasterKeyNames } from './keys/vault-key-store.ts';
import type { Clock } from './lib/clock.ts';
import { createJournalFile } from './records/journal-file.ts';
import { openJournalKeys } from './records/journal-keys.ts';
import { openRestoreHold } from './records/restore-hold.ts';

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
