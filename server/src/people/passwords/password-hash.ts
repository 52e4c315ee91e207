// The stored form of a password: a slow hash of its keyed digest. Without the secret a stolen table can't be guessed, and bcrypt
// never truncates a long password. The hash starts with its secret's label, and contains its own cost.
import { type Keyring, withoutLabel } from '../../keys/secret/keyring.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';

export interface PasswordHashNeeds {
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

/** Whether it was made with the current secret, at least at today's cost. */
export const isHashOfToday = ({ keyring, slowHash }: PasswordHashNeeds, hash: string): boolean =>
  keyring.isCurrent(hash) && !slowHash.isCheaper(withoutLabel(hash));
