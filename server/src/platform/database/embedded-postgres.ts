// Runs a private PostgreSQL server on a Unix socket in our own folder, without port, password or setup. Several processes
// may start it concurrently: one starts it, the others join, and it stops with its last user. If it ends while in use, it is
// restarted at the same address.
import { randomBytes } from 'node:crypto';
import { realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { DatabaseUnavailable } from '../lib/database-unavailable.ts';
import { makeFolders } from '../lib/make-folders.ts';
import { choosePrograms } from './embedded/choose-programs.ts';
import { isTooDeepForSocket } from './embedded/guarded-server.ts';
import { readPostmaster, readProgramsFolder } from './embedded/postmaster.ts';
import { logRoomMegabytes } from './embedded/reserve-log-room.ts';
import { restartWhenEnded } from './embedded/restart-server.ts';
import { connectionTo, leaveServer, startServer, type UsedServer } from './embedded/start-server.ts';

export interface EmbeddedPostgres {
  connection: pg.PoolConfig;
  /** Whether another process has started the server. */
  attached: boolean;
  /** The folder of the running programs. */
  programs: string;
  /** Leaves the server. If no other process uses it, waits until it has stopped. */
  stop(): Promise<void>;
}

interface Options {
  /** The server's home: its data files, socket and log. Created if missing. */
  dataDirectory: string;
  /** The value of POSTGRES_PROGRAMS. Tests use the embedded ones, so that every machine tests the same. */
  programs?: string | undefined;
  /** PostgreSQL settings, used if this process starts the server, such as `{ fsync: 'off' }`. */
  settings?: Record<string, string>;
  /** Called when the server has ended and when it cannot be restarted. */
  log?: (message: string, error: Error) => void;
}

/** How long a start may take, including the stop of another server and the recovery after a crash. */
const startSeconds = 120;

const logRoom = `${logRoomMegabytes}MB`;
const ownSettings = {
  listen_addresses: '',
  max_connections: '50',
  shared_buffers: '64MB',
  autovacuum_naptime: '5s', // a table that fills quickly soon has the statistics its plans need
  max_wal_size: logRoom, // limits the recovery after a crash
  min_wal_size: logRoom, // keeps the log's disk space, so that a full disk does not end the server
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  jit: 'off', // just-in-time compilation takes longer than our statements run
  max_parallel_workers_per_gather: '0', // parallel queries need more shared memory than containers have
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'log', // only starts, stops and crashes: the text of an error may quote values
};

/** @throws if PostgreSQL cannot run here; the message says why */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDirectory, settings = {}, log = () => {} } = options;
  const programs = 'programs' in options ? options.programs : 'embedded';
  makeFolders(path.dirname(path.resolve(dataDirectory)));
  makeFolders(dataDirectory, 0o700);
  const home = realpathSync(dataDirectory);
  choosePrograms(home, programs); // refuses a wrong setting even if the server is already running
  const start = async (signal?: AbortSignal) => {
    const deadline = performance.now() + startSeconds * 1000;
    const givesUp = () => performance.now() > deadline || signal?.aborted === true;
    return startServer({ home, programs, settings: { ...ownSettings, ...settings }, givesUp });
  };
  const server = await start();
  if (!server) {
    const pid = readPostmaster(home)?.pid;
    throw new DatabaseUnavailable(
      `PostgreSQL in ${home} did not become ready in ${startSeconds} seconds (its process: ${pid ?? 'none'}).`,
    );
  }
  const link = createServerLink(home);
  const onStart = ({ socketFolder }: UsedServer) => link.pointTo(socketFolder);
  onStart(server);
  const endWatch = restartWhenEnded({ server, start, onStart, log });
  const leave = async () => {
    const running = await endWatch();
    link.remove();
    if (running) await leaveServer(running, startSeconds);
  };
  let left: Promise<void> | undefined;
  return {
    connection: connectionTo(link.folder),
    attached: server.attached,
    programs: readProgramsFolder(home),
    stop: () => (left ??= leave()),
  };
}

// A stable address for the server: every start of PostgreSQL has a new socket folder, and this symbolic link points to the
// current one. The connections need not know about restarts.
interface ServerLink {
  folder: string;
  pointTo(socketFolder: string): void;
  remove(): void;
}

function createServerLink(home: string): ServerLink {
  const name = `link-${process.pid}-${randomBytes(3).toString('hex')}`;
  const folder = isTooDeepForSocket(path.join(home, name))
    ? path.join(os.tmpdir(), `remembrance-${name}`)
    : path.join(home, name);
  const unfinished = `${folder}.new`;
  return {
    folder,
    pointTo(socketFolder) {
      rmSync(unfinished, { force: true });
      symlinkSync(socketFolder, unfinished);
      renameSync(unfinished, folder);
    },
    remove: () => rmSync(folder, { force: true }),
  };
}
