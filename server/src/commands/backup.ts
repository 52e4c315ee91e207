// `npm run backup [-- folder]`: copies the embedded database and the files while the service runs.
// `npm run restore` accepts a finished backup. Files in the previous backup are hard-linked from it and need no more space.
import { existsSync, statSync } from 'node:fs';
import { chmod, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { backUpCluster } from '../platform/database/back-up-cluster.ts';
import { measureFolder, writeContents } from '../platform/database/backup-contents.ts';
import { copyDurably, copyFolder } from '../platform/database/copy-folder.ts';
import { refuseMovedAway } from '../platform/database/moved-away.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { hasNoRoom } from '../platform/lib/causes.ts';
import { daysLater, systemClock } from '../platform/lib/clock.ts';
import { makeFolder, syncFolder } from '../platform/lib/durable-file.ts';
import { lockFolder } from '../platform/lib/lock-folder.ts';
import type { Config } from '../settings/config.ts';
import { isOpen } from '../settings/open-files.ts';
import { folderPlace } from '../vaults/files/storage/marked-place.ts';
import { CommandRefused, readCommandLine } from './run/command-line.ts';
import { countBytes, type Report } from './run/progress.ts';
import { runWithConfig } from './run/run-command.ts';

const usage = `npm run backup                creates a backup in DATA_DIR/backups
npm run backup -- <folder>    creates a backup in this folder, which must not exist yet`;

const draftEnding = '.unfinished';

await runWithConfig((config) => {
  const [folder] = readCommandLine({ usage, words: 1 }).positionals;
  const { database, dataDirectory } = config();
  if (!database.embedded)
    throw new CommandRefused(
      'DATABASE_URL is set: back up its server with pg_dump --format=custom, and then copy DATA_DIR/objects.',
    );
  const destination = path.resolve(folder ?? path.join(dataDirectory, 'backups', nameAt(systemClock.now())));
  for (const copied of ['postgres', 'objects'].map((name) => path.join(dataDirectory, name)))
    if (`${destination}/`.startsWith(`${copied}/`))
      throw new CommandRefused(`${destination} is in ${copied}, which is copied; name a folder outside it.`);
  return (opened, report) => backUp(opened, destination, report);
});

/** The name of a backup for which no folder is given. */
function nameAt(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(':', '-');
}

async function backUp(config: Config, destination: string, report: Report): Promise<string> {
  const draft = `${destination}${draftEnding}`;
  // It would empty the folder that the other one fills.
  if (!(await lockFolder(draft)))
    throw new CommandRefused(`Another backup into ${destination} is running. Wait until it has finished.`);
  if (existsSync(destination))
    throw new CommandRefused(`${destination} already exists; name a folder that does not exist yet.`);
  try {
    await rm(draft, { recursive: true, force: true }); // left by a killed backup
    // Others cannot list it, but PostgreSQL's account must be able to pass through when the service starts on the backup.
    await makeFolder(draft, 0o711);
    await removeAbandoned(path.dirname(destination));
    await copyAll(config, { destination, draft }, report);
    const keys = await copyKeys(config, destination);
    await rename(draft, destination);
    await syncFolder(path.dirname(destination));
    const what = config.bucket
      ? `holds the database. The files are in the bucket ${config.bucket.bucket}, which must keep earlier versions itself.`
      : 'holds the database and the files.';
    return `${destination} ${what}\n${keys}\n${sameDisk(config.dataDirectory, destination)}`.trimEnd();
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined); // the first error says why
    throw asRefused(error, destination);
  }
}

// A killed backup leaves a copy of what may have been deleted since, and no later one has its name.
async function removeAbandoned(folder: string): Promise<void> {
  const aDayAgo = nameAt(daysLater(systemClock.now(), -1));
  for (const name of await readdir(folder)) {
    if (!/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.unfinished$/.test(name) || name > aDayAgo) continue;
    const abandoned = path.join(folder, name);
    if (await lockFolder(abandoned)) await rm(abandoned, { recursive: true, force: true }).catch(() => undefined); // not ours to remove
  }
}

function asRefused(error: unknown, destination: string): unknown {
  if (hasNoRoom(error))
    return new CommandRefused(
      `There is not enough space for ${destination}. The partial copy was removed. Free some space, or name a folder on another disk.`,
    );
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'mkdir' || code === 'ENOTDIR')
    return new CommandRefused(`${destination} cannot be created (${code}); name a folder that this user may create.`);
  return error;
}

