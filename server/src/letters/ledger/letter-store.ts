// The ledger of letters: when they are tried again, whether they were sent, and which were given up. claim-store.ts claims them.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { and, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import { letters, users, vaults } from '../../platform/database/schema.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { minutesLater, secondsLater } from '../../platform/lib/clock.ts';
import { recordLetterStep } from '../../records/acts/act-store.ts';
import type { JournalStates } from '../../records/journal/journal-state-store.ts';
import type { ClaimedLetter } from './claim-store.ts';
import type { Tries } from './letter-rules.ts';

/** Extends the lease. Does nothing if another sender has claimed the letter since. */
export async function renewLease(
  database: Database,
  letter: ClaimedLetter,
  now: Date,
  leaseSeconds: number,
): Promise<void> {
  const dueAt = secondsLater(now, leaseSeconds);
  const held = await database.update(letters).set({ dueAt, dueSetAt: now }).where(isHeld(letter));
  if (held.rowCount === 1) letter.dueAt = dueAt;
}

interface Retry {
  now: Date;
  dueAt: Date;
  reason: string;
  tries: Tries;
}

/** Schedules a retry. While the mail server is unavailable, the same failure is recorded only once. */
export async function markRetry(
  database: Database,
  letter: ClaimedLetter,
  { now, dueAt, reason, tries }: Retry,
): Promise<void> {
  await database.transaction(async (tx) => {
    const marked = await tx
      .update(letters)
      .set({ status: 'queued', dueAt, dueSetAt: now, lastError: reason, ...tries })
      .where(isHeld(letter));
    const isRecorded = tries.attempts < letter.attempts && letter.lastError === reason;
    if (marked.rowCount === 0 || isRecorded) return;
    await recordLetterStep(tx, {
      letterId: letter.id,
      step: 'tried',
      at: now,
      detail: { attempt: letter.attempts, reason },
    });
  });
}

/**
 * Gives the letter up. Returns false if another sender has claimed it since. Its facts stay, so that an operator
 * can fix the cause and have it sent.
 */
export async function markFailed(
  tx: Transaction,
  letter: ClaimedLetter,
  { now, reason, tries }: Omit<Retry, 'dueAt'>,
): Promise<boolean> {
  const failed = await tx
    .update(letters)
    .set({ status: 'failed', lastError: reason, ...tries })
    .where(isHeld(letter));
  if (failed.rowCount === 0) return false;
  await recordLetterStep(tx, {
    letterId: letter.id,
    step: 'given-up',
    at: now,
    detail: { attempt: letter.attempts, reason },
  });
  return true;
}

// The lease's expiry identifies the claim: another claim sets a later one.
const isHeld = (letter: ClaimedLetter) =>
  and(eq(letters.id, letter.id), eq(letters.status, 'sending'), eq(letters.dueAt, letter.dueAt));

/** Counts another event in a letter that nobody is sending yet. @returns false if it is too late */
export async function addTime(tx: Transaction, onceKey: string): Promise<boolean> {
  const times = sql.raw("'{content,facts,times}'");
  const counted = await tx
    .update(letters)
    .set({ facts: sql`jsonb_set(facts, ${times}, to_jsonb((facts #>> ${times})::integer + 1))` })
    .where(and(eq(letters.onceKey, onceKey), eq(letters.status, 'queued')));
  return counted.rowCount === 1;
}

const untried: Tries = { attempts: 0, declinedAttempts: 0, unansweredAttempts: 0 };

/** Restarts the tries of a letter that was given up; null if there is no such letter. */
export async function requeueFailed(tx: Transaction, letterId: string, now: Date) {
  const [letter] = await tx
    .update(letters)
    .set({ status: 'queued', dueAt: now, dueSetAt: now, lastError: null, ...untried })
    .where(and(eq(letters.id, letterId), eq(letters.status, 'failed')))
    .returning({ userId: letters.userId, vaultId: letters.vaultId });
  if (!letter) return null;
  await recordLetterStep(tx, { letterId, step: 'requeued', at: now });
  return letter;
}

/**
 * Marks a letter that was sent according to the journal in a restored database, so that it is not sent twice.
 * @returns false if nothing changed. A missing letter with a once-key is added, without its address, so that it is not written again.
 */
export async function putSentLetter(
  tx: Transaction,
  letter: JournalStates['letter'] & { id: string },
): Promise<boolean> {
  const { id, kind, messageId, onceKey, vaultId, userId, createdAt, sentAt } = letter;
  const { acceptedBy = null, doubt = null, doubtedAt = null } = letter; // lines of version 1.0 have none of them
  const marked = await tx.execute(sql`
    update ${letters} set status = 'sent', sent_at = ${sentAt}::timestamptz, facts = null, last_error = null,
      accepted_by = coalesce(${acceptedBy}, accepted_by), doubt = coalesce(doubt, ${doubt}), doubted_at = coalesce(doubted_at, ${doubtedAt}::timestamptz)
    where (id = ${id} or once_key = ${onceKey}) and (status <> 'sent' or doubt is null and ${doubt}::text is not null)`);
  if (onceKey === null) return marked.rowCount !== 0;
  const added = await tx.execute(sql`
    insert into ${letters} (id, kind, message_id, once_key, vault_id, user_id, recipient, status, created_at, due_at, sent_at,
      accepted_by, doubt, doubted_at)
    select ${id}::uuid, ${kind}, ${messageId}, ${onceKey}, ${vaultId}::uuid, ${userId}::uuid, '', 'sent',
      ${createdAt}::timestamptz, ${createdAt}::timestamptz, ${sentAt}::timestamptz,
      ${acceptedBy}, ${doubt}, ${doubtedAt}::timestamptz
    where (${vaultId}::uuid is null or exists (select from ${vaults} where id = ${vaultId}::uuid))
      and (${userId}::uuid is null or exists (select from ${users} where id = ${userId}::uuid))
    on conflict do nothing`);
  return marked.rowCount !== 0 || added.rowCount !== 0;
}

/** When letters of one kind about a vault were queued for one address since then. A time that a wrong clock set later does not count. */
export async function listQueuedSince(
  tx: Transaction,
  { vaultId, kind, recipient }: { vaultId: string; kind: LetterKind; recipient: string },
  { since, now }: { since: Date; now: Date },
): Promise<Date[]> {
  const isOne = and(eq(letters.vaultId, vaultId), eq(letters.kind, kind), eq(letters.recipient, recipient));
  const isRecent = and(gt(letters.createdAt, since), lte(letters.createdAt, minutesLater(now, 1)));
  const found = await tx.select({ at: letters.createdAt }).from(letters).where(and(isOne, isRecent));
  return found.map(({ at }) => at);
}

/** Deletes unsent letters about a vault, which a database wrote that does not count. */
export async function deleteUnsent(tx: Transaction, vaultId: string, letterIds: readonly string[]): Promise<void> {
  await tx
    .delete(letters)
    .where(and(eq(letters.vaultId, vaultId), inArray(letters.id, [...letterIds]), ne(letters.status, 'sent')));
}

/** The number of letters waiting in this database. */
export const countWaitingLetters = (tx: Transaction): Promise<number> =>
  tx.$count(letters, sql`${letters.status} in ('queued', 'sending')`);
