// For tests: fills the queue of slow hashes, as a crowd of concurrent sign-ins does.
import bcrypt from 'bcrypt';
import { vi } from 'vitest';
import type { SlowHash } from '../src/platform/lib/slow-hash.ts';

/** More than may be hashed or wait concurrently; the excess is refused. */
const people = 42;

/** @returns a function that lets the crowd through. Until then, every other hash is refused as busy. */
export function fillHashing(slowHash: SlowHash): () => Promise<void> {
  const held = Promise.withResolvers<string>();
  const hash = vi.spyOn(bcrypt, 'hash').mockImplementation(() => held.promise);
  const crowd = Array.from({ length: people }, () => slowHash.hash('a crowd').catch(() => 'refused'));
  return async () => {
    held.resolve('');
    await Promise.all(crowd);
    hash.mockRestore();
  };
}
