// Queries of the release: the statements that release vaults, the due vaults, and the owners to remind.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { and, count, eq, gt, isNull, lte, or, type SQLWrapper, sql } from 'drizzle-orm';
import { given, prepared, preparedSql } from '../../platform/database/prepared.ts';
import { clockHeartbeat, executors, letters, users, vaults } from '../../platform/database/schema.ts';
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
}
/** A released vault as PostgreSQL writes it in JSON. */
type ReleasedRow = ReleasedVault & { vault: { releasedAt: string }; owner: { earlierEmailUntil: string | null } };

// A clock that is behind must not set a release time before the creation.
const release = sql`update ${vaults} set status = 'released', updated_at = ${given('now')}, released_at = greatest(${given('now')}, created_at`;
const releasedVault = sql`json_build_object('id', vaults.id, 'title', title, 'recipientName', recipient_name,
  'recipientEmail', recipient_email, 'releasedAt', released_at, 'releasedBy', released_by) as vault`;
const ownerOf = (row: string) =>
  sql.raw(
    `json_build_object('id', ${row}.id, 'firstName', ${row}.first_name, 'lastName', ${row}.last_name, 'email', ${row}.email,
      'earlierEmail', ${row}.earlier_email, 'earlierEmailUntil', ${row}.earlier_email_until)`,
  );
const canBeReleased = sql`status = 'active' and payment_status <> 'unpaid'`;

const updateByCode = preparedSql<ReleasedRow>(
  'release_by_code',
  sql`with holder as materialized (
      select v.id as vault_id, e.name, ${ownerOf('o')} as owner,
        json_build_object('id', e.id, 'name', e.name, 'email', e.email) as executor
      from ${executors} e join ${vaults} v on v.id = e.vault_id join ${users} o on o.id = v.creator_id
      where e.access_code = ${given('codeDigest')} and v.id = ${given('vaultId')} and o.deleted_at is null
      for share of o for key share of v, e
    )
    ${release}, (select seen_at from ${clockHeartbeat})), released_by = holder.name
    from holder where vaults.id = holder.vault_id and ${canBeReleased}
    returning ${releasedVault}, holder.owner, holder.executor`,
);

/**
 * The one statement that releases the vault of a code: exactly one of several concurrent calls gets the row, all others get null. It locks
 * the owner, the vault and the executor in this order, so that an account deletion or a code withdrawal happens either
 * before or after the release. The release time is never before the last time that was known to be right.
 */
export async function releaseByCode(
  tx: Transaction,
  input: { vaultId: string; codeDigest: string },
  now: Date,
): Promise<ReleasedVault | null> {
  const [row] = await updateByCode(tx, { ...input, now });
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
    )
    ${release}), released_by = null
    from free where vaults.id = free.id
      and ${canBeReleased} and scheduled_release_date <= ${given('now')}
      and (date_counts_from is null or date_counts_from <= ${given('now')})
    returning ${releasedVault}, free.owner, null as executor`,
);

/**
 * Releases those of the vaults whose date has come, whatever the caller read before: each once, for the call that gets its row.
 * Skips vaults that another transaction has locked, so that two calls never wait for each other.
 */
export async function releaseOnDate(tx: Transaction, vaultIds: readonly string[], now: Date): Promise<ReleasedVault[]> {
  return (await updateOnDate(tx, { vaultIds, now })).map(releasedOf);
}

const updateAsRecorded = preparedSql<ReleasedRow>(
  'release_as_recorded',
  sql`update ${vaults} set status = 'released', updated_at = ${given('now')}, released_at = ${given('releasedAt')},
      released_by = ${given('releasedBy')}
    from ${users} account where vaults.creator_id = account.id and vaults.id = ${given('vaultId')} and ${canBeReleased}
    returning ${releasedVault}, ${ownerOf('account')} as owner, (
      select json_build_object('id', e.id, 'name', e.name, 'email', e.email) from ${executors} e
      where e.vault_id = vaults.id and e.name = vaults.released_by limit 1
    ) as executor`,
);

interface RecordedRelease {
  vaultId: string;
  releasedAt: string;
  releasedBy: string | null;
}

/** Releases a restored vault again, as the journal recorded it. Null if it cannot be released. */
export async function releaseAsRecorded(
  tx: Transaction,
  release: RecordedRelease,
  now: Date,
): Promise<ReleasedVault | null> {
  const [row] = await updateAsRecorded(tx, { ...release, now });
  return row ? releasedOf(row) : null;
}

const releasedOf = ({ vault, owner, ...row }: ReleasedRow): ReleasedVault => ({
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