async function copyAll(
  config: Config,
  { destination, draft }: { destination: string; draft: string },
  report: Report,
): Promise<void> {
  const { dataDirectory } = config;
  const cluster = path.join(dataDirectory, 'postgres/cluster');
  await copyDatabase(config, draft, countBytes(report, 'the database', await measureFolder(cluster)));
  // Copied after the database: a file is stored before its row is written, so every copied row finds its file.
  const objects = path.join(dataDirectory, 'objects');
  if (existsSync(objects)) {
    const earlier = await findEarlier(destination, objects);
    const onFile = countBytes(report, 'the files', await measureFolder(objects));
    await copyFolder(objects, path.join(draft, 'objects'), { skips: (name) => name.endsWith('.tmp'), earlier, onFile });
  }
  await writeContents(draft);
  await syncFolder(draft);
}

/**
 * The objects of the newest finished backup of this installation in the same folder. Objects are never rewritten under the same name, but
 * each installation has a mark.
 */
async function findEarlier(destination: string, objects: string): Promise<string | undefined> {
  const folder = path.dirname(destination);
  const mark = await folderPlace(objects).readMark();
  const others: string[] = [];
  for (const name of await readdir(folder)) {
    const other = path.join(folder, name);
    if (name.endsWith(draftEnding) || !existsSync(path.join(other, 'contents.json'))) continue;
    if ((await folderPlace(path.join(other, 'objects')).readMark()) === mark) others.push(other);
  }
  const newest = others.toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)[0];
  return newest && path.join(newest, 'objects');
}

function sameDisk(dataDirectory: string, destination: string): string {
  if (statSync(dataDirectory).dev !== statSync(destination).dev) return '';
  return 'The backup is on the same disk as the data and would be lost with it. Copy it to another machine.\n';
}

async function copyDatabase(
  { dataDirectory, database: { programs } }: Config,
  draft: string,
  onFile: (bytes: number) => void,
): Promise<void> {
  const opened = await openDatabase({ dataDirectory, programs, migrate: false, log: console.error });
  try {
    await refuseMovedAway(opened.database);
    if (!opened.ownerConnection) throw new Error('a backup is taken by the owner of the database');
    await backUpCluster(opened.ownerConnection, path.join(draft, 'postgres/cluster'), onFile);
  } finally {
    await opened.close();
  }
}

// Anyone who has the backup, the secret and the keys can read every vault. A backup is taken elsewhere, so both are separate files
// next to it, to be stored in another place.
async function copyKeys(
  { secret, keyringFile, kms, transit, dataDirectory, journalDirectory, bucket }: Config,
  destination: string,
): Promise<string> {
  const lines = [
    secret && 'The secret that opens it is the value of SECRET. Keep it in another place.',
    keyringFile && `The keys of its files are in ${keyringFile}. Keep a copy in another place.`,
    kms &&
      `The master keys of its vaults are in AWS KMS, and no copy of them exists. Never delete ${kms.keys.join(', ')}.`,
    transit && `The master keys of its vaults are in the transit engine ${transit.url}, which needs its own backup.`,
  ].filter((line) => line !== undefined);
  for (const name of ['secrets.json', 'keyring.json']) {
    const original = path.join(dataDirectory, name);
    if (!existsSync(original)) continue;
    const copy = `${destination}.${name}`;
    await copyDurably(original, copy);
    await chmod(copy, 0o600);
    lines.push(`${copy} opens it. Keep it in another place. To restore, put it into DATA_DIR as ${name}.`);
  }
  const open = (await readdir(path.dirname(destination)))
    .filter((name) => /\.(secrets|keyring)\.json$/.test(name))
    .map((name) => path.join(path.dirname(destination), name))
    .filter(isOpen);
  if (open.length > 0)
    lines.push(
      `Everybody on this machine may read or change ${open.join(' and ')}, with secrets; run chmod o= ${open.join(' ')}`,
    );
  lines.push(
    journalDirectory
      ? `The journal in ${journalDirectory} is not part of any backup, because it records what happened after the backup. Copy it elsewhere often, for example with rsync.`
      : `The journal in the bucket ${bucket?.bucket} is not part of any backup, because it records what happened after the backup. Keep the versions of the bucket.`,
  );
  return lines.join('\n');
}
