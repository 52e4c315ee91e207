// Releases every vault whose date has come: never early, once each, and after downtime all overdue ones.
// If the clock is not trusted, it releases nothing.
import type { ClockWatch } from '../clock/watch-clock.ts';
import { listDue } from '../vaults/release-store.ts';
import { type ReleaseNeeds, releaseVault } from './release-vault.ts';

const batchSize = 100;

interface Run {
  /** Once aborted, no further release is started. */
  signal?: AbortSignal;
  /** Called for a failed release. The others continue. */
  onFailure: (vaultId: string, error: unknown) => void;
}

/** @returns the number of vaults this call released */
export async function releaseDueVaults(
  needs: ReleaseNeeds & { clockWatch: ClockWatch },
  { signal, onFailure }: Run,
): Promise<number> {
  const now = await needs.clockWatch.trustedNow();
  if (!now) return 0;
  const failed = new Set<string>();
  let released = 0;
  while (!signal?.aborted) {
    const due = await listDue(needs.database, now, batchSize + failed.size);
    const next = due.filter((vaultId) => !failed.has(vaultId));
    if (next.length === 0) break;
    for (const vaultId of next) {
      if (signal?.aborted) break;
      try {
        if (await releaseVault(needs, { vaultId, executor: null, now })) released += 1;
      } catch (error) {
        failed.add(vaultId);
        onFailure(vaultId, error);
      }
    }
  }
  return released;
}
