// Queries of the passkeys.
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import { passkeys } from '../../platform/database/schema.ts';
import { type DatabaseOrTransaction, firstRow, type Transaction } from '../../platform/database/transaction.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export const listPasskeysOf = (database: DatabaseOrTransaction, userId: string): Promise<PasskeyRow[]> =>
  database
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

export const findPasskey = (database: DatabaseOrTransaction, credentialId: string): Promise<PasskeyRow | null> =>
  firstRow(database.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)));

/** The caller must hold the user's lock if a decision depends on the count. */
export const countPasskeys = (database: DatabaseOrTransaction, userId: string): Promise<number> =>
  database.$count(passkeys, eq(passkeys.userId, userId));

/** Null if this passkey is already registered. */
export async function insertPasskey(
  tx: Transaction,
  passkey: typeof passkeys.$inferInsert,
): Promise<PasskeyRow | null> {
  const [inserted] = await tx
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning();
  return inserted ?? null;
}

const ownedBy = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));

export const renamePasskey = (database: DatabaseOrTransaction, userId: string, id: string, name: string) =>
  firstRow(database.update(passkeys).set({ name }).where(ownedBy(userId, id)).returning());

/** @returns its name, or null if the owner has no such passkey */
export async function deletePasskey(tx: Transaction, userId: string, id: string): Promise<string | null> {
  const [deleted] = await tx.delete(passkeys).where(ownedBy(userId, id)).returning({ name: passkeys.name });
  return deleted?.name ?? null;
}

/** Deletes all passkeys, or only those not known to be the owner's. */
export async function deletePasskeysOf(tx: Transaction, userId: string, which: 'all' | 'unproved') {
  const own = eq(passkeys.userId, userId);
  const removed = await tx.delete(passkeys).where(which === 'all' ? own : and(own, isNull(passkeys.provedAt)));
  return { removed: removed.rowCount ?? 0, left: await countPasskeys(tx, userId) };
}

/** Marks it as the owner's: it was used in a browser with a proven mailbox. */
export async function provePasskey(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx
    .update(passkeys)
    .set({ provedAt: now })
    .where(and(eq(passkeys.id, id), isNull(passkeys.provedAt)));
}

/** Records a use. Returns false if the counter has not advanced, which suggests a cloned device. */
export async function usePasskey(tx: Transaction, id: string, counter: number, now: Date): Promise<boolean> {
  // Many devices have no counter and always send 0.
  const moved = or(lt(passkeys.counter, counter), counter === 0 ? eq(passkeys.counter, 0) : undefined);
  const { rowCount } = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), moved));
  return rowCount !== 0;
}
