// `npm run move -- <DATABASE_URL> | embedded`: moves the database to a server's, or back into DATA_DIR, while the service is stopped.
// `-- files-to-bucket | files-to-folder`: copies the files, also while it runs.
import { type Config, readConfig } from '../config.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { readCommandLine } from './command-line.ts';
import { CommandRefused } from './command-refused.ts';
import { moveDatabase } from './move-database.ts';
import { moveFiles } from './move-files.ts';
import { runWithServices } from './run-with-services.ts';

const usage = `npm run move -- <DATABASE_URL>     moves the embedded database to this one, which must be empty
npm run move -- embedded           moves the database of DATABASE_URL into DATA_DIR, which must hold none
npm run move -- files-to-bucket    copies the files from DATA_DIR into the bucket of S3_BUCKET
npm run move -- files-to-folder    copies the files from that bucket into DATA_DIR`;

let what: string | undefined;
try {
  what = readCommandLine({ usage, words: 1 }).positionals[0];
  if (!what) throw new StartRefused(usage);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
if (what === 'files-to-bucket' || what === 'files-to-folder') {
  await runWithServices((config) => {
    if (!config().bucket) throw new CommandRefused('Set S3_ENDPOINT and the settings beside it to the bucket.');
    return (services) => moveFiles(services, what === 'files-to-bucket');
  });
} else {
  try {
    const done = await (what === 'embedded'
      ? moveDatabase(readSource(), 'embedded')
      : moveDatabase(readTarget(what), 'server'));
    process.stdout.write(`${done}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof StartRefused ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

function readSource(): Config {
  const config = readConfig();
  if (config.database.embedded)
    throw new StartRefused('Set DATABASE_URL to the server that the database is moved from.');
  return config;
}

/** The address is held to the same rules as the setting. */
function readTarget(url: string): Config {
  if (!URL.canParse(url)) throw new StartRefused(usage);
  const { url: current = url } = readConfig().database;
  if (current !== url)
    throw new StartRefused(
      'DATABASE_URL is set, so the embedded database is not in use. From one server to another pg_dump and pg_restore move it.',
    );
  return readConfig({ ...process.env, DATABASE_URL: url, DATABASE_URL_FILE: undefined });
}
