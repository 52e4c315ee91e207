// Mails a link to choose a new password, if there is an account.
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { insertAccountLink } from '../sessions/account-links.ts';
import { envelopeName, greetingName } from '../users/owner-name.ts';
import { findUserByEmail } from '../users/user-store.ts';
import { isMailAllowed, type SignInGuardNeeds } from './sign-in-guard.ts';

type Needs = QueueLetterNeeds & SignInGuardNeeds;

export async function requestPasswordReset(needs: Needs, { email, origin }: { email: string; origin: string }) {
  if (!(await isMailAllowed(needs, 'password-reset', email))) return;
  await needs.database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    const secret = await insertAccountLink(needs, tx, 'reset-password', user.id);
    await queueLetter(needs, tx, {
      to: { name: envelopeName(user), email: user.email },
      userId: user.id,
      content: {
        kind: 'password-reset',
        facts: { firstName: greetingName(user), link: { before: `${origin}/new-password#`, secret } },
      },
    });
  });
}
