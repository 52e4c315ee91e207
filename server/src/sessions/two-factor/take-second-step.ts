// Ends a sign-in that asked for a code. The code, the question it answers and the session are one.
import type { RateLimiter } from '../../http/rate-limiter.ts';
import { refuse } from '../../lib/refusal.ts';
import { findAccountOfLink, spendAccountLink } from '../account-links.ts';
import { type BeginSessionNeeds, beginSession, type Entry } from '../begin-session.ts';
import type { Visitor } from '../visitor.ts';
import { guardCode, takeCode } from './take-code.ts';

export interface SecondStepNeeds extends BeginSessionNeeds {
  rateLimiter: RateLimiter;
}
interface Input {
  /** The token the browser was given with the question. */
  token: string | null;
  code: string;
  visitor: Visitor;
}

export async function takeSecondStep(needs: SecondStepNeeds, { token, code, visitor }: Input): Promise<Entry> {
  const userId = token ? await findAccountOfLink(needs, needs.database, 'second-step', token) : null;
  if (!token || !userId) refuse('second-step-over');
  await guardCode(needs, userId);
  return beginSession(needs, {
    userId,
    visitor,
    skipsSecondStep: true,
    async confirm(tx) {
      if ((await spendAccountLink(needs, tx, 'second-step', token)) !== userId) refuse('second-step-over');
      if (!(await takeCode(needs, tx, userId, code))) refuse('second-step-refused');
    },
  });
}
