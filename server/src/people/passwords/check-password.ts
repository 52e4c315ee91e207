// Checks an account's password. It takes the same time whether or not the account exists.
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import { hashPassword, isHashOf, type PasswordHashNeeds } from './password-hash.ts';
import { findPasswordHash } from './password-store.ts';

export interface CheckPasswordNeeds extends PasswordHashNeeds {
  database: DatabaseOrTransaction;
}

/** Returns the hash that the password matched, or null. */
export async function checkPassword(
  needs: CheckPasswordNeeds,
  userId: string | null,
  password: string,
): Promise<string | null> {
  const hash = userId ? await findPasswordHash(needs.database, userId) : null;
  if (hash) return (await isHashOf(needs, hash, password)) ? hash : null;
  await hashPassword(needs, password);
  return null;
}
