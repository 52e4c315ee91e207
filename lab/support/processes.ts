// Processes of this machine, found by the folder they work in, as Linux shows them.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export const processes = (): number[] => readdirSync('/proc').map(Number).filter(Boolean);

/** Those that work in a folder. */
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

/** The words by which it was started, or which it shows instead. */
export const commandOf = (pid: number): string =>
  unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')) ?? '';

/** Sends a signal to each that still lives. */
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
