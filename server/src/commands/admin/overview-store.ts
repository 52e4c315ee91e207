// Queries for the operator's look-ups. They read across tables and write nothing.
import { count, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { countWaitingOf, listReporters } from '../../letters/ledger/report-store.ts';
import { findUser, findUserByEmail, type UserRow } from '../../people/users/user-store.ts';
import { executors, letters, users, vaults } from '../../platform/database/schema.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { countDue, listOverdue } from '../../vaults/vault/release-store.ts';

const maxRows = 100;
const maxOverdue = 10;

export interface PersonFound {
  user: UserRow | null;
  /** How many addresses have reported a letter of theirs. */
  reports: number;
  /** How many of their letters wait for a limit or, after a report, for the operator. */
  waiting: number;
  vaults: Pick<typeof vaults.$inferSelect, 'id' | 'status' | 'paymentStatus' | 'scheduledReleaseDate'>[];
  /** Ids of vaults. */
  executorOf: string[];
  recipientOf: string[];
}

/** @param subject an address in any case, or the id of an account */
export async function readPerson(database: Database, subject: string): Promise<PersonFound> {
  const user = await (isId(subject) ? findUser(database, subject) : findUserByEmail(database, subject.trim()));
  const address = user?.email ?? subject.trim().toLowerCase();
  const { id, status, paymentStatus, scheduledReleaseDate } = vaults;
  const theirs = user
    ? await database
        .select({ id, status, paymentStatus, scheduledReleaseDate })
        .from(vaults)
        .where(eq(vaults.creatorId, user.id))
        .orderBy(desc(vaults.createdAt))
        .limit(maxRows)
    : [];
  const asExecutor = await database
    .selectDistinct({ id: executors.vaultId })
    .from(executors)
    .where(or(eq(sql`lower(${executors.email})`, address), eq(sql`lower(${executors.secondEmail})`, address)))
    .limit(maxRows);
  const asRecipient = await database
    .select({ id })
    .from(vaults)
    .where(
      or(eq(sql`lower(${vaults.recipientEmail})`, address), eq(sql`lower(${vaults.recipientSecondEmail})`, address)),
    )
    .limit(maxRows);
  return {
    user,
    reports: user ? (await listReporters(database, user.id)).length : 0,
    waiting: user ? await countWaitingOf(database, user.id) : 0,
    vaults: theirs,
    executorOf: asExecutor.map((vault) => vault.id),
    recipientOf: asRecipient.map((vault) => vault.id),
  };
}

export type LetterRow = Pick<
  typeof letters.$inferSelect,
  'id' | 'kind' | 'vaultId' | 'attempts' | 'lastError' | 'createdAt'
>;

const states = { failed: ['failed'], waiting: ['queued', 'sending'] };

/** The newest letters, and their total number. */
export async function listOpenLetters(database: Database, state: 'failed' | 'waiting') {
  const isOfState = inArray(letters.status, states[state]);
  const { id, kind, vaultId, attempts, lastError, createdAt } = letters;
  const newest: LetterRow[] = await database
    .select({ id, kind, vaultId, attempts, lastError, createdAt })
    .from(letters)
    .where(isOfState)
    .orderBy(desc(createdAt), desc(id))
    .limit(maxRows);
  return { letters: newest, total: await database.$count(letters, isOfState) };
}

export async function readCounts(database: Database, now: Date) {
  const byStatus = await database
    .select({ status: vaults.status, count: count() })
    .from(vaults)
    .groupBy(vaults.status)
    .orderBy(vaults.status);
  return {
    owners: await database.$count(users),
    vaults: byStatus,
    waiting: await database.$count(letters, inArray(letters.status, states.waiting)),
    failed: await database.$count(letters, inArray(letters.status, states.failed)),
    due: await countDue(database, now),
    overdue: await listOverdue(database, now, maxOverdue),
  };
}
