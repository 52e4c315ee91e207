// Deletes a vault that is not yet released, with everything in it. Its objects go once the rows are gone for good.
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import { forgetObjectsOf } from '../files/file-store.ts';
import type { ObjectStorage } from '../files/object-storage.ts';
import { requireProof } from '../http/require-proof.ts';
import type { Owner } from '../http/routes.ts';
import type { Clock } from '../lib/clock.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { deleteUnreleased, lockVaultOf } from './vault-store.ts';

interface Needs {
  database: Database;
  clock: Clock;
  storage: ObjectStorage;
}

export async function deleteVault(needs: Needs, input: { owner: Owner; vaultId: string }): Promise<void> {
  const { owner, vaultId } = input;
  if (!isId(vaultId)) refuse('vault-not-found');
  const objects = await needs.database.transaction(async (tx) => {
    const vault = await lockVaultOf(tx, owner.id, vaultId);
    if (!vault) refuse('vault-not-found');
    if (vault.paymentStatus !== 'unpaid') requireProof(owner, needs.clock.now());
    const paths = await forgetObjectsOf(tx, vaultId);
    if (!(await deleteUnreleased(tx, owner.id, vaultId))) refuse('vault-released');
    await recordAudit(needs, tx, {
      vaultId,
      userId: owner.id,
      actor: 'owner',
      event: 'vault-deleted',
      detail: { paymentStatus: vault.paymentStatus, files: paths.length },
    });
    return paths;
  });
  // What fails here is an object without a row, and the sweep's to remove.
  await Promise.allSettled(objects.map((path) => needs.storage.remove(path)));
}
