// Marks the letters that were sent according to the journal in a restored database, so that none is sent twice. The
// journal itself is in records/journal/.
import { sql } from 'drizzle-orm';
import { letters, users, vaults } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { JournalStates } from '../../records/journal/journal-state-store.ts';

/** @returns false if nothing changed. A missing letter with a once-key is added, without its address, so that it is not written again. */
export async function putSentLetter(
  tx: Transaction,
  letter: JournalStates['letter'] & { id: string },
): Promise<boolean> {
  const { id, kind, messageId, onceKey, vaultId, userId, createdAt, sentAt } = letter;
  const marked = await tx.execute(sql`
    update ${letters} set status = 'sent', sent_at = ${sentAt}::timestamptz, facts = null, last_error = null
    where (id = ${id} or once_key = ${onceKey}) and status <> 'sent'`);
  if (onceKey === null) return marked.rowCount !== 0;
  const added = await tx.execute(sql`
    insert into ${letters} (id, kind, message_id, once_key, vault_id, user_id, recipient, status, created_at, due_at, sent_at)
    select ${id}::uuid, ${kind}, ${messageId}, ${onceKey}, ${vaultId}::uuid, ${userId}::uuid, '', 'sent',
      ${createdAt}::timestamptz, ${createdAt}::timestamptz, ${sentAt}::timestamptz
    where (${vaultId}::uuid is null or exists (select from ${vaults} where id = ${vaultId}::uuid))
      and (${userId}::uuid is null or exists (select from ${users} where id = ${userId}::uuid))
    on conflict do nothing`);
  return marked.rowCount !== 0 || added.rowCount !== 0;
}

/** The number of letters waiting in this database. */
export const countWaitingLetters = (tx: Transaction): Promise<number> =>
  tx.$count(letters, sql`${letters.status} in ('queued', 'sending')`);
