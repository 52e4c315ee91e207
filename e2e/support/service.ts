// Starts a service with its own process, database, folder and port, and a clock that tests can move forward.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../server/testing/free-port.ts';

export interface Service {
  url: string;
  /** The service's own time, which tests may have moved ahead of the machine's. */
  now(): Date;
  /** Only forward. Resolves once every periodic job has run at the new time. */
  moveClock(seconds: number): Promise<void>;
  /** The errors logged since the last call. Every 500 response counts; a refusal does not. */
  takeFaults(): string[];
  /** Everything that it logged. */
  log(): string;
  stop(): Promise<void>;
}

const entry = path.join(import.meta.dirname, '../../server/testing/test-server.ts');
/** Both limits end a hung process. */
const startMilliseconds = 120_000;
const stopMilliseconds = 60_000;
const errorLevel = 50;

/** @param settings only for this service, by name. */
export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  for (;;) {
    try {
      return await startOnFreePort(settings);
    } catch (error) {
      // Another process took the port first. The next attempt uses a different port.
      if (!String(error).includes('EADDRINUSE')) throw error;
    }
  }
}

async function startOnFreePort(settings: Record<string, string>): Promise<Service> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'remembrance-e2e-'));
  await chmod(folder, 0o755); // the database may run under another account
  const port = await freePort();
  const child = fork(entry, {
    env: { ...environment(folder, port), ...settings },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const log = readLog(child);
  const stop = async () => {
    try {
      await end(child);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  };
  try {
    await nextWord(child, startMilliseconds);
  } catch (error) {
    await stop().catch(() => undefined);
    throw new Error(`the service did not start:\n${log.lines.join('\n')}`, { cause: error });
  }
  let movedSeconds = 0;
  return {
    url: `http://localhost:${port}`,
    now: () => new Date(Date.now() + movedSeconds * 1000),
    async moveClock(seconds) {
      movedSeconds += seconds;
      child.send({ moveClockSeconds: seconds });
      await nextWord(child, startMilliseconds);
    },
    takeFaults: log.takeFaults,
    log: () => log.lines.join('\n'),
    stop,
  };
}

// Only those of the caller's variables that a process needs to run at all.
function environment(folder: string, port: number): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    LANG,
    TMPDIR,
    PORT: String(port),
    DATA_DIR: folder,
    POSTGRES_PROGRAMS: 'embedded',
    PASSWORD_HASH_COST: '4',
    RATE_LIMIT_FACTOR: '1000',
    DISK_RESERVE_BYTES: '0',
    LOG_LEVEL: 'warn',
  };
}

/** The child process's next message. Fails if it exits or sends none in time. */
async function nextWord(child: ChildProcess, milliseconds: number): Promise<void> {
  const waiting = new AbortController();
  const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(milliseconds)]);
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the service ended with ${code}`);
  });
  try {
    await Promise.race([once(child, 'message', { signal }), ended]);
  } finally {
    waiting.abort();
  }
}

function readLog(child: ChildProcess) {
  const lines: string[] = [];
  let seen = 0;
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  const takeFaults = () => {
    const fresh = lines.slice(seen);
    seen = lines.length;
    return fresh.filter(isFault);
  };
  return { lines, takeFaults };
}

function isFault(line: string): boolean {
  try {
    return JSON.parse(line).level >= errorLevel;
  } catch {
    return false; // not a line of our log
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const cut = setTimeout(() => child.kill('SIGKILL'), stopMilliseconds);
  await ended;
  clearTimeout(cut);
  if (child.exitCode !== 0) throw new Error(`the service ended with ${child.exitCode ?? child.signalCode}`);
}
