// The stored form of a password: a slow hash of its keyed digest. Without the secret a stolen table can't be guessed, and bcrypt
// never truncates a long password. The hash starts with its secret's label, and contains its own cost. A password is hashed in its
// normal form, so that it does not matter on which keyboard it is typed.
import { normalPassword } from '@remembrance/contract/text.ts';
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
  return label + (await slowHash.hash(sign(normalPassword(password))));
}

/**
 * No password matches a hash made with a retired secret. Earlier hashes were made of the password as it was typed, so that form is tried
 * too.
 */
export async function isHashOf(needs: PasswordHashNeeds, hash: string, password: string): Promise<boolean> {
  const form = normalPassword(password);
  if (await isHashOfForm(needs, hash, form)) return true;
  return form !== password && isHashOfForm(needs, hash, password);
}

async function isHashOfForm({ keyring, slowHash }: PasswordHashNeeds, hash: string, form: string): Promise<boolean> {
  const { sign } = keyring.pepper('password', hash);
  return slowHash.matches(sign(form), withoutLabel(hash));
}

/** Whether the hash was made with the current secret, at least at today's cost, and of the normal form. */
async function isHashOfToday(needs: PasswordHashNeeds, hash: string, password: string): Promise<boolean> {
  const isCurrent = needs.keyring.isCurrent(hash) && !needs.slowHash.isCheaper(withoutLabel(hash));
  const form = normalPassword(password);
  return isCurrent && (form === password || isHashOfForm(needs, hash, form));
}

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
  if (normalPassword(password) !== password) await hashPassword(needs, password); // as much work as both forms
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
  if (await isHashOfToday(needs, hash, password)) return hash;
  const renewed = await hashPassword(needs, password);
  if (await replaceHash(needs.database, { userId, hash, renewed })) return renewed;
  return checkPassword(needs, userId, password); // a concurrent sign-in has already replaced the hash
}
