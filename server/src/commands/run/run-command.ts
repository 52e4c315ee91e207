// Runs an operator's command: parses the command line and the settings, names the installation, opens what the command needs, shows the
// progress, and prints the command's answer or why it was refused. Each step is imported when it is reached, so that help and mistakes are
// answered at once; commands.test.ts walks the imports of every command.
import type pg from 'pg';
import type { Database } from '../../platform/database/transaction.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import type { Services } from '../../services.ts';
import type { Config } from '../../settings/config.ts';
import { CommandRefused } from './command-line.ts';
import { createProgress, type Report } from './progress.ts';

interface Options {
  /** Whether it needs no installation, or finds it on its own. */
  looksItself?: boolean;
}

type Act<Opened> = (opened: Opened, report: Report) => Promise<string>;
/** Returns the action, and refuses impossible requests before anything is opened. */
type Prepare<Opened> = (config: () => Promise<Config>) => Act<Opened> | Promise<Act<Opened>>;

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
    const { refuseWithoutInstallation } = await import('./existing-installation.ts');
    await refuseWithoutInstallation({ ...config, dataDirectory });
    const { url, directUrl, ownerUrl, programs } = config.database;
    const server = { url, directUrl, ownerUrl, programs };
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
  adapt: (config: Config) => Config | Promise<Config> = (config) => config,
): Promise<void> =>
  runCommand(prepare, {}, async (config, act) => {
    const [{ createServices }, { pino }] = await Promise.all([import('../../services.ts'), import('pino')]);
    const services = await createServices(await adapt(config), pino({ level: 'error' }));
    try {
      return await act(services);
    } finally {
      await services.sandbox?.stop();
      await services.closeDatabase();
    }
  });

/** Runs a command that reads the settings itself. */
export async function runByItself(act: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await act()}\n`);
  } catch (error) {
    process.stderr.write(`${await explainRefusal(error, undefined)}\n`);
    process.exitCode = 1;
  }
}

async function runCommand<Opened>(
  prepare: Prepare<Opened>,
  { looksItself = false }: Options,
  open: (config: Config, act: (opened: Opened) => Promise<string>) => Promise<string>,
): Promise<void> {
  let known: Config | undefined;
  try {
    // The command line comes first: help and mistakes need no settings.
    const settings = async () => (known ??= (await import('../../settings/config.ts')).readConfig());
    const act = await prepare(settings);
    const config = await settings();
    const { describeInstallation, refuseWithoutInstallation } = await import('./existing-installation.ts');
    process.stderr.write(`${[describeInstallation(config), ...config.checks].join('\n')}\n`);
    if (!looksItself) await refuseWithoutInstallation(config);
    const progress = createProgress(process.stderr);
    const answer = await open(config, (opened) => act(opened, progress.report)).finally(progress.end);
    process.stdout.write(`${answer}\n`);
  } catch (error) {
    process.stderr.write(`${await explainRefusal(error, known?.bucket)}\n`);
    process.exitCode = 1;
  }
}

async function explainRefusal(error: unknown, bucket: Config['bucket']): Promise<string> {
  if (error instanceof CommandRefused || (!bucket && error instanceof StartRefused)) return error.message;
  const { explainBucketNow } = await import('../../start/explain-bucket.ts');
  const { explainFault } = await import('../../start/explain-fault.ts');
  const known = (bucket && explainBucketNow(error, bucket)) ?? explainFault(error);
  return known ?? (error as Error).stack ?? String(error);
}
