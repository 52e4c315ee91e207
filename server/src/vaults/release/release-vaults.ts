// Releases vaults at the dates their owners chose, with everything that follows from it.
import { releaseOnDate } from '../stores/release-store.ts';
import { type ReleaseNeeds, recordReleases } from './record-releases.ts';

/** Releases those of the vaults whose date has come by this trusted time, and returns their number. */
export async function releaseVaults(needs: ReleaseNeeds, vaultIds: readonly string[], now: Date): Promise<number> {
  return needs.database.transaction(async (tx) => {
    const released = await releaseOnDate(tx, vaultIds, now);
    // Stryker disable next-line ConditionalExpression,EqualityOperator: nothing is recorded of no release
    if (released.length > 0) await recordReleases(needs, tx, released);
    return released.length;
  });
}
