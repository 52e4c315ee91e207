// The real server as a child process with its own data directory: it can be started, killed and stopped.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { health } from '@remembrance/contract/service.ts';
import { freePort } from '@remembrance/server/testing/free-port.ts';
import { send } from './http-client.ts';
import { processes, processesIn, processGroup, signal } from './processes.ts';
import { makeRunFolder, type RunFolder } from './run-folder.ts';
import { serverSources } from './source-copy.ts';

const readyWithinSeconds = 120;
/** Commands start with it, as `npm run` starts them. */
const compactDrizzle = new URL('../../server/src/start/load-compact-drizzle.ts', import.meta.url).href;

export interface ServerProcess {
  pid: number;
  hasEnded(): boolean;
  /** Resolves at the first response, with the time since the start of the process. @throws if the process ends before that */
  ready(): Promise<number>;
  /** Sends a message to the process, and resolves with the reply that has that key. */
  sendMessage(message: object, answerKey: string): Promise<void>;
  /** Ends the process as a crash would. */
  kill(): Promise<void>;
  /** Ends the process and its database, both as a crash would. */
  killWithDatabase(): Promise<void>;
  /** Lets the process finish. */
  stop(): Promise<void>;
}

export interface Installation {
  dataDirectory: string;
  url: string;
  /** Everything its servers wrote to their output. */
  readLog(): string;
  /** Commands run one at a time. */
  spawn(program?: 'src/main.ts' | 'testing/test-server.ts'): ServerProcess;
  /** Runs an operator's command, and returns its output. */
  run(command: string, ...words: string[]): Promise<{ status: number | null; output: string }>;
  /** Removes its data directory. Its servers have ended. */
  clear(): void;
  remove(): void;
  /** Keeps the folder, so that someone can find the cause. */
  keep(): void;
}

interface Options {
  settings?: Record<string, string>;
  folder?: RunFolder;
  /** The parent of the data directory, if not the folder. */
  inside?: string | undefined;
  /** The folder of the server's programs, if not this project's. */
  sources?: string | undefined;
}

/** A new data directory and a free port on this machine. */
export async function createInstallation(options: Options = {}): Promise<Installation> {
  const { settings = {}, folder = makeRunFolder('lab'), inside = folder.path, sources = serverSources } = options;
  const dataDirectory = path.join(inside, 'data');
  const logFile = path.join(folder.path, 'server.log');
  const port = await freePort();
  // A compile cache, as `npm start` has one: it avoids compiling the code at every start.
  const shared = sources === serverSources ? process.env.NODE_COMPILE_CACHE : undefined;
  const compiled = shared ?? path.join(folder.path, 'compiled');
  const own = {
    PORT: String(port),
    DATA_DIR: dataDirectory,
    POSTGRES_PROGRAMS: 'embedded',
    NODE_COMPILE_CACHE: compiled,
  };
  const environment = { ...bareEnvironment, ...quietSettings, ...own, ...settings };
  const installation: Installation = {
    dataDirectory,
    url: `http://localhost:${port}`,
    readLog: () => readFileSync(logFile, 'utf8'),
    spawn(program = 'src/main.ts') {
      const log = openSync(logFile, 'a');
      const child = spawn(process.execPath, [path.join(sources, program)], {
        env: environment,
        stdio: ['ignore', log, log, ...(program === 'src/main.ts' ? [] : (['ipc'] as const))],
      });
      closeSync(log);
      folder.alsoEnds(child);
      return control(child, installation);
    },
    async run(command, ...words) {
      const program = path.join(sources, `src/commands/${command}.ts`);
      const child = spawn(process.execPath, ['--import', compactDrizzle, program, ...words], {
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      folder.alsoEnds(child);
      const printed = [child.stdout, child.stderr].map((stream) => text(stream));
      const [status] = await once(child, 'close');
      return { status, output: (await Promise.all(printed)).join('') };
    },
    clear: () => rmSync(dataDirectory, { recursive: true, force: true }),
    remove: folder.remove,
    keep: folder.keep,
  };
  return installation;
}

/** None of the caller's environment variables reach the server. */
const { PATH, TMPDIR, TZ } = process.env;
const bareEnvironment = { PATH, TMPDIR, TZ };
const quietSettings = {
  LOG_LEVEL: 'error',
  PASSWORD_HASH_COST: '4',
  RATE_LIMIT_FACTOR: '100000',
  DISK_RESERVE_BYTES: '0',
};

function control(child: ChildProcess, installation: Installation): ServerProcess {
  const began = performance.now();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    hasEnded,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async killWithDatabase() {
      const database = databaseProcesses(installation.dataDirectory);
      child.kill('SIGKILL');
      signal(database, 'SIGKILL');
      await ended;
    },
    sendMessage(message, answerKey) {
      return new Promise((resolve) => {
        const receive = (answer: unknown) => {
          if (!Object.hasOwn(answer as object, answerKey)) return;
          child.off('message', receive);
          resolve();
        };
        child.on('message', receive);
        child.send(message);
      });
    },
    async ready() {
      while (performance.now() - began < readyWithinSeconds * 1000) {
        if (hasEnded())
          throw new Error(`the server ended before it was ready:\n${installation.readLog().slice(-2000)}`);
        const answer = await send({ method: 'GET', url: installation.url + health.path }).catch(() => null);
        if (answer?.status === 200) return performance.now() - began;
        await delay(15);
      }
      await end('SIGKILL');
      throw new Error(
        `the server was not ready within ${readyWithinSeconds} seconds:\n${installation.readLog().slice(-2000)}`,
      );
    },
  };
}

/** The working directory of the embedded database. */
export const clusterOf = (dataDirectory: string): string => path.join(dataDirectory, 'postgres/cluster');

/** Every process that works in the database's folder, and the process group of its watchdog. */
function databaseProcesses(dataDirectory: string): number[] {
  const inside = processesIn(clusterOf(dataDirectory));
  const groups = new Set(inside.map(processGroup));
  groups.delete(processGroup(process.pid));
  return processes().filter((pid) => inside.includes(pid) || groups.has(processGroup(pid)));
}

/** @returns the folder of a failed run, which is kept, or null */
export function removeUnlessFailed(installation: Installation, isClean: boolean): string | null {
  if (isClean) installation.remove();
  else installation.keep();
  return isClean ? null : path.dirname(installation.dataDirectory);
}
