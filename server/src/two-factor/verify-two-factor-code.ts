// One code of the second step: six digits of the app, or a recovery code. Either is used up by being right.
import type { Transaction } from '../database/transaction.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import { readTypedCode } from '../lib/typed-code.ts';
import { stepOf } from './totp.ts';
import { findTwoFactor, takeRecoveryCode, takeStep } from './two-factor-store.ts';

interface Needs {
  keyring: Keyring;
  clock: Clock;
}

/** Six digits hold against guessing only as long as few are tried: thirty a day leave a year's chance below one in thirty. */
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
  /** The digest of a browser the account knows. Its tries are its own, as those of recovery codes are. */
  device: string | null;
}

const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed.replace(/\s/g, ''));

/** What the app's secret is sealed for. */
export const sealContext = (userId: string): string => `two-factor/${userId}`;

export async function takeCode(
  { keyring, clock }: Needs,
  tx: Transaction,
  userId: string,
  typed: string,
): Promise<boolean> {
  const code = readTypedCode(typed);
  if (!isAppCode(typed)) {
    return takeRecoveryCode(tx, userId, keyring.digest('recovery-code', code));
  }
  const found = await findTwoFactor(tx, userId);
  if (!found?.confirmedAt) return false;
  const step = stepOf(await keyring.open(sealContext(userId), found.sealedSecret), code, clock.now());
  return step !== null && takeStep(tx, userId, step);
}
