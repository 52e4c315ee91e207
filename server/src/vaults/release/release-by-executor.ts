// Lets executors release the vault of their code. A second executor gets the date of the first release.
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { countReleasesUndone } from '../../records/acts/undone-release-store.ts';
import type { ClockWatch } from '../../records/clock/watch-clock.ts';
import { withAccessCode } from '../executors/executor-store.ts';
import { lockCodeHolder } from '../vault/release-locks.ts';
import { type Pressed, type PressNeeds, pressRelease } from './press-release.ts';
import type { HeldReleaseNeeds } from './record-releases.ts';
import { accessCodeDigests, findCodeHolder } from './verify-executor.ts';

interface ReleaseInput {
  vaultId: string;
  accessCode: string;
  /** How many releases the executor knew to be undone. */
  releasesUndone?: number | undefined;
}

/** @returns when it was released, or null if the owner's choice holds it back and the press asked for it or agreed to it */
export async function releaseByExecutor(
  needs: ExecutorReleaseNeeds,
  { vaultId, accessCode, releasesUndone }: ReleaseInput,
): Promise<Date | null> {
  // A code is valid only for its own vault. Another vault's id gets the same refusal as a wrong code.
  if (!isId(vaultId)) refuse('access-code-refused');
  const pressed = await withAccessCode(needs.database, accessCodeDigests(needs, accessCode), (codeDigest) =>
    pressBy(needs, { vaultId, codeDigest, releasesUndone }),
  );
  if (pressed) return pressed.releasedAt;
  const { vault } = await findCodeHolder(needs, accessCode);
  // It may have become releasable just now.
  if (vault.id !== vaultId.toLowerCase() || !vault.releasedAt) refuse('access-code-refused');
  return refuse('already-released', { releasedAt: vault.releasedAt });
}

export interface ExecutorReleaseNeeds extends HeldReleaseNeeds, PressNeeds {
  clockWatch: Pick<ClockWatch, 'likelyNow'>;
}

/** Follows the press of an executor. Null if the code belongs to another vault, or the vault can't be released. */
async function pressBy(
  needs: ExecutorReleaseNeeds,
  { vaultId, codeDigest, releasesUndone }: Omit<ReleaseInput, 'accessCode'> & { codeDigest: string },
): Promise<Pressed | null> {
  const now = needs.clockWatch.likelyNow();
  return needs.database.transaction(async (tx) => {
    await needs.restoreHold.refuse(tx);
    const holder = await lockCodeHolder(tx, { vaultId, codeDigest });
    if (!holder) return null;
    // A request that is repeated after a lost answer must not release what the owner has undone in between.
    if (releasesUndone !== undefined) {
      const undone = (await countReleasesUndone(tx, [holder.vault.id])).get(holder.vault.id) ?? 0;
      if (undone !== releasesUndone) refuse('release-undone');
    }
    return pressRelease(needs, tx, holder, now);
  });
}
