// Letters that we no longer send because their subject was undone: they end as given up, and nobody gets a report.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { letters } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { recordLetterStep } from '../../records/acts/act-store.ts';

const reason = 'the release was undone';

/** Locks the letters of these kinds about a vault: a sender takes each before that, or not at all. */
export async function holdLetters(tx: Transaction, vaultId: string, kinds: readonly LetterKind[]): Promise<void> {
  await tx
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.vaultId, vaultId), inArray(letters.kind, [...kinds])))
    .orderBy(letters.id)
    .for('no key update');
}

/**
 * Withdraws the unsent letters of these kinds about a vault. Without their facts nobody can have them sent again. One that a sender holds at this
 * moment may still leave; if it does not, it is not tried again.
 */
export async function withdrawLetters(
  tx: Transaction,
  { vaultId, kinds }: { vaultId: string; kinds: readonly LetterKind[] },
  now: Date,
): Promise<void> {
  const withdrawn = await tx
    .update(letters)
    .set({ status: 'failed', facts: null, lastError: reason })
    .where(and(eq(letters.vaultId, vaultId), inArray(letters.kind, [...kinds]), ne(letters.status, 'sent')))
    .returning({ id: letters.id, attempts: letters.attempts });
  for (const { id, attempts } of withdrawn)
    await recordLetterStep(tx, { letterId: id, step: 'given-up', at: now, detail: { attempt: attempts, reason } });
}

/** Deletes letters that a database withdrew which does not count, so that they can be written again. */
export async function deleteWithdrawn(tx: Transaction, vaultId: string): Promise<void> {
  await tx.delete(letters).where(and(eq(letters.vaultId, vaultId), eq(letters.lastError, reason)));
}

/** An address that a letter has or may have reached. */
export interface Reached {
  /** The first letter to it. */
  letterId: string;
  /** Blank in a restored database that knows the letter only from the journal. */
  email: string;
}

/**
 * Where the letter with this once-key, and those of these kinds about the same vault after it, have left or may have left to: a sender holds them, or a
 * mail server accepted them without an answer. Each address once.
 */
export async function listReached(
  database: DatabaseOrTransaction,
  { onceKey, vaultId, kinds }: { onceKey: string; vaultId: string; kinds: readonly LetterKind[] },
): Promise<Reached[]> {
  const { rows } = await database.execute<{ letterId: string; email: string }>(sql`
    select distinct on (lower(one.recipient)) one.id as "letterId", one.recipient as email
    from ${letters} one join ${letters} first on first.once_key = ${onceKey}
    where one.vault_id = ${vaultId}::uuid and one.kind = any(${sql.param([...kinds])}::text[])
      and (one.id = first.id or (one.created_at >= first.created_at
        and (one.once_key is null or one.once_key not like 'recipient-invitation/%'))) -- the first letter of another release
      and (one.status in ('sending', 'sent') or one.unanswered_attempts > 0)
    order by lower(one.recipient), one.created_at, one.id`);
  return rows;
}
