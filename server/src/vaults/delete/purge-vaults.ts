// Purges deleted vaults, with everything in them, once they can no longer be restored. Safe to run again after a failure.
import type { ObjectStorage } from '../../files/storage/object-storage.ts';
import { unregisterObjectsOf } from '../../files/stored/file-store.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { deleteAnyVault, listToPurge, lockToPurge } from '../vault/delete-store.ts';

interface Needs {
  database: Database;
  clock: Clock;
  storage: ObjectStorage;
  reportFailure: (what: string, error: unknown) => void;
}

const atOnce = 100;

export async function purgeVaults(needs: Needs, signal?: AbortSignal): Promise<void> {
  for (const vaultId of await listToPurge(needs.database, needs.clock.now(), atOnce)) {
    if (signal?.aborted) return;
    try {
      await purgeVault(needs, vaultId);
    } catch (error) {
      needs.reportFailure('a deleted vault could not be purged yet', error);
    }
  }
}

async function purgeVault(needs: Needs, vaultId: string): Promise<void> {
  const objects = await needs.database.transaction(async (tx) => {
    const vault = await lockToPurge(tx, vaultId, needs.clock.now());
    if (!vault) return []; // it was restored, or another process purged it
    const paths = await unregisterObjectsOf(tx, vaultId);
    await deleteAnyVault(tx, vaultId);
    const detail = { files: paths.length };
    await recordAct(needs, tx, { vaultId, userId: vault.creatorId, actor: 'service', event: 'vault-purged', detail });
    return paths;
  });
  // If this fails, the object no longer has a row, and the sweep removes it.
  await Promise.allSettled(objects.map((path) => needs.storage.remove(path)));
}
