// Queries of the release: the statements that release vaults, the due vaults, and the owners to remind.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { and, count, eq, gt, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { given, prepared, preparedSql } from '../../platform/database/prepared.ts';
import { clockHeartbeat, executors, letters, releaseRequests, users, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { lockFreeVaults } from './release-locks.ts';

export interface ReleasedVault {
  vault: {
    id: string;
    title: string;
    recipientName: string;
    recipientEmail: string;
    releasedAt: Date;
    releasedBy: string | null;
  };
  owner: {
    id: string;
    firstName: string | null;
    lastName: string | null;
    email: string;
    earlierEmail: string | null;
    earlierEmailUntil: Date | null;
  };
  /** Who released it, or null if its date did. */
  executor: { id: string; name: string; email: string } | null;
  /** Whether it was released because its owner did not answer a check-in. */
  bySilence?: boolean;
}
/** A released vault as PostgreSQL writes it in JSON. */
export type ReleasedRow = ReleasedVault & {
  vault: { releasedAt: string };
  owner: { earlierEmailUntil: string | null };
};

// A clock that is behind must not set a release time before the creation.
export const release = sql`update ${vaults} set status = 'released', updated_at = ${given('now')}, correction_state = null, correction_email = null,
  correction_due_at = null, correction_token = null, released_at = greatest(${given('now')}, created_at`;
export const releasedVault = sql`json_build_object('id', vaults.id, 'title', title, 'recipientName', recipient_name,
  'recipientEmail', recipient_email, 'releasedAt', released_at, 'releasedBy', released_by) as vault`;
export const ownerOf = (row: string) =>
  sql.raw(
    `json_build_object('id', ${row}.id, 'firstName', ${row}.first_name, 'lastName', ${row}.last_name, 'email', ${row}.email,
      'earlierEmail', ${row}.earlier_email, 'earlierEmailUntil', ${row}.earlier_email_until)`,
  );
export const canBeReleased = sql`status = 'active' and payment_status <> 'unpaid'`;

/** Names the vault for the trigger that refuses releases by version 1.0.0. In a part of the statement that is read before the vault is changed. */
export const nameReleased = (vaultId: SQL) => sql`set_config('remembrance.released_vault', ${vaultId}::text, true)`;

const updateByPress = preparedSql<ReleasedRow>(
  'release_by_executor',
  sql`with holder as materialized (
      select v.id as vault_id, ${nameReleased(sql`v.id`)}, e.name, ${ownerOf('o')} as owner,
        json_build_object('id', e.id, 'name', e.name, 'email', e.email) as executor
      from ${executors} e join ${vaults} v on v.id = e.vault_id join ${users} o on o.id = v.creator_id
      where e.id = ${given('executorId')}
    )
    ${release}, (select seen_at from ${clockHeartbeat})), released_by = holder.name
    from holder where vaults.id = holder.vault_id and ${canBeReleased}
    returning ${releasedVault}, holder.owner, holder.executor`,
);

/**
 * Releases the vault of an executor. The caller holds the locks of its code (release-locks.ts), and has decided that nothing is left to wait for.
 * The release time is never before the last time that was known to be right. Null if it is not active.
 */
export async function releaseByPress(tx: Transaction, executorId: string, now: Date): Promise<ReleasedVault | null> {
  const [row] = await updateByPress(tx, { executorId, now });
  return row ? releasedOf(row) : null;
}

const updateOnDate = preparedSql<ReleasedRow>(
  'release_on_date',
  sql`with account as (select id as owner_id, ${ownerOf('users')} as owner from ${users}), released as (
      ${release}), released_by = null
      from account where account.owner_id = vaults.creator_id and vaults.id = any(${given('vaultIds')}::uuid[])
        and ${canBeReleased} and scheduled_release_date <= ${given('now')}
        and (date_counts_from is null or date_counts_from <= ${given('now')})
      returning ${releasedVault}, vaults.id, account.owner
    ), overtaken as (
      update ${releaseRequests} request set state = 'ended', ended_why = 'dated', ended_at = ${given('now')},
        version = request.version + 1
      from released where request.vault_id = released.id and request.ended_at is null
    )
    select vault, owner, null as executor from released`,
);

/**
 * Releases those of the vaults whose date has come, whatever the caller read before: each once, for the call that gets its row. Vaults that
 * another transaction has locked are left to the next call. A date is kept whatever executors have asked for, so it ends their open requests.
 */
export async function releaseOnDate(tx: Transaction, vaultIds: readonly string[], now: Date): Promise<ReleasedVault[]> {
  return (await updateOnDate(tx, { vaultIds: await lockFreeVaults(tx, vaultIds), now })).map(releasedOf);
}

export const releasedOf = ({ vault, owner, ...row }: ReleasedRow): ReleasedVault => ({
  ...row,
  owner: { ...owner, earlierEmailUntil: owner.earlierEmailUntil && new Date(owner.earlierEmailUntil) },
  vault: { ...vault, releasedAt: new Date(vault.releasedAt) },
});

// Constants, so that the query matches the partial index of due vaults.
const isActivated = sql`${vaults.status} = 'active' and ${vaults.paymentStatus} <> 'unpaid'`;
/** The owner has not requested deletion. The query must join the users. */
const isKept = isNull(users.deletedAt);

/** The date has come, and was proven or set long enough ago. */
const isDue = (now: SQLWrapper | Date) =>
  and(lte(vaults.scheduledReleaseDate, now), or(isNull(vaults.dateCountsFrom), lte(vaults.dateCountsFrom, now)));

const selectDue = prepared('list_due', (database) =>
  database
    .select({
      id: vaults.id,
      dueAt: sql`greatest(${vaults.scheduledReleaseDate}, ${vaults.dateCountsFrom})`.mapWith(vaults.createdAt),
    })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(isActivated, isKept, isDue(given('now'))))
    .orderBy(vaults.scheduledReleaseDate)
    .limit(given('max')),
);

/** Activated vaults whose date has come, oldest first, and since when they are due. */
export const listOverdue = (database: DatabaseOrTransaction, now: Date, max: number) =>
  selectDue(database, { now, max });

export async function listDue(database: DatabaseOrTransaction, now: Date, max: number): Promise<string[]> {
  return (await listOverdue(database, now, max)).map(({ id }) => id);
}

/** How many activated vaults are overdue. */
export async function countDue(database: DatabaseOrTransaction, now: Date): Promise<number> {
  const [found] = await database
    .select({ due: count() })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(isActivated, isKept, isDue(now)));
  return found?.due ?? 0;
}

/**
 * Activated vaults due after `from` and until `until`, for which no letter with this prefix and their date exists.
 */
export async function listToRemind(database: DatabaseOrTransaction, from: Date, until: Date, keyPrefix: string) {
  const onceKey = sql<string>`${keyPrefix} || ${vaults.id} || '/' || extract(epoch from ${vaults.scheduledReleaseDate})::bigint`;
  return database
    .select({
      vault: vaults,
      releaseAt: sql<Date>`${vaults.scheduledReleaseDate}`.mapWith(vaults.scheduledReleaseDate),
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      onceKey,
    })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .leftJoin(letters, eq(letters.onceKey, onceKey))
    .where(
      and(
        isActivated,
        isKept,
        sql`not ${'release-reminder' satisfies LetterKind} = any(${users.refusedLetters})`,
        gt(vaults.scheduledReleaseDate, from),
        lte(vaults.scheduledReleaseDate, until),
        isNull(letters.id),
      ),
    )
    .limit(500);
}
