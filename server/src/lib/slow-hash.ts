// bcrypt for what people choose themselves: passwords and answers. Runs in the thread pool, never on the event loop.
import bcrypt from 'bcrypt';

/** bcrypt ignores everything after 72 bytes; a longer text would be cut in silence, so it is a fault here. */
const bytesMost = 72;
/** The pool has four threads, and files and sealed letters need them too: the rest of the hashes wait their turn. */
const atOnce = 2;

export interface SlowHash {
  hash(text: string): Promise<string>;
  matches(text: string, hash: string): Promise<boolean>;
}

/** @param cost the bcrypt cost; 12 takes about 160 ms of one core. */
export function createSlowHash(cost: number): SlowHash {
  const inTurn = takingTurns(atOnce);
  return {
    hash(text) {
      if (Buffer.byteLength(text) > bytesMost) throw new Error('too long for bcrypt');
      return inTurn(() => bcrypt.hash(text, cost));
    },
    async matches(text, hash) {
      if (Buffer.byteLength(text) > bytesMost) return false;
      return inTurn(() => bcrypt.compare(text, hash));
    },
  };
}

function takingTurns(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
