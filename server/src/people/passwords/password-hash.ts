// The stored form of a password: a slow hash of its keyed digest. Without the secret a stolen table can't be guessed, and bcrypt
// never truncates a long password. The hash starts with its secret's label, and contains its own cost.
import { type Keyring, withoutLabel } from '../../keys/secret/keyring.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { findPasswordHash, replaceHash } from './password-store.ts';

interface PasswordHashNeeds {
  keyring: Keyring;
  slowHash: SlowHash;
}

export async function hashPassword({ keyring, slowHash }: PasswordHashNeeds, password: string): Promise<string> {
  const { label, sign } = keyring.pepper('password');
  return label + (await slowHash.hash(sign(password)));
}

/** No password matches a hash made with a retired secret. */
export function isHashOf({ keyring, slowHash }: PasswordHashNeeds, hash: string, password: string): Promise<boolean> {
  const { sign } = keyring.pepper('password', hash);
  return slowHash.matches(sign(password), withoutLabel(hash));
}

/** Whether the hash was made with the current secret, and at least at today's cost. */
const isHashOfToday = ({ keyring, slowHash }: PasswordHashNeeds, hash: string): boolean =>
  keyring.isCurrent(hash) && !slowHash.isCheaper(withoutLabel(hash));

interface CheckPasswordNeeds extends PasswordHashNeeds {
  database: DatabaseOrTransaction;
}

/** Returns the hash that the password matched, or null. Takes the same time whether or not the account exists. */
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

interface Matched {
  userId: string;
  password: string;
  hash: string;
}

/**
 * Rehashes a right password if its hash was made with a previous secret or at a lower cost. Only a sign-in knows the password.
 * Returns the hash that is stored afterwards, or null if the password was changed concurrently.
 */
export async function renewHash(
  needs: CheckPasswordNeeds,
  { userId, password, hash }: Matched,
): Promise<string | null> {
  if (isHashOfToday(needs, hash)) return hash;
  const renewed = await hashPassword(needs, password);
  if (await replaceHash(needs.database, { userId, hash, renewed })) return renewed;
  return checkPassword(needs, userId, password); // a concurrent sign-in has already replaced the hash
}
