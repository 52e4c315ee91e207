// Queries that change what the owner wrote. Each raises the version of the vault.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { and, eq, lt, ne, or, sql } from 'drizzle-orm';
import { vaults } from '../database/schema.ts';
import type { Transaction } from '../database/transaction.ts';
import { ownedBy, type VaultRow } from './vault-store.ts';

interface Edit {
  /** The vault as it was read. */
  vault: Pick<VaultRow, 'id' | 'creatorId' | 'version'>;
  /** With a sealed message. */
  changes: Partial<Pick<VaultRow, 'title' | 'recipientName' | 'recipientEmail' | 'message' | 'scheduledReleaseDate'>>;
  editsAllowed: number;
  /** The idempotency key of the call and the digest of its body, or null. */
  editKey: string | null;
  editDigest: string | null;
}

const nextVersion = sql`${vaults.version} + 1`;
const isDraft = eq(vaults.paymentStatus, 'unpaid');

/**
 * Changes the vault and counts the edit in one guarded statement. A draft's edits are not counted. Returns false if it may no
 * longer be edited, or changed after it was read.
 */
export async function editOnce(tx: Transaction, { vault, changes, editsAllowed, ...repeat }: Edit, now: Date) {
  const written = changes.message === undefined ? {} : { isSealed: true, messageWrittenAt: now };
  const editCount = sql`${vaults.editCount} + case when ${isDraft} then 0 else 1 end`;
  const edited = await tx
    .update(vaults)
    .set({ ...changes, ...written, ...repeat, editCount, version: nextVersion, updatedAt: now })
    .where(
      and(
        ownedBy(vault.creatorId, vault.id),
        eq(vaults.version, vault.version),
        eq(vaults.status, 'active'),
        ne(vaults.paymentStatus, 'lapsed'),
        editsAllowed === unlimited ? undefined : or(isDraft, lt(vaults.editCount, editsAllowed)),
      ),
    )
    .returning({ id: vaults.id });
  return edited.length > 0;
}

/** Locks an active vault and marks it as changed. Counts no edit. Returns false if it is released or missing. */
export async function raiseVersion(tx: Transaction, ownerId: string, vaultId: string, now: Date): Promise<boolean> {
  const raised = await tx
    .update(vaults)
    .set({ version: nextVersion, updatedAt: now })
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'active')))
    .returning({ id: vaults.id });
  return raised.length > 0;
}

/** Restores the earlier recipient of an active vault. Counts no edit. Returns false if it is released or missing. */
export async function restoreRecipient(
  tx: Transaction,
  { ownerId, vaultId, name, email }: { ownerId: string; vaultId: string; name: string; email: string },
  now: Date,
): Promise<boolean> {
  const restored = await tx
    .update(vaults)
    .set({ recipientName: name, recipientEmail: email, version: nextVersion, updatedAt: now })
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'active')))
    .returning({ id: vaults.id });
  return restored.length > 0;
}
