// A bounded queue for costly work: a few tasks run concurrently, the others wait in order. Excess callers are refused immediately
// instead of waiting for minutes, and a task whose caller has disconnected leaves the queue.
import { type Clock, secondsLater } from './clock.ts';
import { Refusal, refuse } from './refusal.ts';
import { requestSignal } from './request-signal.ts';

export interface LaneLimits {
  atOnce: number;
  maxWaiting: number;
}

export interface Lane {
  /** Runs the work in its turn. Throws the refusal `busy` if too many are waiting. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Reserves a place in the queue while the work prepares, so that its task in the given lane is not refused. An unused place
   * becomes free once the work ends. Throws the refusal `busy` as `run` does.
   */
  reserve<T>(work: (lane: Lane) => Promise<T>): Promise<T>;
  /** Resolves when nothing runs or waits here. */
  idle(): Promise<void>;
}

const retrySeconds = 5;

/** @param before a lane with priority: nothing starts here while it has work */
export function createLane({ atOnce, maxWaiting }: LaneLimits, clock: Clock, before?: Lane): Lane {
  const waiting = new Set<() => void>();
  const whenIdle = new Set<() => void>();
  let reserved = 0;
  let running = 0;
  const refuseOneTooMany = () => {
    if (running + waiting.size + reserved < atOnce + maxWaiting) return;
    refuse('busy', { retryAt: secondsLater(clock.now(), retrySeconds) });
  };
  const startNext = () => {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next();
      return;
    }
    running -= 1;
    if (running > 0) return;
    for (const resolve of whenIdle) resolve();
    whenIdle.clear();
  };
  const enter = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else await waitForTurn(waiting, requestSignal());
    try {
      if (before) await before.idle();
      return await work();
    } finally {
      startNext();
    }
  };
  const lane: Lane = {
    async run(work) {
      refuseOneTooMany();
      return enter(work);
    },
    async reserve(work) {
      refuseOneTooMany();
      reserved += 1;
      let isKept = true;
      const giveUp = () => {
        if (isKept) reserved -= 1;
        isKept = false;
      };
      const run: Lane['run'] = (inner) => {
        giveUp();
        return enter(inner);
      };
      return work({ ...lane, run }).finally(giveUp);
    },
    async idle() {
      while (running > 0) await new Promise<void>((resolve) => whenIdle.add(resolve));
    },
  };
  return lane;
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
