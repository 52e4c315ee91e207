// A temporary folder of a run. A small shell process removes it, and kills the servers of the run, as soon as this process ends, even if it
// is killed: an interrupted run leaves no folder and no process.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface RunFolder {
  path: string;
  /** Also kills the process when this one ends. */
  alsoEnds(child: ChildProcess): void;
  remove(): void;
  /** Keeps the folder, so that someone can find the cause. */
  keep(): void;
}

/** A line contains the id of a process to kill at the end; `keep` is the last line. A database ends on its own after its server. */
const watch = `
pids=
while read -r line; do
  [ "$line" = keep ] && exit 0
  pids="$pids $line"
done
umount --lazy "$1/disk" 2>/dev/null # a disk of its own
[ -z "$pids" ] || kill -9 $pids 2>/dev/null
tries=0
until rm -rf "$1" 2>/dev/null && sleep 1 && [ ! -e "$1" ]; do
  tries=$((tries + 1))
  [ $tries -lt 60 ] || exit 1
done`;

export function makeRunFolder(what: string): RunFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), `remembrance-${what}-`));
  chmodSync(folder, 0o755); // the database may have to run as another user
  // In a separate session, so that Ctrl-C does not end it.
  const watcher = spawn('/bin/sh', ['-c', watch, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {}); // it has ended before us
  watcher.unref();
  (watcher.stdin as { unref?(): void }).unref?.();
  const children = new Set<ChildProcess>();
  const leave = () => watcher.stdin.end('keep\n');
  return {
    path: folder,
    alsoEnds(child) {
      children.add(child);
      watcher.stdin.write(`${child.pid}\n`);
    },
    remove() {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
      leave();
    },
    keep: leave,
  };
}
