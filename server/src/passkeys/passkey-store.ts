// Queries of the passkeys.
import { and, asc, count, eq, isNull, lt, or } from 'drizzle-orm';
import { passkeys } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export const listPasskeysOf = (database: DatabaseOrTransaction, userId: string): Promise<PasskeyRow[]> =>
  database
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

export async function findPasskey(database: DatabaseOrTransaction, credentialId: string): Promise<PasskeyRow | null> {
  const [passkey] = await database.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return passkey ?? null;
}

/** Hold the user's lock where the number decides something. */
export async function countPasskeys(database: DatabaseOrTransaction, userId: string): Promise<number> {
  const [found] = await database.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return found?.n ?? 0;
}

/** Null where somebody has this very passkey already. */
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

export async function renamePasskey(database: DatabaseOrTransaction, userId: string, id: string, name: string) {
  const [renamed] = await database.update(passkeys).set({ name }).where(ownedBy(userId, id)).returning();
  return renamed ?? null;
}

/** @returns what it was called; null where the owner has no such passkey. */
export async function deletePasskey(tx: Transaction, userId: string, id: string): Promise<string | null> {
  const [deleted] = await tx.delete(passkeys).where(ownedBy(userId, id)).returning({ name: passkeys.name });
  return deleted?.name ?? null;
}

/** All of them, or those not known to be the owner's. */
export async function deletePasskeysOf(tx: Transaction, userId: string, which: 'all' | 'unproved') {
  const own = eq(passkeys.userId, userId);
  const removed = await tx
    .delete(passkeys)
    .where(which === 'all' ? own : and(own, isNull(passkeys.provedAt)))
    .returning({ id: passkeys.id });
  return { removed: removed.length, left: await countPasskeys(tx, userId) };
}

/** It was used in a browser that proved the mailbox. */
export async function provePasskey(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx
    .update(passkeys)
    .set({ provedAt: now })
    .where(and(eq(passkeys.id, id), isNull(passkeys.provedAt)));
}

/** Notes a use. False where the counter did not move on, as that of a copied device would not. */
export async function usePasskey(tx: Transaction, id: string, counter: number, now: Date): Promise<boolean> {
  // Many devices do not count at all and always say 0.
  const moved = or(lt(passkeys.counter, counter), counter === 0 ? eq(passkeys.counter, 0) : undefined);
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), moved))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
