// A PostgreSQL server of our own, on a Unix socket in a folder that is ours alone: no port, no password, no set-up.
// Several processes may ask for it at once; one starts it, the others join, and it stops with its last user.
import { chownSync, closeSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from './embedded/account.ts';
import { clusterUser, ensureCluster } from './embedded/cluster.ts';
import { type GuardedServer, isOpenToUsers, joinServer, startGuardedServer } from './embedded/guarded-server.ts';
import { removeLeftovers } from './embedded/leftovers.ts';
import { isClusterHeld, isPostmasterAlive, readPostmaster } from './embedded/postmaster.ts';
import { findPrograms } from './embedded/programs.ts';

export interface EmbeddedPostgres {
  connection: pg.PoolConfig;
  /** Whether another process had started the server. */
  attached: boolean;
  /** Leaves the server, and when nobody else uses it waits until it has stopped. */
  stop(): Promise<void>;
}

interface Options {
  /** The server's home: its data files, socket and log. Made when it is missing. */
  dataDirectory: string;
  /** PostgreSQL settings for the one that starts it, such as `{ fsync: 'off' }`. */
  settings?: Record<string, string>;
}

/** How long a start may take, with another server's stop before it and a recovery after a crash. */
const patienceSeconds = 120;

const ownSettings = {
  listen_addresses: '',
  max_connections: '50',
  shared_buffers: '64MB',
  max_wal_size: '256MB', // bounds what is read again after a crash
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_method: 'sync', // its worker processes cost more memory than they save time here
  max_parallel_workers_per_gather: '0', // parallel queries want more shared memory than containers give
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'log', // starts, stops and crashes; an error goes to who asked, and its text quotes values
};

/** What PostgreSQL says when it comes second, or before the last processes of a killed server have ended. */
const heldByAnother = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/;

/** @throws when PostgreSQL cannot run here, with a sentence that says why. */
export async function startEmbeddedPostgres({ dataDirectory, settings = {} }: Options): Promise<EmbeddedPostgres> {
  mkdirSync(path.dirname(path.resolve(dataDirectory)), { recursive: true });
  mkdirSync(dataDirectory, { mode: 0o700, recursive: true });
  const home = realpathSync(dataDirectory);
  const deadline = Date.now() + patienceSeconds * 1000;
  while (Date.now() < deadline) {
    const server = (await attach(home, deadline)) ?? (await launch(home, { ...ownSettings, ...settings }, deadline));
    if (server) return server;
    await delay(50);
  }
  const pid = readPostmaster(home)?.pid;
  throw new Error(
    `PostgreSQL in ${home} did not become ready in ${patienceSeconds} seconds (its process: ${pid ?? 'none'}).`,
  );
}

/** Joins a running server; undefined when there is none, or it is stopping. */
async function attach(home: string, deadline: number): Promise<EmbeddedPostgres | undefined> {
  const found = readPostmaster(home);
  if (!found?.socketFolder) return undefined;
  const { pid, socketFolder } = found;
  const hold = joinServer(socketFolder);
  if (hold === 'gone') return undefined;
  if (hold === 'orphaned') {
    if (isPostmasterAlive(pid, home)) process.kill(pid, 'SIGINT');
    return undefined;
  }
  while (isOpenToUsers(socketFolder) && Date.now() < deadline) {
    if ((await isReady(socketFolder)) && isOpenToUsers(socketFolder)) {
      return use({ socketFolder, hold, hasEnded: () => !existsSync(socketFolder) }, true);
    }
    if (!isPostmasterAlive(pid, home)) break;
    await delay(20);
  }
  closeSync(hold);
  return undefined;
}

/** Starts a server; undefined when another process holds the cluster. */
async function launch(home: string, settings: Record<string, string>, deadline: number) {
  if (isClusterHeld(home)) return undefined;
  removeLeftovers(home);
  const programs = findPrograms();
  const account = chooseAccount(programs, home);
  if (account.ids.uid) chownSync(home, account.ids.uid, account.ids.gid ?? -1);
  await ensureCluster(home, programs, account);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...account.prefix, programs.postgres, '-D', path.join(home, 'cluster'), '-p', '5432', ...flags];
  const server = startGuardedServer(home, command, account);
  const { socketFolder, hold } = server;
  while (!server.hasEnded() && Date.now() < deadline) {
    // The lock file naming our socket says that it is ours that became ready, and not a rival's.
    if (readPostmaster(home)?.socketFolder === socketFolder && (await isReady(socketFolder))) return use(server, false);
    await delay(10);
  }
  closeSync(hold);
  if (heldByAnother.test(server.readLog())) return undefined;
  throw new Error(`PostgreSQL did not start:\n${server.readLog().trim().split('\n').slice(-8).join('\n')}`);
}

type Held = Pick<GuardedServer, 'socketFolder' | 'hold' | 'hasEnded'>;

function use(server: Held, attached: boolean): EmbeddedPostgres {
  let left: Promise<void> | undefined;
  return { connection: connectionTo(server.socketFolder), attached, stop: () => (left ??= leave(server)) };
}

async function leave({ socketFolder, hold, hasEnded }: Held): Promise<void> {
  closeSync(hold);
  const left = Date.now();
  while (!hasEnded()) {
    const waitedSeconds = (Date.now() - left) / 1000;
    // The watchdog closes the pipe as soon as it finds that nobody is left; while it is open, others use the server.
    if (waitedSeconds > (isOpenToUsers(socketFolder) ? 0.3 : patienceSeconds)) return;
    await delay(10);
  }
}

const connectionTo = (socketFolder: string) =>
  ({ host: socketFolder, port: 5432, user: clusterUser, database: 'postgres', ssl: false }) satisfies pg.PoolConfig;

async function isReady(socketFolder: string): Promise<boolean> {
  const client = new pg.Client({ ...connectionTo(socketFolder), connectionTimeoutMillis: 2000 });
  client.on('error', () => {}); // said by connect as well
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
