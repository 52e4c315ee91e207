// Mails a fresh link to the address on the vault when the old one has expired.
import { freshLinkMinutes } from '@remembrance/contract/limits.ts';
import { minutesLater } from '../lib/clock.ts';
import { type LinkNeeds as IssueNeeds, issueLink } from '../recipients/issue-link.ts';
import { hasLinkSince } from '../recipients/link-store.ts';
import { ownerName } from '../users/owner-name.ts';
import { lockReleasedVault } from '../vaults/release-store.ts';
import { findKnownLink, type LinkNeeds } from './open-link.ts';

type Needs = LinkNeeds & IssueNeeds;

/** Whoever asks, and however often, at most one letter goes out in ten minutes. @throws {Refusal} link-not-found. */
export async function sendFreshLink(needs: Needs, token: string): Promise<void> {
  const { vault } = await findKnownLink(needs, token);
  const recently = minutesLater(needs.clock.now(), -freshLinkMinutes);
  await needs.database.transaction(async (tx) => {
    const locked = await lockReleasedVault(tx, vault.id);
    if (!locked || (await hasLinkSince(tx, vault.id, recently))) return;
    await issueLink(needs, tx, {
      kind: 'recipient-fresh-link',
      vault: locked.vault,
      ownerName: ownerName(locked.owner),
    });
  });
}
