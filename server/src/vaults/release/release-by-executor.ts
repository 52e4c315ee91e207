// Lets executors release the vault of their code. A second executor gets the date of the first release.
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { countReleasesUndone } from '../../records/acts/undone-release-store.ts';
import type { ClockWatch } from '../../records/clock/watch-clock.ts';
import { withAccessCode } from '../executors/executor-store.ts';
import { releaseByCode } from '../vault/release-store.ts';
import { type HeldReleaseNeeds, recordReleases } from './record-releases.ts';
import { accessCodeDigests, findCodeHolder } from './verify-executor.ts';

interface ReleaseInput {
  vaultId: string;
  accessCode: string;
  /** How many releases the executor knew to be undone. */
  releasesUndone?: number | undefined;
}

export async function releaseByExecutor(
  needs: ExecutorReleaseNeeds,
  { vaultId, accessCode, releasesUndone }: ReleaseInput,
): Promise<Date> {
  // A code is valid only for its own vault. Another vault's id gets the same refusal as a wrong code.
  if (!isId(vaultId)) refuse('access-code-refused');
  const releasedAt = await withAccessCode(needs.database, accessCodeDigests(needs, accessCode), (codeDigest) =>
    releaseVault(needs, { vaultId, codeDigest, releasesUndone }),
  );
  if (releasedAt) return releasedAt;
  const { vault } = await findCodeHolder(needs, accessCode);
  // It may have become releasable just now.
  if (vault.id !== vaultId.toLowerCase() || !vault.releasedAt) refuse('access-code-refused');
  return refuse('already-released', { releasedAt: vault.releasedAt });
}

export interface ExecutorReleaseNeeds extends HeldReleaseNeeds {
  clockWatch: Pick<ClockWatch, 'likelyNow'>;
}

/** Releases the vault of an executor's code. Null if the code belongs to another vault, or the vault can't be released. */
async function releaseVault(
  needs: ExecutorReleaseNeeds,
  { vaultId, codeDigest, releasesUndone }: Omit<ReleaseInput, 'accessCode'> & { codeDigest: string },
): Promise<Date | null> {
  const now = needs.clockWatch.likelyNow();
  return needs.database.transaction(async (tx) => {
    await needs.restoreHold.refuse(tx);
    const released = await releaseByCode(tx, { vaultId, codeDigest }, now);
    if (!released) return null;
    // A request that is repeated after a lost answer must not release what the owner has undone in between.
    if (releasesUndone !== undefined) {
      const undone = (await countReleasesUndone(tx, [released.vault.id])).get(released.vault.id) ?? 0;
      if (undone !== releasesUndone) refuse('release-undone');
    }
    await recordReleases(needs, tx, [released]);
    return released.vault.releasedAt;
  });
}
