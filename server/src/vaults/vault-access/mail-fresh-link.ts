// Mails a fresh link to the recipient's stored address: at most one in ten minutes, unless its reader closed that one,
// and five a day, for any number of requests.
import { freshLinkMinutes, freshLinksPerDay } from '@remembrance/contract/limits.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';
import { countLinksSince, hasOpenLinkSince } from '../recipients/link-store.ts';
import { type IssueNeeds, issueLink } from '../recipients/new-link.ts';
import { lockReleasedVault } from '../vault/vault-store.ts';

export async function mailFreshLink(needs: IssueNeeds & { database: Database }, vaultId: string): Promise<void> {
  const now = needs.clock.now();
  await needs.database.transaction(async (tx) => {
    const locked = await lockReleasedVault(tx, vaultId);
    if (!locked || (await hasOpenLinkSince(tx, locked.vault, minutesLater(now, -freshLinkMinutes)))) return;
    if ((await countLinksSince(tx, vaultId, daysLater(now, -1))) >= freshLinksPerDay) return;
    await issueLink(needs, tx, { vault: locked.vault, ownerName: ownerName(locked.owner) });
  });
}
