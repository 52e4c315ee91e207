// Writes to an owner an email whose link acts without a sign-in. While a new address can still be undone, both addresses get the email,
// and only the previous one gets the link, because the new one may be a thief's.
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { QueuedContent, SecretText } from '../../letters/templates/queued-content.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { trustedAddress } from '../users/earlier-email-store.ts';
import { ownerName } from '../users/owner-name.ts';
import type { UserRow } from '../users/user-store.ts';

interface Written {
  vaultId?: string;
  onceKey: string;
  link: SecretText;
  /** The page for a reader without the link, who signs in there. */
  page: string;
  contentWith: (link: SecretText | string, hasLink: boolean) => QueuedContent;
}

export async function writeWithLink(
  needs: QueueLetterNeeds,
  tx: Transaction,
  user: UserRow,
  { vaultId, onceKey, link, page, contentWith }: Written,
): Promise<void> {
  const trusted = trustedAddress(user, needs.clock.now());
  for (const email of new Set([trusted, user.email])) {
    const hasLink = email === trusted;
    await queueLetter(needs, tx, {
      to: { name: ownerName(user), email },
      userId: user.id,
      vaultId,
      onceKey: hasLink ? onceKey : `${onceKey}/new-address`,
      content: contentWith(hasLink ? link : page, hasLink),
    });
  }
}
