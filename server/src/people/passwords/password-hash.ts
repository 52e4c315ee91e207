// The stored form of a password: a keyed digest of it, hashed slowly. Without the secret a stolen table can't be guessed, and bcrypt
// never cuts a long password. The hash begins with the label of its secret, and carries its own cost.
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

/** Under a secret that was retired, no password matches. */
export function isHashOf({ keyring, slowHash }: PasswordHashNeeds, hash: string, password: string): Promise<boolean> {
  const { sign } = keyring.pepper('password', hash);
  return slowHash.matches(sign(password), withoutLabel(hash));
}

/** Whether it was made under the current secret, at no lower cost than today's. */
export const isHashOfToday = ({ keyring, slowHash }: PasswordHashNeeds, hash: string): boolean =>
  keyring.isCurrent(hash) && !slowHash.isCheaper(withoutLabel(hash));
