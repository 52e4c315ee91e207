// Completes a sign-in by password in an unknown browser, with the code from the letter. The try is counted before the code is
// compared; using it up and starting the session are one transaction. The browser has then proven the mailbox and is known.
import { mailedCode as limits } from '@remembrance/contract/limits.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { consumeAccountLink, signInTokenDigests } from '../sessions/account-links.ts';
import { countSignInCodeTry, findWaitingAccount, isSignInCodeOf } from '../sessions/sign-in-code-store.ts';
import type { Visitor } from '../sessions/visitor.ts';
import { type BeginSessionNeeds, beginSession, type SignInResult } from './begin-session.ts';
import { signInCodeDigests } from './mail-sign-in-code.ts';

interface Input {
  /** The token the browser received with the question. */
  token: string | null;
  code: string;
  visitor: Visitor;
}

/** @throws {Refusal} second-step-over, sign-in-code-over, sign-in-code-refused */
export async function answerSignInCode(
  needs: BeginSessionNeeds,
  { token, code, visitor }: Input,
): Promise<SignInResult> {
  const { database, clock } = needs;
  const now = clock.now();
  if (!token) refuse('second-step-over');
  const tokenDigests = signInTokenDigests(needs, token);
  const userId = (await findWaitingAccount(database, tokenDigests, now)) ?? refuse('second-step-over');
  const tries = (await countSignInCodeTry(database, tokenDigests, now)) ?? refuse('sign-in-code-over');
  const digests = signInCodeDigests(needs, userId, code);
  if (!(await isSignInCodeOf(database, { accountId: userId, digests }, now)))
    refuse(tries < limits.tries ? 'sign-in-code-refused' : 'sign-in-code-over');
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
