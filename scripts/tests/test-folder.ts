// A single folder for everything a test run writes. It is deleted at the end, and no process may still use it.
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { placeWithRoom } from '../../server/testing/test-folder.ts';

const enoughBytes = 4 * 1024 ** 3;

export interface TestFolder {
  path: string;
  /** Removes the folder, and ends and names the processes that the run left behind. */
  clear(): string[];
}

/** In memory if there is room, because PostgreSQL creates databases there up to ten times faster than on a disk. */
export function makeTestFolder(): TestFolder {
  const folder = mkdtempSync(path.join(placeWithRoom(enoughBytes), 'remembrance-'));
  chmodSync(folder, 0o1777); // PostgreSQL may run under another account, and deletes its own files
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.once('exit', remove);
  const clear = () => {
    const leftovers = processesUsing(folder);
    for (const { pid } of leftovers) kill(pid);
    remove();
    process.off('exit', remove);
    return leftovers.map(({ pid, command }) => `process ${pid}: ${command}`);
  };
  return { path: folder, clear };
}

/** Every process that was started with this folder as its temporary folder. Only Linux can report it. */
function processesUsing(folder: string): { pid: number; command: string }[] {
  const isOfThisRun = (pid: number) => pid !== process.pid && read(`/proc/${pid}/environ`).includes(`TMPDIR=${folder}`);
  return globSync('/proc/[0-9]*')
    .map((entry) => Number(path.basename(entry)))
    .filter(isOfThisRun)
    .map((pid) => ({ pid, command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() }));
}

/** Empty if the process has ended, or belongs to somebody else. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process exited on its own.
  }
}
