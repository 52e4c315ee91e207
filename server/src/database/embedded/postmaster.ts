// Reads the lock file by which PostgreSQL says that a cluster is in use, and tells a living server from a stale lock.
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

export interface Postmaster {
  pid: number;
  /** Where its socket lies; undefined in the first moments of a start. */
  socketFolder: string | undefined;
  /** Whether it was asked to stop and has not ended. */
  isStopping: boolean;
}

const lockOf = (home: string): string => path.join(home, 'cluster', 'postmaster.pid');

/** What the lock file says; the server it names may be long gone. */
export function readPostmaster(home: string): Postmaster | undefined {
  const [pid, , , , socketFolder, , , status] = lockLines(home);
  if (!(Number(pid) > 0)) return undefined;
  return { pid: Number(pid), socketFolder: socketFolder || undefined, isStopping: status?.trim() === 'stopping' };
}

/**
 * Whether the server named by the lock file lives. Its number may have been given to another process (a container
 * that was started again), or it may be dead and not reaped; this is told by the folder a process works in.
 */
export function isPostmasterAlive(pid: number, home: string): boolean {
  if (!existsSync('/proc/self/cwd')) return isAlive(pid);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === path.join(home, 'cluster');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'; // not ours to tell: leave it to PostgreSQL
  }
}

/** Whether a living server holds the cluster; the lock of a dead one is freed, where PostgreSQL could not tell. */
export function isClusterHeld(home: string): boolean {
  const found = readPostmaster(home);
  if (found && isPostmasterAlive(found.pid, home)) return true;
  if (found) freeStaleLock(found.pid, home);
  else removeEmptyLock(home);
  return false;
}

/**
 * PostgreSQL would take a reused process number for a living server. Only the number is replaced, by one that cannot
 * exist: from the other lines PostgreSQL still finds out whether backends were left behind. It is written into the
 * file that was read, so that a lock which another start puts in its place in the meantime stays whole.
 */
function freeStaleLock(pid: number, home: string): void {
  if (lockLines(home).length === 0) return;
  const lock = openSync(lockOf(home), constants.O_RDWR | constants.O_NOFOLLOW);
  const [holder, ...lines] = readFileSync(lock, 'utf8').split('\n');
  if (Number(holder) === pid) writeSync(lock, [2 ** 31 - 1, ...lines].join('\n'), 0);
  closeSync(lock);
}

/** A power cut can leave a lock file without a word, at which PostgreSQL gives up; a start fills its own at once. */
function removeEmptyLock(home: string): void {
  const found = statSync(lockOf(home), { throwIfNoEntry: false });
  if (found?.size === 0 && found.mtimeMs < Date.now() - 5000) rmSync(lockOf(home), { force: true });
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function lockLines(home: string): string[] {
  try {
    return readFileSync(lockOf(home), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
