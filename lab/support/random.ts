// A seeded random generator: the same seed gives the same choices and bytes.
import { createCipheriv, createHash } from 'node:crypto';

export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** An integer; both ends are included. */
  between(min: number, max: number): number;
  happens(probability: number): boolean;
  bytes(size: number): Buffer;
}

/** Each name has its own sequence of choices, so that one does not depend on the progress of another. */
export function createRandom(seed: number, name: string): Random {
  const key = createHash('sha256').update(`${seed} ${name}`).digest();
  let state = key.readUInt32LE(0);
  let drawn = 0;
  const next = () => {
    // mulberry32, by Tommy Ettinger; public domain.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    happens: (probability) => next() < probability,
    bytes(size) {
      const start = Buffer.alloc(16);
      start.writeUInt32LE(drawn++);
      return createCipheriv('aes-256-ctr', key, start).update(Buffer.alloc(size));
    },
  };
}
