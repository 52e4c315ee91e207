// Folders for tests, in memory where there is enough of it: a database is created and copied there up to ten times
// faster than on a disk, since nothing waits for syncs.
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '../src/database/embedded/postmaster.ts';

const memory = '/dev/shm';
const place = hasRoom() ? memory : os.tmpdir();

/** A new empty folder, which other accounts may enter, since PostgreSQL may run under one; anyone who makes it removes it. */
export function makeTestFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(place, `remembrance-test-${process.pid}-`)));
  chmodSync(folder, 0o755);
  return folder;
}

/** What killed test runs have left would stay in memory. */
export function removeAbandonedTestFolders(): void {
  for (const name of readdirSync(place)) {
    const pid = Number(/^remembrance-test-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(path.join(place, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2 * 1024 ** 3;
}
