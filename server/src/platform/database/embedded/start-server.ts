// Joins the server that runs in a home, or starts it. Several processes may try concurrently: one starts it, the others join.
import { chownSync, closeSync, existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable } from '../../lib/database-unavailable.ts';
import { chooseAccount } from './account.ts';
import { choosePrograms } from './choose-programs.ts';
import { clusterUser, ensureCluster } from './cluster.ts';
import { type GuardedServer, isOpenToUsers, joinServer, startGuardedServer } from './guarded-server.ts';
import { isAlive, isClusterHeld, isPostmasterAlive, readPostmaster } from './postmaster.ts';

/** A server that counts us as a user. */
export type UsedServer = Pick<GuardedServer, 'socketFolder' | 'hold' | 'hasEnded'> & {
  /** Whether another process has started the server. */
  attached: boolean;
};

interface Start {
  home: string;
  /** The value of POSTGRES_PROGRAMS. */
  programs: string | undefined;
  settings: Record<string, string>;
  /** Checked repeatedly: true when the start has taken too long or is no longer wanted. */
  givesUp: () => boolean;
}

/** Older versions do not support it. Worker processes would cost more memory than the time they save here. */
const settingsOf18 = { io_method: 'sync' };

/** PostgreSQL's messages when another server was first, or when processes of a killed server still run. */
const heldByAnother = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/;

/** @returns undefined if it gave up. @throws if PostgreSQL cannot run here; the message says why */
export async function startServer(start: Start): Promise<UsedServer | undefined> {
  const stopUnused = createStopUnusedServer(start.home);
  while (!start.givesUp()) {
    const server = (await attach(start, stopUnused)) ?? (await launch(start));
    if (server) return server;
    await delay(50);
  }
  return undefined;
}

/** Joins a running server; undefined when there is none, or it is stopping. */
async function attach(
  { home, givesUp }: Start,
  stopUnused: ReturnType<typeof createStopUnusedServer>,
): Promise<UsedServer | undefined> {
  const found = readPostmaster(home);
  if (!found?.socketFolder) return undefined;
  const { pid, socketFolder } = found;
  const hold = joinServer(socketFolder);
  if (hold === 'orphaned' || (hold === 'gone' && found.isStopping)) stopUnused(pid, hold === 'gone');
  if (typeof hold !== 'number') return undefined;
  while (isOpenToUsers(socketFolder) && !givesUp()) {
    if ((await isReady(socketFolder)) && isOpenToUsers(socketFolder)) {
      return { socketFolder, hold, hasEnded: () => !existsSync(socketFolder), attached: true };
    }
    if (!isPostmasterAlive(pid, home)) break;
    await delay(20);
  }
  closeSync(hold);
  return undefined;
}

/** Starts a server; undefined when another process holds the cluster. */
async function launch({ home, programs: wanted, settings, givesUp }: Start): Promise<UsedServer | undefined> {
  if (isClusterHeld(home)) return undefined;
  removeLeftovers(home);
  const programs = choosePrograms(home, wanted);
  const account = chooseAccount(programs, home);
  if (account.ids.uid) chownSync(home, account.ids.uid, account.ids.gid ?? -1);
  await ensureCluster(home, programs, account);
  const all = { ...(programs.major >= 18 && settingsOf18), ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...account.prefix, programs.postgres, '-D', path.join(home, 'cluster'), '-p', '5432', ...flags];
  const server = startGuardedServer(home, command, account);
  const { socketFolder, hold, hasEnded } = server;
  while (!hasEnded() && !givesUp()) {
    // The lock file names our socket, so the server that is ready is ours and not that of another process.
    if (readPostmaster(home)?.socketFolder === socketFolder && (await isReady(socketFolder))) {
      return { socketFolder, hold, hasEnded, attached: false };
    }
    await delay(10);
  }
  closeSync(hold);
  if (givesUp() || heldByAnother.test(server.readLog())) return undefined;
  throw new DatabaseUnavailable(
    `PostgreSQL in ${home} did not start; its server.log says why: ${reasonIn(server.readLog())}.`,
  );
}

/** The log line that names the cause, without its time. */
function reasonIn(log: string): string {
  const lines = log.trim().split('\n');
  const line = lines.find((one) => /\b(FATAL|PANIC):/.test(one)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?\b(FATAL|PANIC):\s*/, '').slice(0, 300);
}

/** Leaves the server. If nobody else uses it, waits until it has stopped. */
export async function leaveServer({ socketFolder, hold, hasEnded }: UsedServer, maxSeconds: number): Promise<void> {
  closeSync(hold);
  const left = performance.now();
  while (!hasEnded()) {
    const waitedSeconds = (performance.now() - left) / 1000;
    // The watchdog removes the pipe as soon as there are no users. While it exists, others use the server.
    if (waitedSeconds > (isOpenToUsers(socketFolder) ? 0.3 : maxSeconds)) return;
    await delay(10);
  }
}

export const connectionTo = (socketFolder: string) =>
  ({ host: socketFolder, port: 5432, user: clusterUser, database: 'postgres', ssl: false }) satisfies pg.PoolConfig;

async function isReady(socketFolder: string): Promise<boolean> {
  const client = new pg.Client({ ...connectionTo(socketFolder), connectionTimeoutMillis: 2000 });
  client.on('error', () => {}); // connect reports it too
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Removes the leftovers of interrupted starts. Unfinished clusters, socket folders and links to them are named after the process
 * that created them. When it has ended, nobody uses them. Call this only when no server runs, because a server may outlive its
 * starter.
 */
function removeLeftovers(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = Number(/^(?:draft|run|link)-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Seconds since the first call. SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one. */
const steps = [
  { afterSeconds: 0, signal: 'SIGINT' },
  { afterSeconds: 7, signal: 'SIGQUIT' },
  { afterSeconds: 15, signal: 'SIGKILL' },
] as const;

/**
 * Ends a server without users or without a watchdog: with a fast shutdown, then an immediate one, then SIGKILL. A PostgreSQL
 * that is stopped during a recovery can hang forever.
 * @returns a function that a start calls repeatedly while it waits for the server with that process id to end.
 */
function createStopUnusedServer(home: string): (pid: number, isWatched: boolean) => void {
  let waiting: { pid: number; since: number; stepsDone: number } | undefined;
  return (pid, isWatched) => {
    if (!isPostmasterAlive(pid, home)) return;
    // A watchdog has already sent the first signal, and sends the others before us.
    if (waiting?.pid !== pid) waiting = { pid, since: performance.now(), stepsDone: isWatched ? 1 : 0 };
    const next = steps[waiting.stepsDone];
    if (!next || performance.now() - waiting.since < next.afterSeconds * 1000) return;
    waiting.stepsDone += 1;
    process.kill(pid, next.signal);
  };
}
