// Queries of requests that a check-in without an answer has opened: those that their owner has since answered by showing up, and the one that
// released a vault.
import { and, eq, gt, gte, isNull } from 'drizzle-orm';
import { ownerSeenAt } from '../../people/users/owner-seen-store.ts';
import { releaseRequests, users, vaults } from '../../platform/database/schema.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';

/** The owners. Each of them has an open request that ends. */
export async function listAnsweredSilences(database: Database, max: number): Promise<string[]> {
  const isSilence = and(isNull(releaseRequests.endedAt), eq(releaseRequests.bySilence, true));
  const rows = await database
    .selectDistinct({ ownerId: users.id })
    .from(releaseRequests)
    .innerJoin(vaults, eq(vaults.id, releaseRequests.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(isSilence, isNull(users.deletedAt), gt(ownerSeenAt, releaseRequests.createdAt)))
    .limit(max);
  return rows.map(({ ownerId }) => ownerId);
}

/** Whether a silence has released it, and not its date. */
export async function wasReleasedBySilence(
  tx: Transaction,
  { id, releasedAt, releasedBy }: { id: string; releasedAt: Date | null; releasedBy: string | null },
): Promise<boolean> {
  if (!releasedAt || releasedBy !== null) return false;
  const isIt = and(eq(releaseRequests.vaultId, id), eq(releaseRequests.bySilence, true));
  return (
    (await tx.$count(
      releaseRequests,
      and(isIt, eq(releaseRequests.state, 'released'), gte(releaseRequests.endedAt, releasedAt)),
    )) > 0
  );
}
