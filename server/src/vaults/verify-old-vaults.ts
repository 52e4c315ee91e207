// The slow pass over every vault's texts: it verifies those that were not read back for 30 days, for a minute at a time. Files have
// their own pass (vaults/files/stored/verify-old-files.ts), and acts are verified with each checkpoint (transparency/).
import { daysLater } from '../platform/lib/clock.ts';
import { type CheckVaultNeeds, checkVault } from './check-vault.ts';
import { listUnchecked } from './stores/check-store.ts';
import { findTexts } from './stores/vault-text-store.ts';

const oldAfterDays = 30;
const runMilliseconds = 60_000;
const vaultsInOneRun = 1000;

export async function verifyOldVaults(needs: CheckVaultNeeds, signal?: AbortSignal): Promise<void> {
  const { clock, database } = needs;
  const until = clock.monotonicMilliseconds() + runMilliseconds;
  for (const id of await listUnchecked(database, daysLater(clock.now(), -oldAfterDays), vaultsInOneRun)) {
    if (signal?.aborted || clock.monotonicMilliseconds() >= until) return;
    const vault = await findTexts(database, id);
    if (vault) await checkVault(needs, vault);
  }
}
