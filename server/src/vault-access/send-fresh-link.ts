// Mails a fresh link to the address on the vault: when the old one has expired, or when the questions are opened again.
import { freshLinkMinutes, guesses } from '@remembrance/contract/limits.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { minutesLater } from '../lib/clock.ts';
import { refuse } from '../lib/refusal.ts';
import { type LinkNeeds as IssueNeeds, issueLink } from '../recipients/issue-link.ts';
import { endLinks, hasLinkSince } from '../recipients/link-store.ts';
import { ownerName } from '../users/owner-name.ts';
import { lockReleasedVault } from '../vaults/release-store.ts';
import { forgetGuesses, readGuesses } from './guess-store.ts';
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

interface Reopening {
  vaultId: string;
  actor: 'owner' | 'executor';
  actorId: string;
}

/**
 * Forgets the wrong guesses, ends the old links and mails a fresh one. Where the questions were not closed and a letter
 * went out just now, it does nothing, so that nobody's mailbox is filled. @throws {Refusal} where it is not released.
 */
export async function reopenQuestions(needs: Needs, { vaultId, actor, actorId }: Reopening): Promise<void> {
  const now = needs.clock.now();
  await needs.database.transaction(async (tx) => {
    const locked = await lockReleasedVault(tx, vaultId);
    if (!locked) refuse('not-released');
    const { wrongInAll } = await readGuesses(tx, vaultId);
    const recently = minutesLater(now, -freshLinkMinutes);
    if (wrongInAll < guesses.lockAfter && (await hasLinkSince(tx, vaultId, recently))) return;
    await forgetGuesses(tx, vaultId);
    await endLinks(tx, vaultId, now);
    const fresh = { vault: locked.vault, ownerName: ownerName(locked.owner) };
    await issueLink(needs, tx, { kind: 'recipient-fresh-link', ...fresh });
    await recordAudit(needs, tx, { vaultId, actor, actorId, event: 'questions-reopened' });
  });
}
