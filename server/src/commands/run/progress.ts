// Shows a command's progress once it has taken two seconds: a bar on a terminal, an occasional line elsewhere.

/** @param what a short description, such as "files read back". @param total if known */
export type Report = (what: string, done?: number, total?: number) => void;

export interface Progress {
  report: Report;
  /** Clears the progress from the terminal. */
  end(): void;
}

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

const quietMilliseconds = 2000;
const lineMilliseconds = 10_000;
const barWidth = 20;
const clearLine = '\r\u001b[K';

/** @param now in milliseconds, of a clock that never goes back */
export function createProgress(output: Output, now = () => performance.now()): Progress & { show(): void } {
  const startedAt = now();
  let shownAt: number | undefined;
  let state = { what: 'working', done: 0, total: 0, since: startedAt };
  const show = () => {
    const at = now();
    if (at - startedAt < quietMilliseconds) return;
    const text = describe(state, at - state.since);
    if (output.isTTY) output.write(`${clearLine}${barOf(state)}${text}`);
    else if (shownAt === undefined || at - shownAt >= lineMilliseconds) output.write(`${text}\n`);
    else return;
    shownAt = at;
  };
  const timer = setInterval(show, 500).unref();
  return {
    show,
    report(what, done = 0, total = 0) {
      state = { what, done, total, since: state.what === what ? state.since : now() };
    },
    end() {
      clearInterval(timer);
      if (output.isTTY && shownAt !== undefined) output.write(clearLine);
    },
  };
}

const megabyte = 1024 ** 2;

/** For a copy: call it with the size of each file. */
export function countBytes(report: Report, what: string, totalBytes: number): (bytes: number) => void {
  let copied = 0;
  return (bytes) => {
    copied += bytes;
    report(`MB of ${what} copied`, Math.floor(copied / megabyte), Math.ceil(Math.max(totalBytes, copied) / megabyte));
  };
}

interface State {
  what: string;
  done: number;
  total: number;
}

function describe({ what, done, total }: State, milliseconds: number): string {
  if (total === 0) return `${what}, ${lengthOf(milliseconds)} so far`;
  const count = `${what}: ${done} of ${total}`;
  if (done === 0) return count;
  return `${count}, about ${lengthOf((milliseconds / done) * Math.max(total - done, 0))} left`;
}

function barOf({ done, total }: State): string {
  if (total === 0) return '';
  const filled = Math.round(Math.min(done / total, 1) * barWidth);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] `;
}

const lengthOf = (milliseconds: number): string =>
  milliseconds < 90_000 ? `${Math.round(milliseconds / 1000)} s` : `${Math.round(milliseconds / 60_000)} min`;
