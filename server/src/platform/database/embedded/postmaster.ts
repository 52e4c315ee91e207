// Reads the lock file of PostgreSQL's cluster, and distinguishes a running server from a stale lock.
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
import { systemClock } from '../../lib/clock.ts';

export interface Postmaster {
  pid: number;
  /** The folder of its socket; undefined at the beginning of a start. */
  socketFolder: string | undefined;
  /** Whether it is stopping. */
  isStopping: boolean;
}

const lockOf = (home: string): string => path.join(home, 'cluster', 'postmaster.pid');

/** The content of the lock file. The server it names may have ended. */
export function readPostmaster(home: string): Postmaster | undefined {
  const [pid, , , , socketFolder, , , status] = lockLines(home);
  if (!(Number(pid) > 0)) return undefined;
  return { pid: Number(pid), socketFolder: socketFolder || undefined, isStopping: status?.trim() === 'stopping' };
}

/**
 * Whether the server named in the lock file is running. Another process may have its process id now (a restarted container), or it may
 * be dead and not reaped, so the process's working directory is compared.
 */
export function isPostmasterAlive(pid: number, home: string): boolean {
  if (!existsSync('/proc/self/cwd')) return isAlive(pid);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === path.join(home, 'cluster');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'; // we cannot know, so PostgreSQL decides
  }
}

/** Whether a running server holds the cluster. Frees the lock of a dead one, which PostgreSQL might not recognise. */
export function isClusterHeld(home: string): boolean {
  const found = readPostmaster(home);
  if (found && isPostmasterAlive(found.pid, home)) return true;
  if (found) freeStaleLock(found.pid, home);
  else removeEmptyLock(home);
  return false;
}

/**
 * PostgreSQL would mistake a reused process id for a running server. Only the id is replaced, by one that cannot exist, because
 * PostgreSQL uses the other lines to find backends that were left behind. It is written into the file that was read, so that a
 * lock file created by another start since is not changed.
 */
function freeStaleLock(pid: number, home: string): void {
  if (lockLines(home).length === 0) return;
  const lock = openSync(lockOf(home), constants.O_RDWR | constants.O_NOFOLLOW);
  const [holder, ...lines] = readFileSync(lock, 'utf8').split('\n');
  if (Number(holder) === pid) writeSync(lock, [2 ** 31 - 1, ...lines].join('\n'), 0);
  closeSync(lock);
}

/** A power cut can leave an empty lock file, and then PostgreSQL does not start. A start fills its own file immediately. */
function removeEmptyLock(home: string): void {
  const found = statSync(lockOf(home), { throwIfNoEntry: false });
  if (found?.size === 0 && found.mtimeMs < systemClock.now().getTime() - 5000) rmSync(lockOf(home), { force: true });
}

/** The folder of the running programs, from the command line that the server records. */
export function readProgramsFolder(home: string): string {
  const [program = ''] = readFileSync(path.join(home, 'cluster', 'postmaster.opts'), 'utf8').split(' "');
  return path.dirname(program);
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
