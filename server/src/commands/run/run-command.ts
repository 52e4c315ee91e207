// Runs an operator's command: parses the command line and the settings, names the installation, opens what the command needs, shows the
// progress, and prints the command's answer or why it was refused.
import type pg from 'pg';
import { pino } from 'pino';
import type { Database } from '../../platform/database/transaction.ts';
import type { Services } from '../../services.ts';
import { type Config, readConfig } from '../../settings/config.ts';
import { explainBucketNow } from '../../start/explain-bucket.ts';
import { explainFault } from '../../start/explain-fault.ts';
import { CommandRefused } from './command-line.ts';
import { describeInstallation, refuseWithoutInstallation } from './existing-installation.ts';
import { createProgress, type Report } from './progress.ts';

interface Options {
  /** Whether it needs no installation, or finds it on its own. */
  looksItself?: boolean;
}

/** Returns the action, and refuses impossible requests before anything is opened. */
type Prepare<Opened> = (config: () => Config) => (opened: Opened, report: Report) => Promise<string>;

/** Runs a command that opens its own resources. */
export const runWithConfig = (prepare: Prepare<Config>, options: Options = {}): Promise<void> =>
  runCommand(prepare, options, (config, act) => act(config));

export interface OpenedDatabase {
  config: Config;
  database: Database;
  /** For other connections to the same server. */
  connection: pg.PoolConfig;
}

/**
 * Opens only the database, for commands that work if the services cannot be opened, such as with a key file that lacks a key.
 * @param placeOf where DATA_DIR's own database is
 */
export const runWithDatabase = (
  prepare: Prepare<OpenedDatabase>,
  placeOf = async ({ dataDirectory }: Config): Promise<string> => dataDirectory,
): Promise<void> =>
  runCommand(prepare, { looksItself: true }, async (config, act) => {
    const dataDirectory = await placeOf(config);
    await refuseWithoutInstallation({ ...config, dataDirectory });
    const { url, directUrl, ownerUrl, programs } = config.database;
    const server = { url, directUrl, ownerUrl, programs };
    // Imported here, so that help and refusals do not wait for it.
    const { openDatabase } = await import('../../platform/database/open-database.ts');
    const opened = await openDatabase({ ...server, dataDirectory, migrate: false, log: console.error });
    try {
      return await act({ config, database: opened.database, connection: opened.connection });
    } finally {
      await opened.close();
    }
  });

/**
 * Opens the services, whether or not the service is running, and closes them again.
 * @param adapt replaces what the settings would open
 */
export const runWithServices = (
  prepare: Prepare<Services>,
  adapt = (config: Config): Config => config,
): Promise<void> =>
  runCommand(prepare, {}, async (config, act) => {
    const { createServices } = await import('../../services.ts');
    const services = await createServices(adapt(config), pino({ level: 'error' }));
    try {
      return await act(services);
    } finally {
      await services.sandbox?.stop();
      await services.closeDatabase();
    }
  });

async function runCommand<Opened>(
  prepare: Prepare<Opened>,
  { looksItself = false }: Options,
  open: (config: Config, act: (opened: Opened) => Promise<string>) => Promise<string>,
): Promise<void> {
  let known: Config | undefined;
  try {
    // The command line comes first: help and mistakes need no settings.
    const settings = () => (known ??= readConfig());
    const act = prepare(settings);
    const config = settings();
    process.stderr.write(`${[describeInstallation(config), ...config.checks].join('\n')}\n`);
    if (!looksItself) await refuseWithoutInstallation(config);
    const progress = createProgress(process.stderr);
    const answer = await open(config, (opened) => act(opened, progress.report)).finally(progress.end);
    process.stdout.write(`${answer}\n`);
  } catch (error) {
    process.stderr.write(`${explainRefusal(error, known?.bucket)}\n`);
    process.exitCode = 1;
  }
}

function explainRefusal(error: unknown, bucket: Config['bucket']): string {
  if (error instanceof CommandRefused) return error.message;
  const known = (bucket && explainBucketNow(error, bucket)) ?? explainFault(error);
  return known ?? (error as Error).stack ?? String(error);
}
