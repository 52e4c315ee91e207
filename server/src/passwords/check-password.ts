// Checks an account's password. It takes the same time whether or not the account exists.
import { passwordBytes } from '@remembrance/contract/limits.ts';
import type { DatabaseOrTransaction } from '../database/transaction.ts';
import type { SlowHash } from '../lib/slow-hash.ts';
import { findPasswordHash } from './password-store.ts';

interface Needs {
  database: DatabaseOrTransaction;
  slowHash: SlowHash;
}

/** Returns the hash that the password matched, or null. */
export async function checkPassword(needs: Needs, userId: string | null, password: string): Promise<string | null> {
  // No account has such a long password, and bcrypt would compare only its first 72 bytes.
  if (Buffer.byteLength(password) > passwordBytes.max) return null;
  const hash = userId ? await findPasswordHash(needs.database, userId) : null;
  if (hash) return (await needs.slowHash.matches(password, hash)) ? hash : null;
  await needs.slowHash.hash(password);
  return null;
}
