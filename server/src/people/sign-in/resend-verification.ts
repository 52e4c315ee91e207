// Mails the verification letter again, if there is an account that still needs it.
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import { findUserByEmail } from '../users/user-store.ts';
import { mailVerification, type ReturnTo } from './mail-verification.ts';
import { isMailAllowed, type SignInGuardNeeds } from './sign-in-guard.ts';

export type ResendVerificationNeeds = QueueLetterNeeds & SignInGuardNeeds;

export async function resendVerification(needs: ResendVerificationNeeds, input: ReturnTo & { email: string }) {
  if (!(await isMailAllowed(needs, 'email-verification', input.email))) return;
  await needs.database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, input.email);
    if (user && !user.emailVerified) await mailVerification(needs, tx, user, input);
  });
}
