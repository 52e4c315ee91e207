// Writes files that survive a power cut: to an unfinished file that is synced and renamed, and then the folder is synced. A reader sees
// the complete file or none.
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { link, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from './clock.ts';
import { makeFolders } from './make-folders.ts';

/** The suffix of a file that is still being written. */
const unfinishedEnding = '.tmp';
/** Longer than any pause between two writes. */
const abandonedAfterMilliseconds = 15 * 60_000;

/**
 * @param write creates the unfinished file at the given path and syncs it
 * @param sync syncs the folder; replaceable where many files are written concurrently
 */
export async function replaceDurably(
  file: string,
  write: (unfinished: string) => Promise<void>,
  sync = () => syncFolder(path.dirname(file)),
): Promise<void> {
  const unfinished = `${file}.${randomUUID()}${unfinishedEnding}`;
  try {
    await write(unfinished);
    await rename(unfinished, file);
    await sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Creates a folder and its missing parents, closed to others unless a mode is given. Their names survive a power cut too. */
export async function makeFolder(folder: string, mode = 0o700): Promise<void> {
  const first = makeFolders(folder, mode);
  if (first === undefined) return;
  for (let above = path.dirname(folder); ; above = path.dirname(above)) {
    await syncFolder(above);
    if (above === path.dirname(first)) return;
  }
}

/** Creates a file once. If called concurrently, only one call creates it, and the others' content is dropped. */
export async function createOnce(file: string, content: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}${unfinishedEnding}`;
  try {
    await writeSynced(unfinished, Buffer.from(content));
    await link(unfinished, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

export async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  await using handle = await open(file, 'wx', 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
}

export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** @throws if no file can be written in the folder now */
export async function probeFolder(folder: string): Promise<void> {
  const probe = path.join(folder, `probe-${process.pid}${unfinishedEnding}`);
  await writeFile(probe, 'x', { mode: 0o600, flush: true });
  await rm(probe, { force: true });
}

/** Changes whenever the file is replaced. Null if there is none. */
export function stampOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : null;
}

export const isUnfinished = (file: string): boolean => file.endsWith(unfinishedEnding);

/**
 * Whether an unfinished file belongs to a process that has ended, so that it may be removed. File times come from the machine's clock,
 * so they are not compared with the injected one.
 */
export const isAbandoned = ({ mtimeMs }: { mtimeMs: number }): boolean =>
  systemClock.now().getTime() - mtimeMs > abandonedAfterMilliseconds;

/** Removes the unfinished files of ended processes in a folder, or only those of one file. The folder may be missing. */
export async function removeAbandonedFiles(folder: string, ofFile = ''): Promise<void> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? [];
  for (const name of names.filter((one) => isUnfinished(one) && one.startsWith(ofFile))) {
    const unfinished = path.join(folder, name);
    const found = await stat(unfinished).catch(unlessMissing); // its own process may have renamed it
    if (found && isAbandoned(found)) await rm(unfinished, { force: true });
  }
}

/** For a file that another process may have removed. */
export function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
