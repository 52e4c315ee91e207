// Queries of the changes that owners can undo with the link in a letter.
import type { OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { ownerChanges } from '../../platform/database/schema.ts';
import {
  type Database,
  type DatabaseOrTransaction,
  firstRow,
  type Transaction,
} from '../../platform/database/transaction.ts';
import { type Clock, daysLater } from '../../platform/lib/clock.ts';
import { eraseEarlierEmails } from '../users/earlier-email-store.ts';

export type OwnerChangeRow = typeof ownerChanges.$inferSelect;
export type NewOwnerChange = Omit<typeof ownerChanges.$inferInsert, 'kind'> & { kind: OwnerChangeKind };

export async function insertOwnerChange(tx: Transaction, change: NewOwnerChange): Promise<void> {
  await tx.insert(ownerChanges).values(change);
}

/** Opens again a change whose link exists already, because what it reports was repeated after a restore. */
export async function putOwnerChanges(tx: Transaction, changes: NewOwnerChange[]): Promise<void> {
  const again = { undoneAt: null, createdAt: sql`excluded.created_at`, expiresAt: sql`excluded.expires_at` };
  await tx.insert(ownerChanges).values(changes).onConflictDoUpdate({ target: ownerChanges.tokenDigest, set: again });
}

/** Ends the open changes of one kind of a vault, so that their links do nothing from now on. */
export async function endChangesOfVault(
  tx: Transaction,
  { vaultId, kind }: { vaultId: string; kind: OwnerChangeKind },
  now: Date,
): Promise<void> {
  const isOpen = isNull(ownerChanges.undoneAt);
  await tx
    .update(ownerChanges)
    .set({ undoneAt: now })
    .where(and(eq(ownerChanges.vaultId, vaultId), eq(ownerChanges.kind, kind), isOpen));
}

const isOfToken = (tokenDigests: Digests) => inArray(ownerChanges.tokenDigest, tokenDigests);

export const findOwnerChange = (database: DatabaseOrTransaction, tokenDigests: Digests) =>
  firstRow(database.select().from(ownerChanges).where(isOfToken(tokenDigests)));

/** Also locks the row until the transaction ends, so that concurrent clicks are processed one after the other. */
export const lockOwnerChange = (tx: Transaction, tokenDigests: Digests) =>
  firstRow(tx.select().from(ownerChanges).where(isOfToken(tokenDigests)).for('update'));

/** The changes of one kind that can still be undone, oldest first. */
export const listOpenChanges = (
  database: DatabaseOrTransaction,
  userId: string,
  kind: OwnerChangeKind,
  now: Date,
): Promise<OwnerChangeRow[]> =>
  database
    .select()
    .from(ownerChanges)
    .where(
      and(
        eq(ownerChanges.userId, userId),
        eq(ownerChanges.kind, kind),
        isNull(ownerChanges.undoneAt),
        gt(ownerChanges.expiresAt, now),
      ),
    )
    .orderBy(asc(ownerChanges.createdAt));

export async function setSealedEarlier(tx: Transaction, id: string, sealedEarlier: string): Promise<void> {
  await tx.update(ownerChanges).set({ sealedEarlier }).where(eq(ownerChanges.id, id));
}

/** The second step is one item, whether it was turned on or off. An executor whose addition is undone can no longer be corrected. */
function kindsOfItem(kind: string): string[] {
  if (kind === 'two-factor-on' || kind === 'two-factor-off') return ['two-factor-on', 'two-factor-off'];
  return kind === 'executor-added' ? ['executor-added', 'executor'] : [kind];
}

/** Kinds whose undo replaces a state that can be restored in turn. */
const reversibleKinds: readonly OwnerChangeKind[] = [
  'title',
  'recipient',
  'questions',
  'content',
  'release-date',
  'executor',
  'name',
];
const isReversible = (kind: string): boolean => reversibleKinds.some((reversible) => reversible === kind);

/**
 * Records that this change was undone, and also every later change of the same item, so that their letters cannot restore
 * a value that came after it. What a reversible undo ended can be undone again if the undo is itself undone.
 */
export const markUndone = (tx: Transaction, change: OwnerChangeRow, now: Date): Promise<OwnerChangeRow[]> =>
  tx
    .update(ownerChanges)
    .set(isReversible(change.kind) ? { undoneAt: now } : { undoneAt: now, sealedEarlier: null })
    .where(
      and(
        eq(ownerChanges.userId, change.userId),
        inArray(ownerChanges.kind, kindsOfItem(change.kind)),
        sql`${ownerChanges.vaultId} is not distinct from ${change.vaultId}`,
        sql`${ownerChanges.itemId} is not distinct from ${change.itemId}`,
        gte(ownerChanges.createdAt, change.createdAt),
        isNull(ownerChanges.undoneAt),
      ),
    )
    .returning();

/** Lets changes be undone again. The caller must hold the user's lock. */
export async function reopenChanges(tx: Transaction, ids: string[]): Promise<void> {
  await tx.update(ownerChanges).set({ undoneAt: null }).where(inArray(ownerChanges.id, ids));
}

/** Ends those of the changes that are open. The caller must hold the user's lock. */
export const endOpen = (tx: Transaction, ids: string[], now: Date): Promise<OwnerChangeRow[]> =>
  tx
    .update(ownerChanges)
    .set({ undoneAt: now })
    .where(and(inArray(ownerChanges.id, ids), isNull(ownerChanges.undoneAt)))
    .returning();

/** Oldest first. Those that one undo ended begin with the change whose link was used. */
export const listOwnerChanges = (tx: Transaction, ids: string[]): Promise<OwnerChangeRow[]> =>
  tx.select().from(ownerChanges).where(inArray(ownerChanges.id, ids)).orderBy(asc(ownerChanges.createdAt));

/** How many reported parts of a counted edit are not undone. */
export const countOpenParts = (tx: Transaction, vaultId: string, editVersion: number): Promise<number> =>
  tx.$count(
    ownerChanges,
    and(eq(ownerChanges.vaultId, vaultId), eq(ownerChanges.editVersion, editVersion), isNull(ownerChanges.undoneAt)),
  );

/** Erases values that can no longer be restored. */
async function eraseExpiredValues(database: DatabaseOrTransaction, now: Date): Promise<void> {
  await database
    .update(ownerChanges)
    .set({ sealedEarlier: null })
    .where(and(lte(ownerChanges.expiresAt, now), isNotNull(ownerChanges.sealedEarlier)));
}

/** The rows are kept longer, so that a late click gets an explanation. */
async function deleteChangesExpiredBefore(database: DatabaseOrTransaction, before: Date): Promise<void> {
  await database.delete(ownerChanges).where(lte(ownerChanges.expiresAt, before));
}

/** Erases the previous values of changes that can no longer be undone, and deletes their rows a month later. */
const rowDays = 30;

export async function forgetChanges({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  await eraseExpiredValues(database, now);
  await eraseEarlierEmails(database, now);
  await deleteChangesExpiredBefore(database, daysLater(now, -rowDays));
}
