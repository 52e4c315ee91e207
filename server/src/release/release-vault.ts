// Releases a vault for an executor, with everything that follows from it.
import { releaseByCode } from '../vaults/release-store.ts';
import { type ReleaseNeeds, recordReleases } from './record-releases.ts';

export type { ReleaseNeeds };

/** Releases the vault of an executor's code. Null if the code is of another vault, or the vault can't be released. */
export async function releaseVault(
  needs: ReleaseNeeds,
  { vaultId, codeDigest }: { vaultId: string; codeDigest: string },
): Promise<Date | null> {
  return needs.database.transaction(async (tx) => {
    const released = await releaseByCode(tx, { vaultId, codeDigest }, needs.clock.now());
    if (!released) return null;
    await recordReleases(needs, tx, [released]);
    return released.vault.releasedAt;
  });
}
