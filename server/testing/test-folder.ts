// Temporary folders for tests, in memory if there is enough: creating and copying a database is up to ten times faster
// there than on a disk.
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '../src/platform/database/embedded/postmaster.ts';

const memory = '/dev/shm';
const place = placeWithRoom(2 * 1024 ** 3);
/** The folder of the entire run, which `npm test` sets and clears. Workers inherit this variable. */
const folderOfRun = 'REMEMBRANCE_TEST_FOLDER';

/** A new empty folder, which the caller removes. Other accounts may enter it, because PostgreSQL may run under one. */
export function makeTestFolder(): string {
  const run = process.env[folderOfRun];
  const beginning = run ? path.join(run, '/') : path.join(place, `remembrance-test-${process.pid}-`);
  const folder = realpathSync(mkdtempSync(beginning));
  chmodSync(folder, 0o755);
  return folder;
}

/** Until the returned function removes it, one folder contains every test folder, so that a killed test leaves nothing. */
export function makeFolderOfRun(): () => void {
  if (process.env[folderOfRun]) return () => {};
  const folder = makeTestFolder();
  process.env[folderOfRun] = folder;
  return () => {
    delete process.env[folderOfRun];
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}

/** Removes the folders of this user's killed test runs, which would otherwise stay in memory. */
export function removeAbandonedTestFolders(): void {
  for (const name of readdirSync(place)) {
    const folder = path.join(place, name);
    const pid = Number(/^remembrance-test-(\d+)-/.exec(name)?.[1]);
    const isOurs = statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
    if (pid && isOurs && !isAlive(pid)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** The memory, if this many bytes are free in it. */
export function placeWithRoom(bytes: number): string {
  if (!existsSync(memory)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > bytes ? memory : os.tmpdir();
}
