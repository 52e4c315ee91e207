// Mails a fresh link to the vault's recipient address after the old one has expired.
import { freshLinkMinutes, freshLinksPerDay } from '@remembrance/contract/limits.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';
import { countLinksSince, hasLinkSince } from '../recipients/link-store.ts';
import { type LinkNeeds as IssueNeeds, issueLink } from '../recipients/new-link.ts';
import { lockReleasedVault } from '../stores/release-store.ts';
import { findKnownLink, type LinkNeeds } from './open-link.ts';

type Needs = LinkNeeds & IssueNeeds;

/** Sends at most one letter in ten minutes and five a day, for any number of requests. @throws {Refusal} link-not-found. */
export async function sendFreshLink(needs: Needs, token: string): Promise<void> {
  const { vault } = await findKnownLink(needs, token);
  const recently = minutesLater(needs.clock.now(), -freshLinkMinutes);
  await needs.database.transaction(async (tx) => {
    const locked = await lockReleasedVault(tx, vault.id);
    if (!locked || (await hasLinkSince(tx, vault.id, recently))) return;
    if ((await countLinksSince(tx, vault.id, daysLater(needs.clock.now(), -1))) >= freshLinksPerDay) return;
    await issueLink(needs, tx, { vault: locked.vault, ownerName: ownerName(locked.owner) });
  });
}
