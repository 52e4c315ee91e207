// Issues another link to a recipient: the row stores the token's digest, and only the letter contains the token. Both are written in the
// caller's transaction.

import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { readLatestTime } from '../../records/clock/clock-store.ts';
import { insertLink } from './link-store.ts';
import { type LinkFor, type LinkNeeds, newLink } from './new-link.ts';

export type { LinkNeeds };

/** Mails another link to the recipient of a released vault. */
export async function issueLink(
  needs: LinkNeeds,
  tx: Transaction,
  { vault, ownerName }: Pick<LinkFor, 'vault' | 'ownerName'>,
): Promise<void> {
  // With a clock that is far behind, the link would have expired once the clock is right again.
  const latest = await readLatestTime(tx, needs.clock.now());
  const from = vault.releasedAt && vault.releasedAt > latest ? vault.releasedAt : latest;
  const { row, letter, line } = newLink(needs, { kind: 'recipient-fresh-link', vault, ownerName, from });
  await insertLink(tx, row);
  await queueLetter(needs, tx, letter);
  await recordAct(needs, tx, line);
}
