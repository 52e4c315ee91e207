// Queries of the status of letters, for health, the operator and owners.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { and, desc, eq, gt, inArray, lte, not, or, sql } from 'drizzle-orm';
import { letters } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import { clockSkewSeconds, minutesLater, secondsLater } from '../../platform/lib/clock.ts';
import { letterWindowMinutes } from './code-rules.ts';
import { isWaitingLetter } from './report-store.ts';

/** The writing time of the oldest due letter that was never passed to a mail server; null if there is none. */
export async function findOldestUnsent(database: Database, now: Date): Promise<Date | null> {
  const soon = secondsLater(now, 60); // while the mail server is unavailable, due letters are moved to a few seconds later, again and again
  const [oldest] = await database
    .select({ createdAt: letters.createdAt })
    .from(letters)
    .where(and(eq(letters.status, 'queued'), eq(letters.attempts, 0), lte(letters.dueAt, soon), not(isWaitingLetter)))
    .orderBy(letters.createdAt)
    .limit(1);
  return oldest?.createdAt ?? null;
}

/** Every letter of an account and its vaults, to any recipient. */
export async function listLetterIdsOf(
  database: DatabaseOrTransaction,
  userId: string,
  vaultIds: string[],
): Promise<string[]> {
  const found = await database
    .select({ id: letters.id })
    .from(letters)
    .where(or(eq(letters.userId, userId), inArray(letters.vaultId, vaultIds)));
  return found.map(({ id }) => id);
}

/** The states of a vault's letters, newest first, without recipients and content. */
export const listLetterStates = (database: DatabaseOrTransaction, vaultId: string) =>
  database
    .select({
      id: letters.id,
      kind: letters.kind,
      status: letters.status,
      attempts: letters.attempts,
      lastError: letters.lastError,
      createdAt: letters.createdAt,
    })
    .from(letters)
    .where(eq(letters.vaultId, vaultId))
    .orderBy(desc(letters.createdAt), desc(letters.id));

type Mailed = ({ vaultId: string } | { userId: string }) & { kind: LetterKind };

/**
 * When codes of one kind were mailed for a vault or an account within the last hour, newest first: the input of `nextCodeAt`.
 * Skips codes dated in the future, which come from a wrong clock.
 */
export async function listCodeTimes(database: DatabaseOrTransaction, mailed: Mailed, now: Date): Promise<Date[]> {
  const since = minutesLater(now, -letterWindowMinutes);
  const soon = secondsLater(now, clockSkewSeconds);
  const isAbout = 'vaultId' in mailed ? eq(letters.vaultId, mailed.vaultId) : eq(letters.userId, mailed.userId);
  const found = await database
    .select({ createdAt: letters.createdAt })
    .from(letters)
    .where(and(isAbout, eq(letters.kind, mailed.kind), gt(letters.createdAt, since), lte(letters.createdAt, soon)))
    .orderBy(desc(letters.createdAt));
  return found.map(({ createdAt }) => createdAt);
}

/** Sent letters, newest first; `to` ignores case. */
export async function listSentLetters(database: Database, { to, max }: { to?: string | undefined; max: number }) {
  const isTheirs = to === undefined ? undefined : eq(sql`lower(${letters.recipient})`, to.trim().toLowerCase());
  return database
    .select({ id: letters.id, kind: letters.kind, recipient: letters.recipient, createdAt: letters.createdAt })
    .from(letters)
    .where(and(eq(letters.status, 'sent'), isTheirs))
    .orderBy(desc(letters.createdAt), desc(letters.id))
    .limit(max);
}
