// Opens only the database for an operator's command, if the services cannot be opened, such as with a key file that lacks a key.

import { openDatabase } from '../platform/database/open-database.ts';
import type { Database } from '../platform/database/transaction.ts';
import type { Config } from '../settings/config.ts';
import { type Prepare, runCommand } from './run-command.ts';

export const runWithDatabase = (prepare: Prepare<{ config: Config; database: Database }>): Promise<void> =>
  runCommand(prepare, {}, async (config, act) => {
    const { url, directUrl, ownerUrl, programs } = config.database;
    const server = { url, directUrl, ownerUrl, programs };
    const { dataDirectory } = config;
    const opened = await openDatabase({ ...server, dataDirectory, migrate: false, log: console.error });
    try {
      return await act({ config, database: opened.database });
    } finally {
      await opened.close();
    }
  });
