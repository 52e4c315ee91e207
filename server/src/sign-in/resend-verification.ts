// Mails the letter that proves an address again, where there is an account that still needs it.
import type { QueueLetterNeeds } from '../letters/queue-letter.ts';
import { findUserByEmail } from '../users/user-store.ts';
import { mailVerification, type WayBack } from './mail-verification.ts';
import { mayMail, type SignInGuardNeeds } from './sign-in-guard.ts';

export type ResendVerificationNeeds = QueueLetterNeeds & SignInGuardNeeds;

export async function resendVerification(needs: ResendVerificationNeeds, input: WayBack & { email: string }) {
  if (!(await mayMail(needs, 'email-verification', input.email))) return;
  await needs.database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, input.email);
    if (user && !user.emailVerified) await mailVerification(needs, tx, user, input);
  });
}
