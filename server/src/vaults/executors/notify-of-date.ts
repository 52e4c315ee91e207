// Tells a vault's executors that its release date was removed, postponed or restored: the owner, who gets a letter too, may no longer be
// there to read it. The date never waits for these letters: an executor over a letter limit gets none.
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { Refusal } from '../../platform/lib/refusal.ts';
import { listExecutors } from './executor-store.ts';
import { type LetterLimitNeeds, limitExecutorLetters } from './limit-executor-letters.ts';

/** Counts a letter to each executor who has a code, outside any transaction. @returns those who may get one */
export async function limitDateLetters(
  needs: LetterLimitNeeds,
  { ownerId, vaultId }: { ownerId: string; vaultId: string },
): Promise<Set<string>> {
  const within = new Set<string>();
  for (const { id, email, codeSentAt } of await listExecutors(needs.database, vaultId)) {
    if (!codeSentAt) continue;
    try {
      await limitExecutorLetters(needs, { ownerId, email, executorId: id });
      within.add(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return within;
}

interface ChangedDate {
  vault: { id: string; title: string };
  ownerName: string;
  before: Date | null;
  after: Date | null;
  /** The executors within their letter limits. */
  within: ReadonlySet<string>;
}

export async function notifyOfDate(needs: QueueLetterNeeds, tx: Transaction, change: ChangedDate): Promise<void> {
  const { vault, ownerName, before, after, within } = change;
  const dates = { before: before?.toISOString() ?? null, after: after?.toISOString() ?? null };
  const notified = (await listExecutors(tx, vault.id)).filter(({ id }) => within.has(id));
  const letters = notified.flatMap((executor) => {
    const facts = { executorName: executor.name, ownerName, vaultTitle: vault.title, ...dates };
    return toEachMailbox(executor, { vaultId: vault.id, content: { kind: 'executor-date', facts } });
  });
  await queueLetter(needs, tx, ...letters);
}
