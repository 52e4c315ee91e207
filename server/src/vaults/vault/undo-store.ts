// The statement that undoes a release, and whether a release can be undone.
import { and, eq, not, sql } from 'drizzle-orm';
import { vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { isProven } from './vault-overview.ts';
import { ownedBy, type VaultRow } from './vault-store.ts';

export async function isReleaseProven(database: DatabaseOrTransaction, vaultId: string): Promise<boolean> {
  return (await database.$count(vaults, and(eq(vaults.id, vaultId), isProven))) > 0;
}

/** A date that comes within this time would release the vault again before its owner has looked at it. */
const removedDateDays = 1;

/** The address to which an executor has redirected a release; null for none. */
export const correctedAddress = ({
  correctionState,
  recipientEmail,
}: Pick<VaultRow, 'correctionState' | 'recipientEmail'>): string | null =>
  correctionState === 'made' ? recipientEmail : null;

/**
 * Makes a released vault active again, once, unless a recipient has proven who they are. The caller must hold the vault's lock, and have taken it in
 * an earlier statement: this one then sees the answers that came before it. Its date is removed if it has come or comes within a day. A
 * correction of the recipient's address is undone too: an executor asked for it, and the owner may not be able to edit the vault.
 */
export async function undoReleaseOnce(
  tx: Transaction,
  { ownerId, vaultId }: { ownerId: string; vaultId: string },
  now: Date,
): Promise<VaultRow | null> {
  const isNear = sql`${vaults.scheduledReleaseDate} <= ${daysLater(now, removedDateDays).toISOString()}::timestamptz`;
  const [undone] = await tx
    .update(vaults)
    .set({
      status: 'active',
      releasedAt: null,
      releasedBy: null,
      recipientEmail: sql`case when correction_state = 'made' then correction_email else ${vaults.recipientEmail} end`,
      correctionState: sql`case when correction_state in ('waiting', 'made') then 'ended' else correction_state end`,
      scheduledReleaseDate: sql`case when ${isNear} then null else ${vaults.scheduledReleaseDate} end`,
      version: sql`${vaults.version} + 1`,
      updatedAt: now,
    })
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'released'), not(isProven)))
    .returning();
  return undone ?? null;
}
