// Removes deleted vaults once their time to come back is over, with everything in them. Run again after a failure it goes on.
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import { forgetObjectsOf } from '../files/file-store.ts';
import type { ObjectStorage } from '../files/object-storage.ts';
import type { Clock } from '../lib/clock.ts';
import { deleteAnyVault, listToPurge, lockToPurge } from './vault-store.ts';

interface Needs {
  database: Database;
  clock: Clock;
  storage: ObjectStorage;
  reportFailure: (what: string, error: unknown) => void;
}

const atOnce = 100;

export async function purgeVaults(needs: Needs): Promise<void> {
  for (const vaultId of await listToPurge(needs.database, needs.clock.now(), atOnce)) {
    try {
      await purge(needs, vaultId);
    } catch (error) {
      needs.reportFailure('a deleted vault could not be purged yet', error);
    }
  }
}

async function purge(needs: Needs, vaultId: string): Promise<void> {
  const objects = await needs.database.transaction(async (tx) => {
    const vault = await lockToPurge(tx, vaultId, needs.clock.now());
    if (!vault) return []; // brought back, or purged by another process
    const paths = await forgetObjectsOf(tx, vaultId);
    await deleteAnyVault(tx, vaultId);
    const detail = { files: paths.length };
    await recordAudit(needs, tx, { vaultId, userId: vault.creatorId, actor: 'service', event: 'vault-purged', detail });
    return paths;
  });
  // What fails here is an object without a row, and the sweep's to remove.
  await Promise.allSettled(objects.map((path) => needs.storage.remove(path)));
}
