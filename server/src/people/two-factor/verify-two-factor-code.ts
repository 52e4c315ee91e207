// Verifies one two-factor code: six digits of the app, or a recovery code. A correct code is used up. Also reseals the secrets of
// the apps when the secret of the service changes.

import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import { type Keyring, SecretMissing } from '../../keys/secret/keyring.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { stepOf } from './totp.ts';
import { findTwoFactor, listSealed, replaceSealed, useRecoveryCodes, useStep } from './two-factor-store.ts';

interface Needs {
  keyring: Keyring;
  clock: Clock;
}

/** Six digits are safe only if few can be tried. With thirty a day, the chance of a hit in a year is below one in thirty. */
const tries = { tries: 10, seconds: 900, durable: true };
const triesOfDay = { tries: 30, seconds: 86_400, durable: true };

/** Counts a try before it is compared. @throws {Refusal} too-many-requests */
export async function guardCode(
  { rateLimiter }: { rateLimiter: RateLimiter },
  userId: string,
  { code, device }: CodeTry,
): Promise<void> {
  const what = isAppCode(code) ? 'second-step' : 'recovery-code';
  const whose = device ? `${userId} in ${device}` : userId;
  await rateLimiter.take(what, whose, tries);
  await rateLimiter.take(`${what} of the day`, whose, triesOfDay);
}

interface CodeTry {
  code: string;
  /** The digest of a browser known to the account. It has its own tries, and so do recovery codes. */
  device: string | null;
}

const isAppCode = (typed: string): boolean => /^\d{6}$/.test(readTypedCode(typed));

/** The context for encrypting the app's secret. */
const sealContext = (userId: string): string => `two-factor/${userId}`;

export const sealSecret = ({ keyring }: Pick<Needs, 'keyring'>, userId: string, secret: string): Promise<string> =>
  keyring.seal(sealContext(userId), secret);

/** Null if the secret of the service that sealed it was lost or retired. */
export const openSecret = (
  { keyring }: Pick<Needs, 'keyring'>,
  userId: string,
  sealedSecret: string,
): Promise<string | null> =>
  keyring.open(sealContext(userId), sealedSecret).catch((error) => {
    if (error instanceof SecretMissing) return null;
    throw error;
  });

/** The time step of a right code. Null for a wrong one, and if the app's secret can no longer be opened. */
export async function findStep(
  { keyring, clock }: Needs,
  { userId, sealedSecret }: { userId: string; sealedSecret: string },
  typed: string,
): Promise<number | null> {
  const secret = await openSecret({ keyring }, userId, sealedSecret);
  return secret === null ? null : stepOf(secret, readTypedCode(typed), clock.now());
}

export async function consumeCode(needs: Needs, tx: Transaction, userId: string, typed: string): Promise<boolean> {
  if (!isAppCode(typed))
    return useRecoveryCodes(tx, userId, needs.keyring.digests('recovery-code', readTypedCode(typed)));
  const found = await findTwoFactor(tx, userId);
  if (!found?.confirmedAt) return false;
  const step = await findStep(needs, found, typed);
  return step !== null && useStep(tx, userId, step);
}

/**
 * Reseals the secrets of authenticator apps with the current secret of the service, without waiting for their owners. A secret that cannot be opened does not
 * change.
 */
export async function resealSecrets({ database, keyring }: { database: Database; keyring: Keyring }): Promise<void> {
  for (const { userId, sealedSecret } of await listSealed(database)) {
    if (keyring.isCurrent(sealedSecret)) continue;
    const secret = await keyring.open(sealContext(userId), sealedSecret).catch(() => null);
    if (secret === null) continue;
    await replaceSealed(database, { userId, from: sealedSecret, to: await keyring.seal(sealContext(userId), secret) });
  }
}
