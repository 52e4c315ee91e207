// Reopens closed questions for a few more answers: with a mailbox code once, by the executor three times, by the owner and
// the operator without limit. The number of wrong answers is not reset, and the owner is notified each time.
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { endLinks } from '../recipients/link-store.ts';
import { type IssueNeeds, issueLink } from '../recipients/new-link.ts';
import { lockReleasedVault } from '../vault/vault-store.ts';
import { areLocked } from './guess-rules.ts';
import { allowMoreGuesses, lockGuesses } from './guess-store.ts';
import type { LinkNeeds, OpenLink } from './open-link.ts';

export type ReopenNeeds = Omit<LinkNeeds, 'vaultKeys'> & IssueNeeds;
type ReopenedBy =
  | { actor: 'recipient' }
  | { actor: 'executor'; actorId: string }
  | { actor: 'owner' }
  | { actor: 'operator'; reason: string };

/**
 * Reopens the questions, ends the old links and mails a fresh one. Does nothing if they were not closed.
 * @returns whether they were closed
 * @throws {Refusal} not-released, reopenings-used-up
 */
export async function reopenQuestions(
  needs: ReopenNeeds,
  { vaultId, by }: { vaultId: string; by: ReopenedBy },
): Promise<boolean> {
  const now = needs.clock.now();
  return needs.database.transaction(async (tx) => {
    const { vault, owner } = (await lockReleasedVault(tx, vaultId)) ?? refuse('not-released');
    if (!areLocked(await lockGuesses(tx, vaultId))) return false;
    await openQuestionsAgain(needs, tx, { vault, owner, by });
    await endLinks(tx, vaultId, now);
    await issueLink(needs, tx, { vault, ownerName: ownerName(owner) });
    return true;
  });
}

interface ReopenInput extends Pick<OpenLink, 'owner'> {
  vault: Pick<OpenLink['vault'], 'id' | 'title' | 'recipientName'>;
  by: ReopenedBy;
}

/** The caller must hold the lock of the guesses. @throws {Refusal} if `by` has no reopenings left */
export async function openQuestionsAgain(
  needs: QueueLetterNeeds,
  tx: Transaction,
  { vault, owner, by }: ReopenInput,
): Promise<void> {
  const wrongInAll = await allowMoreGuesses(tx, vault.id, by.actor);
  if (wrongInAll === null) refuse(by.actor === 'executor' ? 'reopenings-used-up' : 'answers-locked');
  const { actor } = by;
  await recordAct(needs, tx, {
    vaultId: vault.id,
    userId: owner.id,
    actor,
    ...(actor === 'executor' ? { actorId: by.actorId } : {}),
    event: 'questions-reopened',
    detail: { wrongInAll },
    ...(actor === 'operator' ? { reason: { words: by.reason, userId: owner.id } } : {}),
  });
  const { title: vaultTitle, recipientName } = vault;
  const at = needs.clock.now().toISOString();
  const facts = { firstName: greetingName(owner), vaultTitle, recipientName, by: actor, wrongInAll, at };
  await writeToUser(needs, tx, owner, { kind: 'owner-questions-reopened', facts, vaultId: vault.id });
}
