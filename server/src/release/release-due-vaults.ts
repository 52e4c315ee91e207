// Releases every vault whose date has come: never early, once each, and after a time of silence all that are overdue.
import { listDue } from '../vaults/release-store.ts';
import { type ReleaseNeeds, releaseVault } from './release-vault.ts';

const batchSize = 100;

/** @returns how many this call released. One that fails is reported to `onFailure` and does not hold back the others. */
export async function releaseDueVaults(
  needs: ReleaseNeeds,
  onFailure: (vaultId: string, error: unknown) => void,
): Promise<number> {
  const failed = new Set<string>();
  let released = 0;
  for (;;) {
    const due = await listDue(needs.database, needs.clock.now(), batchSize + failed.size);
    const next = due.filter((vaultId) => !failed.has(vaultId));
    if (next.length === 0) return released;
    for (const vaultId of next) {
      try {
        if (await releaseVault(needs, { vaultId, executor: null })) released += 1;
      } catch (error) {
        failed.add(vaultId);
        onFailure(vaultId, error);
      }
    }
  }
}
