// Queries that change what the owner wrote. Each raises the version of the vault.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { and, eq, lt, ne, or, sql } from 'drizzle-orm';
import { given, prepared } from '../../platform/database/prepared.ts';
import { vaults } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { ownedBy, type VaultRow } from './vault-store.ts';

type Written = Pick<
  VaultRow,
  'title' | 'recipientName' | 'recipientEmail' | 'message' | 'scheduledReleaseDate' | 'dateCountsFrom'
>;

interface Edit {
  /** The vault as it was read. */
  vault: Pick<VaultRow, 'id' | 'creatorId' | 'version'>;
  /** All of the owner's content, with a sealed message. */
  written: Written & Pick<VaultRow, 'messageWrittenAt'>;
  editsAllowed: number;
  /** The call's idempotency key and the digest of its body, or null. */
  editKey: string | null;
  editDigest: string | null;
}

const nextVersion = sql`${vaults.version} + 1`;
const isDraft = eq(vaults.paymentStatus, 'unpaid');

const updateOnce = prepared('edit_vault', (database) =>
  database
    .update(vaults)
    .set({
      title: sql`${given('title')}`,
      recipientName: sql`${given('recipientName')}`,
      recipientEmail: sql`${given('recipientEmail')}`,
      message: sql`${given('message')}`,
      scheduledReleaseDate: sql`${given('scheduledReleaseDate')}`,
      dateCountsFrom: sql`${given('dateCountsFrom')}`,
      messageWrittenAt: sql`${given('messageWrittenAt')}`,
      editKey: sql`${given('editKey')}`,
      editDigest: sql`${given('editDigest')}`,
      editCount: sql`${vaults.editCount} + case when ${isDraft} then 0 else 1 end`,
      version: nextVersion,
      updatedAt: sql`${given('now')}`,
    })
    .where(
      and(
        eq(vaults.id, given('vaultId')),
        eq(vaults.creatorId, given('ownerId')),
        eq(vaults.version, given('version')),
        eq(vaults.status, 'active'),
        ne(vaults.paymentStatus, 'lapsed'),
        or(isDraft, sql`${given('editsAllowed')}::int = ${unlimited}`, lt(vaults.editCount, given('editsAllowed'))),
      ),
    )
    .returning({ id: vaults.id }),
);

/**
 * Changes the vault and counts the edit in one guarded statement. A draft's edits are not counted. Returns false if it may no
 * longer be edited, or changed after it was read.
 */
export async function editOnce(tx: Transaction, { vault, written, ...edit }: Edit, now: Date): Promise<boolean> {
  const { id: vaultId, creatorId: ownerId, version } = vault;
  const edited = await updateOnce(tx, { ...written, ...edit, vaultId, ownerId, version, now });
  return edited.length > 0;
}

type Restored = Partial<
  Pick<VaultRow, 'recipientName' | 'recipientEmail' | 'scheduledReleaseDate' | 'message' | 'messageWrittenAt'>
>;

/**
 * Restores previous values of an active vault, the message sealed. Without values it only locks the vault and marks it as changed.
 * Counts no edit. Returns false if the vault is released or missing.
 */
export async function restoreValues(
  tx: Transaction,
  { ownerId, vaultId }: { ownerId: string; vaultId: string },
  earlier: Restored,
  now: Date,
): Promise<boolean> {
  const restored = await tx
    .update(vaults)
    .set({ ...earlier, version: nextVersion, updatedAt: now })
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'active')))
    .returning({ id: vaults.id });
  return restored.length > 0;
}
