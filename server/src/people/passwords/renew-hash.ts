// Rehashes a right password if its hash was made with a previous secret or at a lower cost. Only a sign-in knows the password.
import { type CheckPasswordNeeds, checkPassword } from './check-password.ts';
import { hashPassword, isHashOfToday } from './password-hash.ts';
import { replaceHash } from './password-store.ts';

interface Matched {
  userId: string;
  password: string;
  hash: string;
}

/** Returns the hash that is stored afterwards, or null if the password was changed concurrently. */
export async function renewHash(
  needs: CheckPasswordNeeds,
  { userId, password, hash }: Matched,
): Promise<string | null> {
  if (isHashOfToday(needs, hash)) return hash;
  const renewed = await hashPassword(needs, password);
  if (await replaceHash(needs.database, { userId, hash, renewed })) return renewed;
  return checkPassword(needs, userId, password); // another sign-in renewed it too
}
