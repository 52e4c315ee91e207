// Limits calls per network. Every call is counted in memory; calls that could be used to guess are also counted in the
// database, across processes.
import type { RateLimit } from '@remembrance/contract/endpoint.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { type Clock, isWaiting, secondsLater } from '../platform/lib/clock.ts';
import { Refusal } from '../platform/lib/refusal.ts';

export interface RateLimiter {
  /** Counts one try, or an amount of something else, and returns what is left. Refuses nothing. */
  count(action: string, network: string, limit: RateLimit & { amount?: number }): Promise<Quota>;
  /** Counts one try. @throws {Refusal} too-many-requests, or the limit's own refusal, with the time to try again. */
  take(action: string, network: string, limit: Limit): Promise<void>;
  /** Uncounts one try. A window with only this try is removed. */
  putBack(action: string, network: string): Promise<void>;
}

/** The remainder of one network's limit in the current window. */
export interface Quota {
  tries: number;
  /** Negative once the limit is exceeded. */
  left: number;
  endsAt: Date;
}

interface Limit extends RateLimit {
  refusal?: RefusalCode;
}

export interface Window {
  tries: number;
  endsAt: Date;
}

export interface RateLimiterNeeds {
  clock: Clock;
  /** Multiplies every limit. */
  factor: number;
  /** The database stores this instead of a key, so that its table does not list addresses and accounts. */
  digestKey: (key: string) => string;
  /** Counts in the database. It opens a window until `endsAt`, unless one is open. Returns the updated window. */
  countTry: (key: string, count: { endsAt: Date; now: Date; amount: number }) => Promise<Window>;
  uncountTry: (key: string) => Promise<void>;
  /** How many windows are kept in memory. */
  maxWindows?: number;
}

export function createRateLimiter(needs: RateLimiterNeeds): RateLimiter {
  const { clock, factor, digestKey, countTry, uncountTry, maxWindows = 100_000 } = needs;
  const windows = new Map<string, Window>();
  const countInMemory = (key: string, { seconds, now, amount }: { seconds: number; now: Date; amount: number }) => {
    const known = windows.get(key);
    if (known && isWaiting(known.endsAt, seconds, now)) {
      known.tries += amount;
      return known;
    }
    if (windows.size >= maxWindows) forgetOld(windows, { now, max: maxWindows / 2 });
    const window = { tries: amount, endsAt: secondsLater(now, seconds) };
    windows.set(key, window);
    return window;
  };
  const count: RateLimiter['count'] = async (action, network, { tries, seconds, durable, amount = 1 }) => {
    const now = clock.now();
    const key = keyOf(action, network);
    const quota = quotaOf(tries * factor, countInMemory(key, { seconds, now, amount }));
    if (!durable || quota.left < 0) return quota;
    return quotaOf(quota.tries, await countTry(digestKey(key), { endsAt: secondsLater(now, seconds), now, amount }));
  };
  return {
    count,
    async take(action, network, limit) {
      refuseOver(await count(action, network, limit), limit.refusal);
    },
    async putBack(action, network) {
      const key = keyOf(action, network);
      const window = windows.get(key);
      if (window) window.tries -= 1;
      if (window && window.tries <= 0) windows.delete(key);
      await uncountTry(digestKey(key));
    },
  };
}

const keyOf = (action: string, network: string): string => `${action} ${network}`;

const quotaOf = (tries: number, window: Window): Quota => ({
  tries,
  left: tries - window.tries,
  endsAt: window.endsAt,
});

/** @throws {Refusal} with the time to try again, if the try exceeds the limit */
export function refuseOver({ left, endsAt }: Quota, refusal: RefusalCode = 'too-many-requests'): void {
  if (left < 0) throw new Refusal(refusal, { retryAt: endsAt });
}

// Removes expired windows, and the oldest open ones if there are still too many, so that a flood cannot fill the memory.
function forgetOld(windows: Map<string, Window>, { now, max }: { now: Date; max: number }): void {
  for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
  for (const key of windows.keys()) {
    if (windows.size < max) return;
    windows.delete(key);
  }
}
