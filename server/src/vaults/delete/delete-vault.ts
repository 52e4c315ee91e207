// Deletes a vault that is not released. A draft is deleted immediately with everything in it. An activated vault is hidden and can
// no longer be released; the link in its letter restores it for some days, and then the purge removes it.
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import type { ObjectStorage } from '../../files/storage/object-storage.ts';
import { unregisterObjectsOf } from '../../files/stored/file-store.ts';
import { requireProof } from '../../http/require-proof.ts';
import type { Owner } from '../../http/routes.ts';
import { type ReportChangeNeeds, reportChange } from '../../people/owner-changes/report-change.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { endRequestOf } from '../requests/end-requests.ts';
import { deleteDraft, markDeleting } from '../vault/delete-store.ts';
import { lockVaultOf, type VaultRow } from '../vault/vault-store.ts';

interface Needs extends ReportChangeNeeds {
  database: Database;
  storage: ObjectStorage;
}

export async function deleteVault(needs: Needs, input: { owner: Owner; vaultId: string }): Promise<void> {
  const { owner, vaultId } = input;
  if (!isId(vaultId)) refuse('vault-not-found');
  const objects = await needs.database.transaction(async (tx) => {
    const vault = await lockVaultOf(tx, owner.id, vaultId);
    if (!vault || vault.status === 'deleting') refuse('vault-not-found');
    if (vault.status === 'released') refuse('vault-released');
    const { paymentStatus } = vault;
    await recordAct(needs, tx, {
      vaultId,
      userId: owner.id,
      actor: 'owner',
      event: 'vault-deleted',
      detail: { paymentStatus },
    });
    if (paymentStatus === 'unpaid') return removeDraft(tx, vault);
    requireProof(owner, needs.clock.now());
    await hideVault(needs, tx, vault);
    return [];
  });
  // If this fails, the object no longer has a row, and the sweep removes it.
  await Promise.allSettled(objects.map((path) => needs.storage.remove(path)));
}

async function removeDraft(tx: Transaction, { id, creatorId }: VaultRow): Promise<string[]> {
  const paths = await unregisterObjectsOf(tx, id);
  if (!(await deleteDraft(tx, creatorId, id))) refuse('vault-not-found');
  return paths;
}

async function hideVault(needs: Needs, tx: Transaction, vault: VaultRow): Promise<void> {
  const { id, creatorId, title } = vault;
  const purgeAt = daysLater(needs.clock.now(), ownerChangeDays);
  if (!(await markDeleting(tx, creatorId, id, purgeAt))) refuse('vault-released');
  await endRequestOf(needs, tx, vault);
  await reportChange(needs, tx, { userId: creatorId, kind: 'vault-deletion', vault: { id, title } });
}
