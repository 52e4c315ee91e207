// Queries of the release: the statement that releases a vault, the due vaults, and the owners to remind.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { and, count, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';
import { letters, users, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import type { VaultRow } from './vault-store.ts';

export interface ReleasedVault {
  vault: VaultRow;
  owner: { id: string; firstName: string | null; lastName: string | null; email: string };
}

/**
 * The one statement that releases a vault: of concurrent calls exactly one gets the row, all others get null. It locks the
 * owner's row, so that a vault of an account under deletion is either released before the deletion or not at all. With
 * `releasedBy` null it releases the vault only if its date has come, whatever the caller read before.
 */
export async function releaseOnce(
  tx: Transaction,
  input: { vaultId: string; releasedBy: string | null },
  now: Date,
): Promise<ReleasedVault | null> {
  const owners = tx.select({ id: vaults.creatorId }).from(vaults).where(eq(vaults.id, input.vaultId));
  const openAccount = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sql`(${owners})`), isNull(users.deletedAt)))
    .for('share');
  const [vault] = await tx
    .update(vaults)
    .set({ status: 'released', releasedAt: notBeforeCreation(now), releasedBy: input.releasedBy, updatedAt: now })
    .where(
      and(
        eq(vaults.id, input.vaultId),
        eq(vaults.creatorId, sql`(${openAccount})`),
        eq(vaults.status, 'active'),
        ne(vaults.paymentStatus, 'unpaid'),
        input.releasedBy === null ? lte(vaults.scheduledReleaseDate, now) : undefined,
      ),
    )
    .returning();
  if (!vault) return null;
  const [owner] = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(eq(users.id, vault.creatorId));
  if (!owner) throw new Error('the vault has no owner');
  return { vault, owner };
}

// A clock that is behind must not set a release time before the creation.
const notBeforeCreation = (now: Date) => sql`greatest(${now.toISOString()}::timestamptz, ${vaults.createdAt})`;

export async function findReleasedAt(database: DatabaseOrTransaction, vaultId: string): Promise<Date | null> {
  const [vault] = await database.select({ releasedAt: vaults.releasedAt }).from(vaults).where(eq(vaults.id, vaultId));
  return vault?.releasedAt ?? null;
}

const isActivated = and(eq(vaults.status, 'active'), ne(vaults.paymentStatus, 'unpaid'));
/** The owner has not requested deletion. The query must join the users. */
const isKept = isNull(users.deletedAt);

/** Activated vaults whose date has come, oldest first. */
export async function listDue(database: DatabaseOrTransaction, now: Date, max: number): Promise<string[]> {
  const due = await database
    .select({ id: vaults.id })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(isActivated, isKept, lte(vaults.scheduledReleaseDate, now)))
    .orderBy(vaults.scheduledReleaseDate)
    .limit(max);
  return due.map(({ id }) => id);
}

/** How many activated vaults are overdue. */
export async function countDue(database: DatabaseOrTransaction, now: Date): Promise<number> {
  const [found] = await database
    .select({ due: count() })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(isActivated, isKept, lte(vaults.scheduledReleaseDate, now)));
  return found?.due ?? 0;
}

/** Activated vaults due after `from` and until `until` that have no letter with this prefix and their date. */
export async function listToRemind(database: DatabaseOrTransaction, from: Date, until: Date, keyPrefix: string) {
  const onceKey = sql<string>`${keyPrefix} || ${vaults.id} || '/' || extract(epoch from ${vaults.scheduledReleaseDate})::bigint`;
  return database
    .select({
      vault: vaults,
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

/** Locks a released vault until the transaction ends. Null if it is not released. */
export async function lockReleasedVault(tx: Transaction, vaultId: string): Promise<ReleasedVault | null> {
  const [found] = await tx
    .select({
      vault: vaults,
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(eq(vaults.id, vaultId), eq(vaults.status, 'released')))
    .for('update', { of: vaults });
  return found ?? null;
}
