// Issues another link to a recipient: the row stores the token's digest, only the letter has the token. Both in the caller's
// transaction.

import { readLatestTime } from '../clock/clock-store.ts';
import type { Transaction } from '../database/transaction.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { recordAct } from '../records/act-store.ts';
import { insertLink } from './link-store.ts';
import { type LinkFor, type LinkNeeds, newLink } from './new-link.ts';

export type { LinkNeeds };

/** Mails another link to the recipient of a released vault. */
export async function issueLink(
  needs: LinkNeeds,
  tx: Transaction,
  { vault, ownerName }: Pick<LinkFor, 'vault' | 'ownerName'>,
): Promise<void> {
  // A clock that is far behind makes no link that has expired once it is right again.
  const latest = await readLatestTime(tx, needs.clock.now());
  const from = vault.releasedAt && vault.releasedAt > latest ? vault.releasedAt : latest;
  const { row, letter, line } = newLink(needs, { kind: 'recipient-fresh-link', vault, ownerName, from });
  await insertLink(tx, row);
  await queueLetter(needs, tx, letter);
  await recordAct(needs, tx, line);
}
