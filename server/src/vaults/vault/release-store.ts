// Queries of the release: the statements that release vaults, the due vaults, and the owners to remind.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { and, count, eq, gt, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { given, prepared, preparedSql } from '../../platform/database/prepared.ts';
import { clockHeartbeat, executors, letters, releaseRequests, users, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

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

const updateByCode = preparedSql<ReleasedRow>(
  'release_by_code',
  sql`with holder as materialized (
      select v.id as vault_id, ${nameReleased(sql`v.id`)}, e.name, ${ownerOf('o')} as owner,
        json_build_object('id', e.id, 'name', e.name, 'email', e.email) as executor
      from ${executors} e join ${vaults} v on v.id = e.vault_id join ${users} o on o.id = v.creator_id
      where e.access_code = ${given('codeDigest')} and v.id = ${given('vaultId')} and o.deleted_at is null
      for share of o for no key update of v for key share of e
    )
    ${release}, (select seen_at from ${clockHeartbeat})), released_by = holder.name
    from holder where vaults.id = holder.vault_id and ${canBeReleased}
      and (${given('isDecided')}::boolean or (wait_hours = 0 and not must_agree
        and not exists (select from ${releaseRequests} where vault_id = vaults.id and ended_at is null)))
    returning ${releasedVault}, holder.owner, holder.executor`,
);

/**
 * The one statement that releases the vault of a code: exactly one of several concurrent calls gets the row, all others get null. It locks
 * the owner, the vault and the executor in this order, so that an account deletion or a code withdrawal happens either
 * before or after the release. The release time is never before the last time that was known to be right. A vault whose owner chose a wait
 * or two executors is released only if the caller has decided, under the vault's lock, that nothing is left to wait for.
 */
export async function releaseByCode(
  tx: Transaction,
  input: { vaultId: string; codeDigest: string; isDecided?: boolean },
  now: Date,
): Promise<ReleasedVault | null> {
  const [row] = await updateByCode(tx, { isDecided: false, ...input, now });
  return row ? releasedOf(row) : null;
}

const updateOnDate = preparedSql<ReleasedRow>(
  'release_on_date',
  sql`with account as materialized (
      select id as owner_id, ${ownerOf('users')} as owner from ${users}
      where id in (select creator_id from ${vaults} where id = any(${given('vaultIds')}::uuid[])) and deleted_at is null
      order by id for share
    ), free as materialized (
      select vault.id, account.* from ${vaults} vault join account on account.owner_id = vault.creator_id
      where vault.id = any(${given('vaultIds')}::uuid[]) for no key update of vault skip locked
    ), released as materialized (
      ${release}), released_by = null
      from free where vaults.id = free.id
        and ${canBeReleased} and scheduled_release_date <= ${given('now')}
        and (date_counts_from is null or date_counts_from <= ${given('now')})
      returning ${releasedVault}, free.owner
    )
    select vault, owner, null as executor from released`,
);
/** A statement of its own, after the vaults are locked: the first does not see a request that was opened while it waited for their owner. */
const endOvertaken = preparedSql<Record<string, never>>(
  'end_overtaken_requests',
  sql`update ${releaseRequests} set state = 'ended', ended_why = 'dated', ended_at = ${given('now')}, version = version + 1
    where vault_id = any(${given('vaultIds')}::uuid[]) and ended_at is null`,
);

/**
 * Releases those of the vaults whose date has come, whatever the caller read before: each once, for the call that gets its row.
 * Skips vaults that another transaction has locked, so that two calls never wait for each other. A date is kept whatever executors have asked
 * for, so it ends their open requests.
 */
export async function releaseOnDate(tx: Transaction, vaultIds: readonly string[], now: Date): Promise<ReleasedVault[]> {
  const released = (await updateOnDate(tx, { vaultIds, now })).map(releasedOf);
  if (released.length > 0) await endOvertaken(tx, { vaultIds: released.map(({ vault }) => vault.id), now });
  return released;
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
