// Releases a vault for an executor, with everything that follows from it.
import type { ClockWatch } from '../../records/clock/watch-clock.ts';
import { releaseByCode } from '../stores/release-store.ts';
import { type ReleaseNeeds, recordReleases } from './record-releases.ts';

export interface ExecutorReleaseNeeds extends ReleaseNeeds {
  clockWatch: Pick<ClockWatch, 'likelyNow'>;
}

/** Releases the vault of an executor's code. Null if the code belongs to another vault, or the vault can't be released. */
export async function releaseVault(
  needs: ExecutorReleaseNeeds,
  { vaultId, codeDigest }: { vaultId: string; codeDigest: string },
): Promise<Date | null> {
  const now = needs.clockWatch.likelyNow();
  return needs.database.transaction(async (tx) => {
    const released = await releaseByCode(tx, { vaultId, codeDigest }, now);
    if (!released) return null;
    await recordReleases(needs, tx, [released]);
    return released.vault.releasedAt;
  });
}
