// A bounded queue for costly work: a few tasks run at once, the others wait in order. Too many callers are refused at once
// instead of waiting for minutes, and a task whose caller has disconnected leaves the queue.
import type { Clock } from './clock.ts';
import { secondsLater } from './clock.ts';
import { Refusal, refuse } from './refusal.ts';
import { requestSignal } from './request-signal.ts';

export interface LaneLimits {
  atOnce: number;
  maxWaiting: number;
}
export type Lane = <T>(work: () => Promise<T>) => Promise<T>;

const retrySeconds = 5;

/** @returns a function that runs its task in order. It throws the refusal `busy` when too many are waiting. */
export function createLane({ atOnce, maxWaiting }: LaneLimits, clock: Clock): Lane {
  const waiting = new Set<() => void>();
  let running = 0;
  const startNext = () => {
    const [next] = waiting;
    if (!next) running -= 1;
    else {
      waiting.delete(next);
      next();
    }
  };
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (waiting.size >= maxWaiting) refuse('busy', { retryAt: secondsLater(clock.now(), retrySeconds) });
    else await waitForTurn(waiting, requestSignal());
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}

function waitForTurn(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.delete(go);
      reject(new Refusal('bad-request')); // nobody receives it
    };
    if (signal?.aborted) return leave();
    signal?.addEventListener('abort', leave, { once: true });
    waiting.add(go);
  });
}
