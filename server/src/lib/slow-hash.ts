// Hashes passwords and answers with bcrypt, in the thread pool and never on the event loop.
import bcrypt from 'bcrypt';
import { type Clock, systemClock } from './clock.ts';
import { createLane, type LaneLimits } from './lane.ts';

/** bcrypt silently ignores everything after 72 bytes, so a longer text is an error here. */
const maxBytes = 72;
/**
 * The pool has four threads: two for passwords, one for recipients' answers, so that they do not wait behind a crowd that signs
 * in, and one for files and sealed letters.
 */
const lanes = {
  passwords: { atOnce: 2, maxWaiting: 40 },
  answers: { atOnce: 1, maxWaiting: 40 },
} satisfies Record<string, LaneLimits>;

export interface SlowHash {
  hash(text: string): Promise<string>;
  matches(text: string, hash: string): Promise<boolean>;
}

/**
 * @param cost the bcrypt cost; 12 takes about 160 ms of one core.
 * Both functions throw the refusal `busy` when too many wait.
 */
export function createSlowHash(
  cost: number,
  kind: keyof typeof lanes = 'passwords',
  clock: Clock = systemClock,
): SlowHash {
  const inTurn = createLane(lanes[kind], clock);
  return {
    async hash(text) {
      if (Buffer.byteLength(text) > maxBytes) throw new Error('too long for bcrypt');
      return inTurn(() => bcrypt.hash(text, cost));
    },
    async matches(text, hash) {
      if (Buffer.byteLength(text) > maxBytes) return false;
      return inTurn(() => bcrypt.compare(text, hash));
    },
  };
}
