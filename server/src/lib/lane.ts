// A lane for costly work: a few at once, the others in turn. The queue is bounded, so that a crowd is refused quickly instead of
// waiting for minutes, and work whose request is gone leaves it.
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

/** @returns a function that does its work in turn. It throws the refusal `busy` when too many wait. */
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
      reject(new Refusal('bad-request')); // nobody reads it
    };
    if (signal?.aborted) return leave();
    signal?.addEventListener('abort', leave, { once: true });
    waiting.add(go);
  });
}
