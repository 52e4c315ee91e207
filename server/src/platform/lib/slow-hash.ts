// Hashes passwords and answers with bcrypt, in the thread pool and never on the event loop.
import { timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import { type Clock, systemClock } from './clock.ts';
import { createLane, type Lane, type LaneLimits } from './lane.ts';

/** bcrypt silently ignores everything after 72 bytes, so a longer text is an error here. */
const maxBytes = 72;
/** The pool has four threads; files and letters need one, and a thread is useless without a core. */
const limits = {
  passwords: { atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), maxWaiting: 40 },
  answers: { atOnce: Math.min(2, availableParallelism()), maxWaiting: 40 },
} satisfies Record<string, LaneLimits>;

/** Recipients' answers have priority: no password check starts at the same time, so they do not wait for a crowd that signs in. */
export function createHashLanes(clock: Clock): Record<keyof typeof limits, Lane> {
  const answers = createLane(limits.answers, clock);
  return { answers, passwords: createLane(limits.passwords, clock, answers) };
}

export interface SlowHash {
  hash(text: string): Promise<string>;
  /** Reserves a place in the lane for the slow hash that the work is given: a crowd is refused before the work. */
  reserve<T>(work: (slowHash: SlowHash) => Promise<T>): Promise<T>;
  /** A wrong text takes as long as a hash at today's cost, even if its hash was cheaper. */
  matches(text: string, hash: string): Promise<boolean>;
  /** Whether the hash was made at a lower cost than today's. */
  isCheaper(hash: string): boolean;
  /** Hashes several texts with one salt, for `matchesAny`. */
  hashAll(texts: readonly string[]): Promise<string[]>;
  /** Whether the text matches one of these hashes from `hashAll`, for the cost of one slow hash. */
  matchesAny(text: string, hashes: readonly string[]): Promise<boolean>;
}

/** A bcrypt hash starts with its version, cost and salt. */
const saltLength = 29;

/**
 * @param cost the bcrypt cost; 12 takes about 160 ms of one core.
 * @returns functions that throw the refusal `busy` if too many wait
 */
export function createSlowHash(cost: number, lane: Lane = createHashLanes(systemClock).passwords): SlowHash {
  const hashWith = (text: string, salt: string | number): Promise<string> => {
    if (Buffer.byteLength(text) > maxBytes) throw new Error('too long for bcrypt');
    return lane.run(() => bcrypt.hash(text, salt));
  };
  return {
    hash: async (text) => hashWith(text, cost),
    reserve: (work) => lane.reserve((reserved) => work(createSlowHash(cost, reserved))),
    async hashAll(texts) {
      const salt = bcrypt.genSaltSync(cost); // sixteen random bytes are not worth a round trip to the thread pool
      return Promise.all(texts.map((text) => hashWith(text, salt)));
    },
    async matchesAny(text, hashes) {
      const salt = hashes[0]?.slice(0, saltLength);
      if (salt === undefined || hashes.some((hash) => !hash.startsWith(salt)))
        throw new Error('hashes without one salt');
      if (Buffer.byteLength(text) > maxBytes) return false;
      const own = Buffer.from(await hashWith(text, salt));
      // Every hash is compared, so the duration does not reveal which one matched.
      return hashes
        .map((hash) => Buffer.from(hash))
        .map((hash) => hash.length === own.length && timingSafeEqual(hash, own))
        .includes(true);
    },
    async matches(text, hash) {
      if (Buffer.byteLength(text) > maxBytes) return false;
      return lane.run(async () => {
        const isRight = await bcrypt.compare(text, hash);
        if (!isRight) for (const rest of costsOfRest(hash, cost)) await bcrypt.hash(text, rest);
        return isRight;
      });
    },
    isCheaper: (hash) => costsOfRest(hash, cost).length > 0,
  };
}

/** The costs of further hashes that add up to one hash at today's cost, after one at the hash's own cost: each step doubles. */
export function costsOfRest(hash: string, cost: number): number[] {
  const own = Number(hash.slice(4, 6));
  return Array.from({ length: Math.max(0, cost - own) }, (_, step) => own + step);
}
