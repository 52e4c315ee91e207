// Mails another code for a sign-in that waits for one, and extends the wait by the same time.

import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { signInTokenDigests } from '../sessions/account-links.ts';
import { findWaitingAccount } from '../sessions/sign-in-code-store.ts';
import type { Visitor } from '../sessions/visitor.ts';
import { lockUser } from '../users/user-store.ts';
import { mailSignInCode } from './mail-sign-in-code.ts';

type Needs = QueueLetterNeeds & { database: Database };

/** @throws {Refusal} second-step-over, next-code-waits */
export async function resendSignInCode(needs: Needs, { token, visitor }: { token: string; visitor: Visitor }) {
  const tokenDigests = signInTokenDigests(needs, token);
  return needs.database.transaction(async (tx) => {
    const userId = await findWaitingAccount(tx, tokenDigests, needs.clock.now());
    const user = userId ? await lockUser(tx, userId) : null;
    if (!user) refuse('second-step-over');
    return mailSignInCode(needs, tx, { user, token, visitor });
  });
}
