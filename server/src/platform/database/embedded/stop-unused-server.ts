// Ends a server without users or without a watchdog: with a fast shutdown, then an immediate one, then SIGKILL. A PostgreSQL
// that is stopped during a recovery can hang forever.
import { isPostmasterAlive } from './postmaster.ts';

/** Seconds since the first call. SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one. */
const steps = [
  { afterSeconds: 0, signal: 'SIGINT' },
  { afterSeconds: 7, signal: 'SIGQUIT' },
  { afterSeconds: 15, signal: 'SIGKILL' },
] as const;

/** @returns a function that a start calls repeatedly while it waits for the server with that process id to end. */
export function createStopUnusedServer(home: string): (pid: number, isWatched: boolean) => void {
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
