// The ledger of letters: which are due to whom, which sender has claimed them, and whether they were sent.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { and, eq, gt, inArray, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';
import { letters } from '../database/schema.ts';
import type { Transaction } from '../database/transaction.ts';
import { minutesLater, secondsLater } from '../lib/clock.ts';
import { recordLetterEvent } from './letter-event-store.ts';
import type { Tries } from './letter-rules.ts';

export interface NewLetter {
  id: string;
  kind: LetterKind;
  recipient: string;
  messageId: string;
  sealedContent: string;
  createdAt: Date;
  vaultId: string | null;
  userId: string | null;
  onceKey: string | null;
}

/** A letter that one sender has claimed until its lease ends. */
export interface ClaimedLetter {
  id: string;
  kind: string;
  recipient: string;
  messageId: string;
  sealedContent: string | null;
  attempts: number;
  declinedAttempts: number;
  unansweredAttempts: number;
  vaultId: string | null;
  userId: string | null;
  /** Why the try before this one failed. */
  lastError: string | null;
  createdAt: Date;
  leaseEndsAt: Date;
}

interface Claim {
  now: Date;
  leaseEndsAt: Date;
  letterId?: string | undefined;
  /** Letters this process is sending already. */
  except?: string[];
}

/** Returns false when a letter with the same once-key exists already. */
export async function insertLetter(tx: Transaction, letter: NewLetter): Promise<boolean> {
  const inserted = await tx
    .insert(letters)
    .values({ ...letter, dueAt: letter.createdAt, dueSetAt: letter.createdAt })
    .onConflictDoNothing({ target: letters.onceKey })
    .returning({ id: letters.id });
  if (inserted.length === 0) return false;
  await recordLetterEvent(tx, { letterId: letter.id, event: 'queued', at: letter.createdAt });
  return true;
}

/**
 * Claims one due letter: that of `letterId`, or the one due longest. A letter whose sender died is due when its lease ends.
 * One statement, so that two senders never claim the same letter. It skips a letter that is being claimed and does not wait for it.
 */
export async function claimLetter(database: Database, claim: Claim): Promise<ClaimedLetter | null> {
  const next = database
    .select({ id: letters.id })
    .from(letters)
    .where(
      and(
        inArray(letters.status, ['queued', 'sending']),
        isDue(claim.now),
        notInArray(letters.id, claim.except ?? []),
        claim.letterId === undefined ? undefined : eq(letters.id, claim.letterId),
      ),
    )
    .orderBy(letters.dueAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await database
    .update(letters)
    .set({ status: 'sending', attempts: sql`${letters.attempts} + 1`, dueAt: claim.leaseEndsAt, dueSetAt: claim.now })
    .where(eq(letters.id, sql`(${next})`)) // "=", since "in" may run the subquery once for each row
    .returning();
  return claimed ? { ...claimed, leaseEndsAt: claim.leaseEndsAt } : null;
}

/** Applies even when the sender's lease had ended: the letter was sent, so nobody may send it again. */
export async function markSent(database: Database, letter: ClaimedLetter, sentAt: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const marked = await tx
      .update(letters)
      .set({ status: 'sent', sentAt, sealedContent: null, lastError: null })
      .where(and(eq(letters.id, letter.id), ne(letters.status, 'sent')))
      .returning({ id: letters.id });
    if (marked.length === 0) return;
    await recordLetterEvent(tx, { letterId: letter.id, event: 'accepted', attempt: letter.attempts, at: sentAt });
  });
}

// A wait that was set in the future comes from a clock that has gone back since, so it is over.
const isDue = (now: Date) => or(lte(letters.dueAt, now), gt(letters.dueSetAt, minutesLater(now, 1)));

/** Extends the lease. Does nothing where another sender has claimed the letter since. */
export async function renewLease(
  database: Database,
  letter: ClaimedLetter,
  now: Date,
  leaseSeconds: number,
): Promise<void> {
  const leaseEndsAt = secondsLater(now, leaseSeconds);
  const held = await database
    .update(letters)
    .set({ dueAt: leaseEndsAt, dueSetAt: now })
    .where(isHeld(letter))
    .returning({ id: letters.id });
  if (held.length === 1) letter.leaseEndsAt = leaseEndsAt;
}

interface Retry {
  now: Date;
  dueAt: Date;
  reason: string;
  tries: Tries;
}

const columnsOf = ({ attempts, declined, unanswered }: Tries) => ({
  attempts,
  declinedAttempts: declined,
  unansweredAttempts: unanswered,
});

/** Schedules another try. While the mail server is unavailable, the same failure is recorded only once. */
export async function markRetry(
  database: Database,
  letter: ClaimedLetter,
  { now, dueAt, reason, tries }: Retry,
): Promise<void> {
  await database.transaction(async (tx) => {
    const marked = await tx
      .update(letters)
      .set({ status: 'queued', dueAt, dueSetAt: now, lastError: reason, ...columnsOf(tries) })
      .where(isHeld(letter))
      .returning({ id: letters.id });
    const isRecorded = tries.attempts < letter.attempts && letter.lastError === reason;
    if (marked.length === 0 || isRecorded) return;
    await recordLetterEvent(tx, { letterId: letter.id, event: 'tried', attempt: letter.attempts, reason, at: now });
  });
}

/**
 * Gives the letter up. Returns false where another sender has claimed it since. Its sealed content stays, so that an operator
 * can fix the cause and have it sent.
 */
export async function markFailed(
  tx: Transaction,
  letter: ClaimedLetter,
  { now, reason, tries }: Omit<Retry, 'dueAt'>,
): Promise<boolean> {
  const failed = await tx
    .update(letters)
    .set({ status: 'failed', lastError: reason, ...columnsOf(tries) })
    .where(isHeld(letter))
    .returning({ id: letters.id });
  if (failed.length === 0) return false;
  await recordLetterEvent(tx, { letterId: letter.id, event: 'given-up', attempt: letter.attempts, reason, at: now });
  return true;
}

// The end of the lease identifies the claim: another claim sets a later one.
const isHeld = (letter: ClaimedLetter) =>
  and(eq(letters.id, letter.id), eq(letters.status, 'sending'), eq(letters.dueAt, letter.leaseEndsAt));

const untried: Tries = { attempts: 0, declined: 0, unanswered: 0 };

/** Tries a letter that was given up from the start again; null where there is no such letter. */
export async function requeueFailed(tx: Transaction, letterId: string, now: Date) {
  const [letter] = await tx
    .update(letters)
    .set({ status: 'queued', dueAt: now, dueSetAt: now, lastError: null, ...columnsOf(untried) })
    .where(and(eq(letters.id, letterId), eq(letters.status, 'failed')))
    .returning({ userId: letters.userId, vaultId: letters.vaultId });
  if (!letter) return null;
  await recordLetterEvent(tx, { letterId, event: 'requeued', at: now });
  return letter;
}
