// Queries of journal_changes, which triggers fill, and of journal_head, which records how far the journal goes and whether this database is
// older.
import { eq, inArray, sql } from 'drizzle-orm';
import { given, prepared } from '../../platform/database/prepared.ts';
import { journalChanges, journalHead } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import type { JournalKind } from './journal-state-store.ts';

/** Its digest and time are null before the first line and if the journal was skipped. */
export type JournalHead = Omit<typeof journalHead.$inferSelect, 'id'>;

export async function readHead(database: DatabaseOrTransaction): Promise<JournalHead> {
  const [head] = await database.select().from(journalHead);
  if (!head) throw new Error('the journal has no head');
  return head;
}

const selectHead = prepared('lock_journal_head', (database) => database.select().from(journalHead).for('update'));

/** Until the transaction ends, no other process writes or follows the journal. */
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
