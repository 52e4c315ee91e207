// bcrypt for what people choose themselves: passwords and answers. Runs in the thread pool, never on the event loop.
import bcrypt from 'bcrypt';
import { type Clock, systemClock } from './clock.ts';
import { createLane, type LaneLimits } from './lane.ts';

/** bcrypt ignores everything after 72 bytes; a longer text would be cut in silence, so it is a fault here. */
const maxBytes = 72;
/**
 * The pool has four threads. Two are for passwords and one for the answers of recipients, who never wait behind a crowd that signs
 * in; one is left for files and sealed letters.
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
 * @throws {Refusal} busy, by either function, when too many wait in the lane.
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
