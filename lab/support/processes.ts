// Finds the processes of this machine by their working directory, as Linux shows it.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export const processes = (): number[] => readdirSync('/proc').map(Number).filter(Boolean);

/** The processes that work in a folder. */
export const processesIn = (folder: string): number[] =>
  processes().filter((pid) => unlessGone(() => readlinkSync(`/proc/${pid}/cwd`)) === folder);

export const processGroup = (pid: number): number | null =>
  unlessGone(() =>
    Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[2],
    ),
  );

/** The arguments it was started with, or the title it shows instead. */
export const commandOf = (pid: number): string =>
  unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')) ?? '';

/** Sends a signal to each process that is still running. */
export function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) unlessGone(() => process.kill(pid, name));
}

function unlessGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null; // it has ended since
  }
}
