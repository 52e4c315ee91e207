// Checks what the settings point to, before anything is opened or created: the port, the built web app, the folders, the disk, the
// database and the bucket. All problems are reported together.
import { once } from 'node:events';
import { accessSync, constants, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { choosePrograms } from '../platform/database/embedded/choose-programs.ts';
import { StartRefused } from '../platform/lib/start-refused.ts';
import { collectRefusals } from '../settings/collect-refusals.ts';
import type { Config } from '../settings/config.ts';
import { explainBucket } from './explain-bucket.ts';
import { reachDatabase } from './reach-database.ts';
import { refuseUnfitServer } from './refuse-unfit-server.ts';

/** The size of initdb's files, the tables and the log reserved for a full disk, and some initial space. */
const newDatabaseMegabytes = 400;
const bucketMilliseconds = 5000;

export const webDirectory = path.join(import.meta.dirname, '../../../web/dist');

/** What a start looks at, by what is wrong if it refuses. */
export const looksAtPlaces = (config: Config, webDirectory: string): Record<string, () => Promise<void>> => ({
  port: () => refuseTakenPort(config),
  metrics: async () => {
    if (config.metricsPort) await refuseTakenPort({ port: config.metricsPort, host: '127.0.0.1' });
  },
  pages: () => refuseUnbuiltWeb(webDirectory),
  folders: () => refuseClosedFolders(config),
  programs: () => refuseWrongPrograms(config),
  room: () => refuseSmallDisk(config),
  database: () => reachDatabase(config.database).then(() => refuseUnfitServer(config.database, config.isForOthers)),
  bucket: () => refuseWrongBucket(config),
});

/** @throws {StartRefused} with a line for each; otherwise the first temporary fault */
export async function refuseWrongPlaces(config: Config, webDirectory: string): Promise<void> {
  const { add, end } = collectRefusals();
  const looks = Object.values(looksAtPlaces(config, webDirectory)).map((look) => look());
  const faults: unknown[] = [];
  for (const look of await Promise.allSettled(looks)) {
    if (look.status === 'fulfilled') continue;
    if (!(look.reason instanceof StartRefused)) faults.push(look.reason);
    else for (const line of look.reason.message.split('\n')) add(line);
  }
  end();
  if (faults.length > 0) throw faults[0];
}

async function refuseClosedFolders({ dataDirectory, journalDirectory }: Config): Promise<void> {
  const { read, end } = collectRefusals();
  read(() => refuseClosedFolder('DATA_DIR', dataDirectory));
  // If it is inside, the outer folder is reported.
  if (journalDirectory && !journalDirectory.startsWith(`${dataDirectory}${path.sep}`))
    read(() => refuseClosedFolder('JOURNAL_DIR', journalDirectory));
  end();
}

async function refuseUnbuiltWeb(directory: string): Promise<void> {
  if (!existsSync(path.join(directory, 'index.html')))
    throw new StartRefused('The web app is not built; run npm run build as the user who owns this folder.');
}

/** The folder itself or, if it does not exist yet, the one in which it will be created. */
function refuseClosedFolder(name: string, folder: string): void {
  const there = nearest(folder);
  const needed = constants.W_OK | constants.X_OK | (there === folder ? constants.R_OK : 0);
  try {
    accessSync(there, needed);
    // Root may enter every folder, even one in which only the kernel creates files.
    if (there === folder || !/^\/(proc|sys)(\/|$)/.test(there)) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS')
      throw new StartRefused(
        `${name} is ${folder}, on a disk that is mounted read-only; mount it for writing, or set it to a folder on another disk.`,
      );
  }
  throw new StartRefused(
    `${name} is ${folder}, which this user cannot ${there === folder ? 'read and write' : 'create'}; set it to a folder of the user who runs the service.`,
  );
}

/** The PostgreSQL programs of the machine, of npm, or in POSTGRES_PROGRAMS. */
async function refuseWrongPrograms({ database, dataDirectory }: Config): Promise<void> {
  if (database.embedded) choosePrograms(path.join(dataDirectory, 'postgres'), database.programs);
}

/** @throws {StartRefused} if a new database would soon fill the disk, and fail with it */
export async function refuseSmallDisk({ database, dataDirectory }: Pick<Config, 'database' | 'dataDirectory'>) {
  if (!database.embedded || existsSync(path.join(dataDirectory, 'postgres/cluster'))) return;
  const { bavail, bsize } = await statfs(nearest(dataDirectory));
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2);
  if (megabytes >= newDatabaseMegabytes) return;
  throw new StartRefused(
    `DATA_DIR is ${dataDirectory}, on a disk with ${megabytes} MB free, and a new database needs about ${newDatabaseMegabytes} MB; make room, or set it to a folder on another disk.`,
  );
}

const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(path.dirname(folder)));

/** A bucket that does not answer passes here. A start waits for it later, if the journal is in it or the files' place is not marked yet. */
async function refuseWrongBucket({ bucket, journalDirectory }: Config): Promise<void> {
  if (!bucket) return;
  const { openBucket } = await import('../platform/lib/bucket.ts');
  const late = new Promise<void>((resolve) => setTimeout(resolve, bucketMilliseconds).unref());
  const answer = openBucket(bucket).probe();
  await Promise.race([answer, late]).catch((error) => {
    if (error instanceof StartRefused && journalDirectory === null) throw error;
    const line = explainBucket(error, bucket);
    if (line) throw new StartRefused(line);
  });
}

/**
 * Another process may still take the port afterwards, and then listening fails with the same message.
 * @throws the error that listening there would throw, and {StartRefused} if HOST is not an address of this machine.
 */
export async function refuseTakenPort({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer().listen({ port, host, exclusive: true });
  await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (!['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? '')) throw error;
    throw new StartRefused(
      `HOST is ${host}, which is not an address of this machine; set it to one, such as localhost.`,
    );
  });
  probe.close();
  await once(probe, 'close');
}
