// Queries of journal_changes, which triggers fill, and of journal_head, which records how far the journal goes and whether this database is
// older.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { given, prepared } from '../../platform/database/prepared.ts';
import { journalChanges, journalHead } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import type { JournalKind } from './journal-state-store.ts';

/** Its digest and time are null before the first line and if the journal was skipped. */
export type JournalHead = Pick<typeof journalHead.$inferSelect, 'position' | 'digest' | 'writtenAt' | 'onHoldSince'>;

export async function readHead(database: DatabaseOrTransaction): Promise<JournalHead> {
  const [head] = await database.select().from(journalHead);
  if (!head) throw new Error('the journal has no head');
  return head;
}

/**
 * Longer than a write takes on a working disk or bucket. It ends by the clock of the database, which is the same for every process.
 */
const leaseSeconds = 10;

const lease = sql.raw(`interval '${leaseSeconds} seconds'`);

// A lease that ends later was taken by a clock that has since gone back, so it is over. Not by now(), the time at which this statement began:
// another process may have taken the lease since.
const takeLease = prepared('take_journal_lease', (database) =>
  database
    .update(journalHead)
    .set({ writer: sql`${given('writer')}`, writerUntil: sql`now() + ${lease}` })
    .where(
      sql`on_hold_since is null
        and (writer_until is null or writer_until <= now() or writer_until > clock_timestamp() + ${lease})`,
    )
    .returning(),
);

/** Reserves the next write. Null while another one is under way, or while the database is on hold. */
export async function beginWrite(database: DatabaseOrTransaction, writer: string): Promise<JournalHead | null> {
  const [head] = await takeLease(database, { writer });
  return head ?? null;
}

/** Lets the next write begin, if this one still holds the lease. */
export async function endWrite(database: Database, writer: string): Promise<void> {
  await database.update(journalHead).set({ writerUntil: null }).where(eq(journalHead.writer, writer));
}

/** Whether nobody else has taken the lease since, even if it is over. */
export async function isWriter(database: Database, writer: string): Promise<boolean> {
  return (await database.$count(journalHead, eq(journalHead.writer, writer))) > 0;
}

/** Records the last line and ends the lease. @returns false if another process has taken it or has written since, or a hold began */
export async function moveHead(
  tx: Transaction,
  from: { position: number; writer: string },
  to: Omit<JournalHead, 'onHoldSince'>,
): Promise<boolean> {
  const moved = await tx
    .update(journalHead)
    .set({ ...to, writerUntil: null })
    .where(
      and(
        eq(journalHead.position, from.position),
        eq(journalHead.writer, from.writer),
        isNull(journalHead.onHoldSince),
      ),
    );
  return moved.rowCount === 1;
}

const selectHead = prepared('lock_journal_head', (database) => database.select().from(journalHead).for('update'));

/** Until the transaction ends, no other process records a line or follows the journal. */
export async function lockHead(tx: Transaction): Promise<JournalHead> {
  const [head] = await selectHead(tx);
  if (!head) throw new Error('the journal has no head');
  return head;
}

export async function setHead(tx: DatabaseOrTransaction, head: Partial<JournalHead>): Promise<void> {
  await tx.update(journalHead).set(head);
}

/** Marks the changes that wait now: if the journal does not know them, they were made here while it went on elsewhere. */
export async function markBeforeHold(tx: Transaction): Promise<void> {
  await tx.update(journalChanges).set({ beforeHold: true });
}

export async function listBeforeHold(tx: Transaction): Promise<JournalChange[]> {
  return (await tx.select().from(journalChanges).where(eq(journalChanges.beforeHold, true))) as JournalChange[];
}

export interface JournalChange {
  id: string;
  kind: JournalKind;
  subjectId: string;
}

const selectChanges = prepared('list_journal_changes', (database) =>
  database.select().from(journalChanges).limit(given('max')),
);

export async function listChanges(database: DatabaseOrTransaction, max: number): Promise<JournalChange[]> {
  return (await selectChanges(database, { max })) as JournalChange[];
}

/** Whether all of them still wait to be written. */
export async function hasChanges(database: DatabaseOrTransaction, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  return (await database.$count(journalChanges, inArray(journalChanges.id, [...ids]))) === ids.length;
}

const deleteThese = prepared('delete_journal_changes', (database) =>
  database.delete(journalChanges).where(sql`id = any(${given('ids')}::uuid[])`),
);

export async function deleteChanges(tx: Transaction, ids: readonly string[]): Promise<void> {
  await deleteThese(tx, { ids });
}
