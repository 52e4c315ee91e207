// The letter that proves an address: its link opens the page where the address is confirmed.

import { withNext } from '@remembrance/contract/site-path.ts';
import type { Transaction } from '../database/transaction.ts';
import { type QueueLetterNeeds, queueLetter } from '../letters/queue-letter.ts';
import { insertAccountLink } from '../sessions/account-links.ts';
import { envelopeName, greetingName } from '../users/owner-name.ts';
import type { UserRow } from '../users/user-store.ts';

export interface WayBack {
  /** The origin links are made with. */
  origin: string;
  /** Where the person was going. */
  next?: string | undefined;
}

export async function mailVerification(
  needs: QueueLetterNeeds,
  tx: Transaction,
  user: UserRow,
  { origin, next }: WayBack,
): Promise<void> {
  const token = await insertAccountLink(needs, tx, 'verify-email', user.id);
  const link = `${origin}${withNext('/confirm-email', next)}#${token}`;
  await queueLetter(needs, tx, {
    to: { name: envelopeName(user), email: user.email },
    userId: user.id,
    content: { kind: 'email-verification', facts: { firstName: greetingName(user), link } },
  });
}
