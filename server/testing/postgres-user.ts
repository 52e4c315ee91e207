// Processes that use the embedded server and that tests can kill, and a folder for the server's data.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { isAlive } from '../src/platform/database/embedded/postmaster.ts';
import { makeTestFolder } from './test-folder.ts';
import { until } from './until.ts';

const moduleUrl = new URL('../src/platform/database/embedded-postgres.ts', import.meta.url).href;
/** Uses the server until it is killed, and prints its connection. */
const userScript = `
  import { startEmbeddedPostgres } from '${moduleUrl}';
  const { connection, attached } = await startEmbeddedPostgres({ dataDirectory: process.argv[1] });
  console.log(JSON.stringify({ connection, attached }));
  setInterval(() => {}, 60_000);
`;

export class PostgresUsers {
  readonly folder: string;
  dataDirectory: string;
  readonly #processes: ChildProcess[] = [];

  constructor() {
    this.folder = makeTestFolder();
    this.dataDirectory = path.join(this.folder, 'postgres');
  }

  spawn(): ChildProcess {
    const args = ['--input-type=module', '-e', userScript, this.dataDirectory];
    const user = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    user.stderr?.on('data', (bytes: Buffer) => console.error(bytes.toString().trimEnd()));
    this.#processes.push(user);
    return user;
  }

  /** Resolves once no process of a server is left running. */
  async serverHasStopped(): Promise<void> {
    const left = () => {
      const names = existsSync(this.dataDirectory) ? readdirSync(this.dataDirectory) : [];
      // The process id may have been reused; a later start then removes the folder.
      const folders = names.filter((name) => name.startsWith('run-') && !isAlive(Number(name.split('-')[1])));
      return { folders, isRunning: existsSync(path.join(this.dataDirectory, 'cluster/postmaster.pid')) };
    };
    await until(left).toEqual({ folders: [], isRunning: false });
  }

  /** Kills the remaining processes and removes the folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const user of this.#processes) await kill(user);
    await this.serverHasStopped();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

export async function kill(user: ChildProcess): Promise<void> {
  if (user.exitCode !== null || user.signalCode !== null) return;
  user.kill('SIGKILL');
  await once(user, 'exit');
}

export async function answerOf(user: ChildProcess): Promise<{ connection: pg.ClientConfig; attached: boolean }> {
  if (!user.stdout) throw new Error('the process has no output');
  const [line] = await once(createInterface(user.stdout), 'line');
  return JSON.parse(line);
}

export async function query(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The processes of a server: PostgreSQL, and its watchdog, a shell with a pipe reader. */
export async function serverProcesses(connection: pg.ClientConfig): Promise<{ postgres: number; watchdog: number[] }> {
  const [row] = await query(connection, "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid");
  const postgres = Number(row?.pid);
  const group = processGroup(postgres);
  // The server can be ready before its three watchdog processes are.
  const watchdog = () =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && pid !== postgres && processGroup(pid) === group);
  await until(() => watchdog().length).toBeGreaterThanOrEqual(3);
  return { postgres, watchdog: watchdog() };
}

function processGroup(pid: number): number | undefined {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[2],
    );
  } catch {
    return undefined; // the process has ended
  }
}
