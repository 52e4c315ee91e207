// Takes a backup: fills an unfinished folder, gives it its name once it is complete, and says what opens it. A killed one leaves only
// the unfinished folder.
import { existsSync, statSync } from 'node:fs';
import { chmod, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { noteBackup } from '../../operations/health/last-backup.ts';
import { copyDurably } from '../../platform/database/copy-folder.ts';
import { hasNoRoom } from '../../platform/lib/causes.ts';
import { daysLater, systemClock } from '../../platform/lib/clock.ts';
import { makeFolder, syncFolder } from '../../platform/lib/durable-file.ts';
import { lockFolder } from '../../platform/lib/lock-folder.ts';
import type { Config } from '../../settings/config.ts';
import { isOpen } from '../../settings/open-files.ts';
import { CommandRefused } from '../run/command-line.ts';
import type { Report } from '../run/progress.ts';
import { copyContents, unfinishedEnding } from './copy-contents.ts';

/** The name of a backup for which no folder is given. */
export function nameAt(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(':', '-');
}

export async function takeBackup(config: Config, destination: string, report: Report): Promise<string> {
  const unfinished = `${destination}${unfinishedEnding}`;
  // It would empty the folder that the other one fills.
  if (!(await lockFolder(unfinished)))
    throw new CommandRefused(`Another backup into ${destination} is running. Wait until it has finished.`);
  if (existsSync(destination))
    throw new CommandRefused(`${destination} already exists; name a folder that does not exist yet.`);
  try {
    await rm(unfinished, { recursive: true, force: true }); // left by a killed backup
    // Others cannot list it, but PostgreSQL's account must be able to pass through when the service starts on the backup.
    await makeFolder(unfinished, 0o711);
    await removeAbandoned(path.dirname(destination));
    await copyContents(config, { destination, unfinished }, report);
    const keys = await copyKeys(config, destination);
    await rename(unfinished, destination);
    await syncFolder(path.dirname(destination));
    await noteBackup(config.dataDirectory, { at: systemClock.now(), place: destination });
    const what = config.bucket
      ? `holds the database. The files are in the bucket ${config.bucket.bucket}, which must keep earlier versions itself.`
      : 'holds the database and the files.';
    return `${destination} ${what}\n${keys}\n${sameDisk(config.dataDirectory, destination)}`.trimEnd();
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined); // the first error says why
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

function sameDisk(dataDirectory: string, destination: string): string {
  if (statSync(dataDirectory).dev !== statSync(destination).dev) return '';
  return 'The backup is on the same disk as the data and would be lost with it. Copy it to another machine.\n';
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
      ? `It holds a copy of the journal, but a restore needs the journal that continued after the backup. Copy ${journalDirectory} elsewhere often, for example with rsync.`
      : `A restore needs the journal in the bucket ${bucket?.bucket}, which continues after the backup. Keep the versions of the bucket.`,
  );
  return lines.join('\n');
}
