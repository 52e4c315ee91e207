// Ends a server that stops without users, or has lost its watchdog: politely, then at once, then by force. Asked to stop
// in the middle of a recovery, PostgreSQL can stay for ever between running and ended.
import { isPostmasterAlive } from './postmaster.ts';

/** Seconds after the first look; PostgreSQL's own words for them are fast and immediate shutdown. */
const steps = [
  { afterSeconds: 0, signal: 'SIGINT' },
  { afterSeconds: 7, signal: 'SIGQUIT' },
  { afterSeconds: 15, signal: 'SIGKILL' },
] as const;

/** @returns what a start calls again and again while it waits for the server with that number to end. */
export function createStopUnusedServer(home: string): (pid: number, isWatched: boolean) => void {
  let waiting: { pid: number; since: number; stepsDone: number } | undefined;
  return (pid, isWatched) => {
    if (!isPostmasterAlive(pid, home)) return;
    // A watchdog has sent the first signal already, and sends the others before us.
    if (waiting?.pid !== pid) waiting = { pid, since: performance.now(), stepsDone: isWatched ? 1 : 0 };
    const next = steps[waiting.stepsDone];
    if (!next || performance.now() - waiting.since < next.afterSeconds * 1000) return;
    waiting.stepsDone += 1;
    process.kill(pid, next.signal);
  };
}
