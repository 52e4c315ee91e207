// Releases every vault whose date has come or whose wait is over: never early, exactly once, and after downtime all overdue ones.
// If the clock is not trusted, it releases nothing.
import { Refusal } from '../../platform/lib/refusal.ts';
import type { ClockWatch } from '../../records/clock/watch-clock.ts';
import { listDue, releaseOnDate } from '../vault/release-store.ts';
import { followDueRequests } from './follow-due-requests.ts';
import { type HeldReleaseNeeds, recordReleases } from './record-releases.ts';

const usualBatch = 100;
/** While PostgreSQL works on one batch, this process writes the letters of the other. */
const batchesAtOnce = 2;

interface Run {
  /** Once aborted, no further batch starts. */
  signal?: AbortSignal;
  /** Called for a failed release. The others continue. */
  onFailure: (vaultId: string, error: unknown) => void;
  /** How many are released in one transaction. Smaller in tests. */
  batchSize?: number;
}

export interface DueReleaseNeeds extends HeldReleaseNeeds {
  clockWatch: ClockWatch;
  /** Once it resolves, everything committed so far is in the journal. */
  writeJournal: () => Promise<void>;
}

/** @returns the number of vaults this call released */
export async function releaseDueVaults(
  needs: DueReleaseNeeds,
  { signal, onFailure, batchSize = usualBatch }: Run,
): Promise<number> {
  const now = await needs.clockWatch.trustedNow();
  if (!now) return 0;
  const failed = new Set<string>();
  const releaseOneByOne = async (vaultIds: readonly string[]) => {
    let released = 0;
    for (const vaultId of vaultIds) {
      if (signal?.aborted) break;
      try {
        released += await releaseVaults(needs, [vaultId], now);
      } catch (error) {
        failed.add(vaultId);
        onFailure(vaultId, error);
      }
    }
    return released;
  };
  // If a batch fails, one of its vaults may be the cause.
  const releaseBatch = (batch: readonly string[]) =>
    releaseVaults(needs, batch, now).catch((error) => {
      if (error instanceof Refusal) throw error; // a hold began
      return releaseOneByOne(batch);
    });
  let released = await followDueRequests(needs, { signal, onFailure }, now);
  while (!signal?.aborted) {
    const failedBefore = failed.size;
    const listed = await listDue(needs.database, now, batchesAtOnce * batchSize + failedBefore);
    const due = listed.filter((vaultId) => !failed.has(vaultId));
    if (due.length === 0) break;
    // Every letter waits until everything before it is in the journal, those that somebody waits for too.
    if (released > 0) await needs.writeJournal();
    const starts = due.flatMap((_, index) => (index % batchSize === 0 ? [index] : []));
    const counts = await Promise.all(starts.map((start) => releaseBatch(due.slice(start, start + batchSize))));
    const done = counts.reduce((sum, count) => sum + count, 0);
    released += done;
    // Other transactions hold the rest; the next run tries again.
    if (done === 0 && failed.size === failedBefore) break;
  }
  return released;
}

/** Releases those of the vaults whose date has come by this trusted time, and returns their number. */
export async function releaseVaults(needs: HeldReleaseNeeds, vaultIds: readonly string[], now: Date): Promise<number> {
  return needs.database.transaction(async (tx) => {
    await needs.restoreHold.refuse(tx);
    const released = await releaseOnDate(tx, vaultIds, now);
    if (released.length > 0) await recordReleases(needs, tx, released);
    return released.length;
  });
}
