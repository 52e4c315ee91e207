// Reminds owners of a release that waits, and 7 days and 1 day before their chosen release date, with a link to the place where it can be removed or
// postponed. Once per date.
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { onItsOwn, type Run } from '../../platform/lib/on-its-own.ts';
import { listToRemind } from '../vault/release-store.ts';
import { remindOfWaits } from './remind-of-waits.ts';

interface Needs extends QueueLetterNeeds {
  database: Database;
  publicUrl: string;
}

/** A date set less than 7 days ahead gets the first letter immediately, with the number of days left. */
const reminders = [
  { keyPrefix: 'release-reminder/week/', afterDays: 1, untilDays: 7 },
  { keyPrefix: 'release-reminder/day/', afterDays: 0, untilDays: 1 },
];

export async function remindOwners(needs: Needs, run: Run = {}): Promise<void> {
  await remindOfWaits(needs, run);
  const now = needs.clock.now();
  for (const { keyPrefix, afterDays, untilDays } of reminders) {
    const from = daysLater(now, afterDays);
    const due = await listToRemind(needs.database, from, daysLater(now, untilDays), keyPrefix);
    for (const { vault, releaseAt, owner, onceKey } of due) {
      if (run.signal?.aborted) return;
      const daysLeft = Math.max(1, Math.round((releaseAt.getTime() - now.getTime()) / 86_400_000));
      const remind = (tx: Transaction) =>
        queueLetter(needs, tx, {
          to: { name: ownerName(owner), email: owner.email },
          vaultId: vault.id,
          userId: owner.id,
          onceKey,
          content: {
            kind: 'release-reminder',
            facts: {
              firstName: greetingName(owner),
              vaultTitle: vault.title,
              recipientName: vault.recipientName,
              releaseAt: releaseAt.toISOString(),
              daysLeft,
              link: `${needs.publicUrl}/vault/${vault.id}?place=release-date`,
            },
          },
        });
      await onItsOwn(run, vault.id, () => needs.database.transaction(remind));
    }
  }
}
