// Runs one PostgreSQL server under a watchdog, so that it runs exactly as long as somebody uses it.
// Every user holds the write end of a named pipe. The watchdog, a shell, reads from it: end of input means that the last user
// has ended, even by `kill -9`, and it stops the server.
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Account } from './account.ts';
import { bareEnvironment } from './cluster.ts';

export interface GuardedServer {
  /** Contains the server's socket and the pipe of its users. Removed when the server has ended. */
  socketFolder: string;
  /** Our end of the pipe. */
  hold: number;
  hasEnded(): boolean;
  /** The server's log since this start. */
  readLog(): string;
}

// $1 is the folder of the socket; the other arguments are the server's command. File descriptor 3 is the pipe, which the
// starter has opened for reading and writing, so that opening it for reading does not block even if the starter has died.
// Somebody may join between the end of input and the removal of the pipe: the second `cat` waits for them. Signals are
// ignored, because a terminal or an init system sends them to all processes and our users finish their work first. A server
// that is stopped during a recovery can hang, so SIGQUIT and SIGKILL follow; the next start recovers what was committed.
const watchdogScript = `
trap '' HUP INT TERM PIPE
folder=$1; shift
pause() { left=$1; while [ $left -gt 0 ]; do sleep 1; left=$((left - 1)); done; }
stop_server() { kill -INT $server; pause 5; kill -QUIT $server; pause 7; kill -KILL $server; }
"$@" 3>&- &
server=$!
{ exec 4<"$folder/users" 3>&-; cat <&4; rm -f "$folder/users"; cat <&4; exec 4<&-; stop_server; } >/dev/null &
watch=$!
exec 3>&-
wait $server
status=$?
kill -KILL $watch 2>/dev/null
rm -rf "$folder"
exit $status
`;

const longestLogBytes = 1_000_000;

/** Starts the server and returns immediately. The caller must check whether it becomes ready or ends. */
export function startGuardedServer(home: string, command: string[], account: Account): GuardedServer {
  const socketFolder = makeSocketFolder(home);
  if (account.ids.uid) lchownSync(socketFolder, account.ids.uid, account.ids.gid ?? -1);
  const hold = makePipe(socketFolder, account);
  const log = openLog(path.join(home, 'server.log'));
  const args = ['-c', watchdogScript, 'watchdog', socketFolder, ...command, '-k', quoteFolder(socketFolder)];
  const watchdog = spawn('/bin/sh', args, {
    ...account.ids,
    cwd: '/',
    env: bareEnvironment,
    stdio: ['ignore', 'ignore', log.file, hold],
    detached: true, // a separate session, so that Ctrl-C in the terminal does not reach it
  });
  watchdog.unref();
  closeSync(log.file);
  const hasEnded = () => watchdog.exitCode !== null || watchdog.signalCode !== null;
  return { socketFolder, hold, hasEnded, readLog: log.readNew };
}

/** Joins the users of a running server. It may have ended, be about to end, or have lost its watchdog. */
export function joinServer(socketFolder: string): number | 'gone' | 'orphaned' {
  try {
    return openSync(path.join(socketFolder, 'users'), constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'gone';
    if (code === 'ENXIO') return 'orphaned'; // nobody reads this pipe
    throw error;
  }
}

/** Whether joining still counts: once the watchdog has removed the pipe, only earlier users do. */
export const isOpenToUsers = (socketFolder: string): boolean => existsSync(path.join(socketFolder, 'users'));

function makePipe(socketFolder: string, account: Account): number {
  const pipe = path.join(socketFolder, 'users');
  const made = spawnSync('mkfifo', ['-m', '600', pipe], { ...account.ids, cwd: '/', encoding: 'utf8' });
  if (made.status === 0) return openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  rmSync(socketFolder, { recursive: true, force: true }); // a full disk causes many more starts
  throw new Error(`mkfifo failed in ${socketFolder}: ${made.error?.message ?? made.stderr}`);
}

/** Every start has a new folder, so that nothing in it is stale. It is in the home, unless its path is too long for a socket. */
function makeSocketFolder(home: string): string {
  const beginning = path.join(home, `run-${process.pid}-`);
  return mkdtempSync(isTooDeepForSocket(`${beginning}XXXXXX`) ? path.join(os.tmpdir(), 'remembrance-') : beginning);
}

const longestSocketPath = 103; // the limit of macOS; Linux allows four more
export const isTooDeepForSocket = (folder: string): boolean =>
  Buffer.byteLength(`${folder}/.s.PGSQL.5432`) > longestSocketPath;

/** The folder may belong to another account, so a symbolic link there is not followed. */
function openLog(name: string) {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
  const file = openSync(name, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  if (fstatSync(file).size > longestLogBytes) ftruncateSync(file);
  const { size } = fstatSync(file);
  return { file, readNew: () => readFileSync(name).subarray(size).toString() };
}

/** The setting is a comma-separated list, in which a quoted name may contain a comma. */
const quoteFolder = (folder: string): string => `"${folder.replaceAll('"', '""')}"`;
