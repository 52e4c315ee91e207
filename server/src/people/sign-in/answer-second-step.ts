// Completes a sign-in that waits for a code: from the app, or from the letter. Using up the code and starting the session are one
// transaction.
import { mailedCode as limits, trustedBrowserDays } from '@remembrance/contract/limits.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { consumeAccountLink, findAccountOfLink, signInTokenDigests } from '../sessions/account-links.ts';
import { deviceDigests, isProvedBrowser } from '../sessions/known-device.ts';
import { findDevice } from '../sessions/known-device-store.ts';
import { countSignInCodeTry, findWaitingAccount, isSignInCodeOf } from '../sessions/sign-in-code-store.ts';
import type { Visitor } from '../sessions/visitor.ts';
import { proveTwoFactor } from '../two-factor/two-factor-store.ts';
import { consumeCode, guardCode } from '../two-factor/verify-two-factor-code.ts';
import { type BeginSessionNeeds, beginSession, type SignInResult } from './begin-session.ts';
import { signInCodeDigests } from './mail-sign-in-code.ts';

export interface AnswerTwoFactorNeeds extends BeginSessionNeeds {
  rateLimiter: RateLimiter;
}
interface Input {
  /** The token the browser received with the question. */
  token: string | null;
  code: string;
  /** Whether this browser needs no code for some time. */
  trust: boolean;
  visitor: Visitor;
  /** Further effects of the sign-in, such as linking an OpenID provider's identity. */
  joining?: { complete: (tx: Transaction) => Promise<void>; userId: string; idToken: string } | null;
}

/** Also trusts the browser, if its owner wants that. */
export async function answerTwoFactor(needs: AnswerTwoFactorNeeds, input: Input): Promise<SignInResult> {
  const { token, code, trust, visitor, joining } = input;
  const userId = token ? await findAccountOfLink(needs, needs.database, 'second-step', token) : null;
  if (!token || !userId) refuse('second-step-over');
  const now = needs.clock.now();
  // It was asked for a code from the mailbox, which no app replaces.
  if (await findWaitingAccount(needs.database, signInTokenDigests(needs, token), now)) refuse('second-step-over');
  await guardCode(needs, userId, { code, device: await knownBrowser(needs, userId, visitor) });
  return beginSession(needs, {
    userId,
    visitor,
    skipsTwoFactor: true,
    isContinued: true,
    whenGone: 'second-step-over',
    ...(trust && { trustedUntil: daysLater(now, trustedBrowserDays) }),
    ...(joining?.userId === userId && { complete: joining.complete, idToken: joining.idToken, provesMailbox: true }),
    async confirm(tx) {
      if ((await consumeAccountLink(needs, tx, 'second-step', token)) !== userId) refuse('second-step-over');
      if (!(await consumeCode(needs, tx, userId, code))) refuse('second-step-refused');
      const isProved = await isProvedBrowser(needs, tx, { userId, token: visitor.device });
      if (isProved) await proveTwoFactor(tx, userId, now);
    },
  });
}

async function knownBrowser(needs: AnswerTwoFactorNeeds, userId: string, { device }: Visitor): Promise<string | null> {
  const digests = device ? deviceDigests(needs, device) : null;
  return digests && (await findDevice(needs.database, { userId, digests })) ? digests[0] : null;
}

/**
 * Completes a sign-in by password in an unknown browser, with the code that was mailed for this browser. The try is counted before the
 * code is compared.
 * The browser has then proven the mailbox and is known.
 * @throws {Refusal} second-step-over, sign-in-code-over, sign-in-code-refused
 */
export async function answerSignInCode(
  needs: BeginSessionNeeds,
  { token, code, visitor }: Pick<Input, 'token' | 'code' | 'visitor'>,
): Promise<SignInResult> {
  const { database, clock } = needs;
  const now = clock.now();
  if (!token) refuse('second-step-over');
  const tokenDigests = signInTokenDigests(needs, token);
  const userId = (await findWaitingAccount(database, tokenDigests, now)) ?? refuse('second-step-over');
  const tries = await countSignInCodeTry(database, tokenDigests, now);
  const digests = signInCodeDigests(needs, userId, code);
  if (tries === null || !(await isSignInCodeOf(database, { tokenDigests, digests }, now))) {
    // Another sign-in of the account may have completed during this call, which ends this one with its code.
    if (!(await findWaitingAccount(database, tokenDigests, now))) refuse('second-step-over');
    refuse(tries !== null && tries < limits.tries ? 'sign-in-code-refused' : 'sign-in-code-over');
  }
  return beginSession(needs, {
    userId,
    visitor,
    // If two-factor was turned on in the meantime, its code is required as well.
    skipsTwoFactor: false,
    provesMailbox: true,
    whenGone: 'second-step-over',
    async confirm(tx) {
      if ((await consumeAccountLink(needs, tx, 'second-step', token)) !== userId) refuse('second-step-over');
    },
  });
}
