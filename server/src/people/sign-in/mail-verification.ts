// Sends the letter that verifies an address. Its link opens the page where the address is confirmed.
import { withNext } from '@remembrance/contract/site-path.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { insertAccountLink } from '../sessions/account-links.ts';
import { greetingName } from '../users/owner-name.ts';
import { findUserByEmail, type UserRow } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';
import { isMailAllowed, type SignInGuardNeeds } from './sign-in-guard.ts';

export interface ReturnTo {
  /** The origin for links. */
  origin: string;
  /** The page to continue to. */
  next?: string | undefined;
}

export async function mailVerification(
  needs: QueueLetterNeeds,
  tx: Transaction,
  user: UserRow,
  { origin, next }: ReturnTo,
): Promise<void> {
  const secret = await insertAccountLink(needs, tx, 'verify-email', user.id);
  const link = { before: `${origin}${withNext('/confirm-email', next)}#`, secret };
  await writeToUser(needs, tx, user, { kind: 'email-verification', facts: { firstName: greetingName(user), link } });
}

type ResendVerificationNeeds = QueueLetterNeeds & SignInGuardNeeds;

/** Mails the verification letter again, if there is an account that still needs it. */
export async function resendVerification(
  needs: ResendVerificationNeeds,
  input: ReturnTo & { email: string; device?: string | null },
) {
  if (!(await isMailAllowed(needs, 'email-verification', input.email, input.device))) return;
  await needs.database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, input.email);
    if (user && !user.emailVerified) await mailVerification(needs, tx, user, input);
  });
}
