// Queries of the executors' confirmations by the token in their letter.
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { executors, users, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

/** Records the first confirmation with this token. Null if it was confirmed before, or if no executor has the token. */
export async function confirmOnce(tx: Transaction, digests: Digests, now: Date) {
  const [confirmed] = await tx
    .update(executors)
    .set({ confirmedAt: now })
    .where(and(inArray(executors.confirmToken, digests), isNull(executors.confirmedAt)))
    .returning({ id: executors.id, vaultId: executors.vaultId });
  return confirmed ?? null;
}

/** The executor of this token and the owner of their vault. Skips deleted vaults and deleted accounts. */
export async function findByConfirmToken(database: DatabaseOrTransaction, digests: Digests) {
  const [found] = await database
    .select({ executor: { confirmedAt: executors.confirmedAt }, owner: users })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(inArray(executors.confirmToken, digests), ne(vaults.status, 'deleting'), isNull(users.deletedAt)));
  return found ?? null;
}
