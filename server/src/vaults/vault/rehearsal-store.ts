// The statement that allows a rehearsal of a vault, at most once an hour.
import { rehearsalMinutes } from '@remembrance/contract/limits.ts';
import { and, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import { vaults } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import type { VaultRow } from './vault-store.ts';

/** If called concurrently, only one call gets the vault, and the others get null. A clock that was set back does not delay a rehearsal. */
export async function rehearseOnce(
  tx: Transaction,
  { ownerId, vaultId }: { ownerId: string; vaultId: string },
  now: Date,
): Promise<VaultRow | null> {
  const last = vaults.rehearsedAt;
  const [vault] = await tx
    .update(vaults)
    .set({ rehearsedAt: now })
    .where(
      and(
        eq(vaults.id, vaultId),
        eq(vaults.creatorId, ownerId),
        ne(vaults.status, 'deleting'),
        or(isNull(last), lte(last, minutesLater(now, -rehearsalMinutes)), gt(last, now)),
      ),
    )
    .returning();
  return vault ?? null;
}
