// bcrypt for what people choose themselves: passwords and answers. Runs in the thread pool, never on the event loop.
import bcrypt from 'bcrypt';

/** bcrypt ignores everything after 72 bytes; a longer text would be cut in silence, so it is a fault here. */
const bytesMost = 72;

export interface SlowHash {
  hash(text: string): Promise<string>;
  matches(text: string, hash: string): Promise<boolean>;
}

/** @param cost the bcrypt cost; 12 takes about 160 ms of one core. */
export function createSlowHash(cost: number): SlowHash {
  return {
    hash(text) {
      if (Buffer.byteLength(text) > bytesMost) throw new Error('too long for bcrypt');
      return bcrypt.hash(text, cost);
    },
    async matches(text, hash) {
      if (Buffer.byteLength(text) > bytesMost) return false;
      return bcrypt.compare(text, hash);
    },
  };
}
