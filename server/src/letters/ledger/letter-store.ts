// The ledger of letters: which are due to whom, which sender has claimed them, and whether they were sent.
import { mailedCode } from '@remembrance/contract/limits.ts';
import { and, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { given, prepared } from '../../platform/database/prepared.ts';
import { letters, passwords, users, vaults } from '../../platform/database/schema.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { minutesLater, secondsLater } from '../../platform/lib/clock.ts';
import { recordLetterStep } from '../../records/acts/act-store.ts';
import type { JournalStates } from '../../records/journal/journal-state-store.ts';
import type { Tries } from './letter-rules.ts';

/** A letter that one sender has claimed until `dueAt`, when its lease ends. */
export type ClaimedLetter = typeof letters.$inferSelect & {
  /** The time zone of the owner it is about. */
  timeZone: string | null;
  /** Whether the account it is about has a password. */
  hasPassword: boolean;
};

interface Claim {
  now: Date;
  leaseEndsAt: Date;
  /** The maximum to claim. */
  max: number;
  letterIds?: readonly string[] | undefined;
  /** Letters that this process is already sending. */
  except: readonly string[];
  /** Claims only what leaves during a hold. */
  onHold?: boolean;
}

/** Begins the once-key of the notice about a hold. */
export const holdNotice = 'database-exchanged';

/** Whether the letter is sent during a hold, if it is young enough. */
export const leavesOnHold = ({ kind, onceKey }: ClaimedLetter): boolean =>
  kind === 'sign-in-code' || (onceKey?.startsWith(`operator/${holdNotice}/`) ?? false);

// A wait that ends in the far future was set by a clock that has since gone back, so it is over.
const isDue = sql`status in ('queued', 'sending') and (due_at <= ${given('now')} or due_set_at > ${given('soon')})
  and id <> all(${given('except')}::uuid[])`;
const timeZone = sql<string | null>`coalesce((select time_zone from users where users.id = letters.user_id),
  (select time_zone from users join vaults on vaults.creator_id = users.id where vaults.id = letters.vault_id))`;
// Not "exists": PostgreSQL may read the whole table for it.
const hasPassword = sql<boolean>`(select true from ${passwords} where user_id = letters.user_id) is not null`;
// An array, because "in" may run the subquery once for each row.
const claim = (due: SQL) => (database: Database) =>
  database
    .update(letters)
    .set({
      status: 'sending',
      attempts: sql`${letters.attempts} + 1`,
      dueAt: sql`${given('leaseEndsAt')}`,
      dueSetAt: sql`${given('now')}`,
    })
    .where(sql`${letters.id} = any(array(select id from ${letters} where ${due} for update skip locked))`)
    .returning({ ...getTableColumns(letters), timeZone, hasPassword });
const claimLongestDue = prepared('claim_due_letters', claim(sql`${isDue} order by due_at limit ${given('max')}`));
/** The codes that sign-ins are waiting for, and the letter that tells the operator about the hold. */
const claimOnHold = prepared(
  'claim_letters_on_hold',
  claim(
    sql`${isDue} and (kind = 'sign-in-code' and created_at > ${given('since')} or once_key like ${sql.raw(`'operator/${holdNotice}/%'`)}) order by due_at limit ${given('max')}`,
  ),
);
const claimThese = prepared('claim_letters', claim(sql`${isDue} and id = any(${given('letterIds')}::uuid[])`));

/**
 * Claims due letters: those with the ids, or the longest due. A letter whose sender died is due when its lease expires.
 * One statement, so that two senders never claim the same letter. It skips letters that are being claimed and does not wait for them.
 */
export function claimLetters(
  database: Database,
  { now, leaseEndsAt, except, max, letterIds, onHold }: Claim,
): Promise<ClaimedLetter[]> {
  const values = { now, leaseEndsAt, except, soon: minutesLater(now, 1) };
  // Codes from before the hold have expired.
  if (onHold) return claimOnHold(database, { ...values, max, since: minutesLater(now, -mailedCode.minutes) });
  return letterIds
    ? claimThese(database, { ...values, letterIds: letterIds.slice(0, max) })
    : claimLongestDue(database, { ...values, max });
}

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

/** Deletes unsent letters about a vault, which a database wrote that does not count. */
export async function deleteUnsent(tx: Transaction, vaultId: string, letterIds: readonly string[]): Promise<void> {
  await tx
    .delete(letters)
    .where(and(eq(letters.vaultId, vaultId), inArray(letters.id, [...letterIds]), ne(letters.status, 'sent')));
}

/** The number of letters waiting in this database. */
export const countWaitingLetters = (tx: Transaction): Promise<number> =>
  tx.$count(letters, sql`${letters.status} in ('queued', 'sending')`);
