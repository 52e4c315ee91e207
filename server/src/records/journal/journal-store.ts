// Queries of journal_changes, which triggers fill, and of journal_head, which records how far the journal goes and whether this database is
// older.
import { eq, sql } from 'drizzle-orm';
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

export async function hasChange(database: DatabaseOrTransaction, changeId: string): Promise<boolean> {
  return (await database.$count(journalChanges, eq(journalChanges.id, changeId))) > 0;
}

const deleteThese = prepared('delete_journal_changes', (database) =>
  database.delete(journalChanges).where(sql`id = any(${given('ids')}::uuid[])`),
);

export async function deleteChanges(tx: Transaction, ids: readonly string[]): Promise<void> {
  await deleteThese(tx, { ids });
}
