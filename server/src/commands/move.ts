// `npm run move -- <DATABASE_URL> | embedded`: moves the database to a server, or back into DATA_DIR, while the service is stopped.
// `-- files-to-bucket | files-to-folder`: copies the files, even while it runs.
import type { Config } from '../settings/config.ts';
import { CommandRefused, readCommandLine, unknownCommand } from './run/command-line.ts';
import { runWithConfig, runWithServices } from './run/run-command.ts';

const usage = `npm run move -- <DATABASE_URL>     moves the embedded database into this database, which must be empty
npm run move -- embedded           moves the database of DATABASE_URL into DATA_DIR, which must not contain one
npm run move -- files-to-bucket    copies the files from DATA_DIR into the bucket of S3_BUCKET, and the journal if JOURNAL_DIR is not set
npm run move -- files-to-folder    copies the files back`;

const typed = (): string => {
  const [what] = readCommandLine({ usage, words: 1 }).positionals;
  if (!what) throw new CommandRefused(usage);
  return what;
};

const toBucket = process.argv[2] === 'files-to-bucket';
if (toBucket || process.argv[2] === 'files-to-folder') {
  // Opened like the service, which still uses the old place of the files.
  await runWithServices(
    async (config) => {
      typed();
      const settings = await config();
      if (!settings.bucket) throw new CommandRefused('Set S3_ENDPOINT, S3_BUCKET and their access keys first.');
      return async (services, report) => {
        const { moveFiles } = await import('./move/move-files.ts');
        return moveFiles(services, settings, { toBucket, report });
      };
    },
    toBucket ? async (config) => (await import('../start/open-places.ts')).withoutBucket(config) : undefined,
  );
} else {
  await runWithConfig(async (config) => {
    const what = typed();
    const isBack = what === 'embedded';
    if (!isBack && !URL.canParse(what)) throw unknownCommand(what, usage);
    const given = isBack ? readSource(await config()) : await readTarget(what, await config());
    return async (_, report) => {
      const { moveDatabase } = await import('./move/move-database.ts');
      return moveDatabase(given, isBack ? 'embedded' : 'server', report);
    };
  });
}

function readSource(config: Config): Config {
  if (config.database.embedded) throw new CommandRefused('Set DATABASE_URL to the server to move from.');
  return config;
}

/** The URL must satisfy the same rules as the setting. */
async function readTarget(url: string, config: Config): Promise<Config> {
  const { url: current = url } = config.database;
  if (current !== url)
    throw new CommandRefused(
      'DATABASE_URL is set, so the embedded database is not in use. To move from one server to another, use pg_dump and pg_restore.',
    );
  const { readConfig } = await import('../settings/config.ts');
  return readConfig({ ...process.env, DATABASE_URL: url, DATABASE_URL_FILE: undefined });
}
