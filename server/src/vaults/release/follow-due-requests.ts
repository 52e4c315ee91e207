// Follows the requests whose time is over, in the scan that finds due dates: a wait releases its vault, and a request that nobody agreed to
// lapses. Each is a transaction of its own, so that one that fails keeps no other from being followed.
import type { Database } from '../../platform/database/transaction.ts';
import { Refusal } from '../../platform/lib/refusal.ts';
import { listDueRequests, releaseAfterWait } from '../vault/release-after-wait.ts';
import { type LapseNeeds, lapseRequest } from './lapse-request.ts';
import { type HeldReleaseNeeds, recordReleases } from './record-releases.ts';

interface Run {
  signal?: AbortSignal | undefined;
  onFailure: (vaultId: string, error: unknown) => void;
}

/** The next run follows the rest. */
const mostAtOnce = 500;

/** @param now a trusted time. @returns the number of vaults that were released */
export async function followDueRequests(
  needs: HeldReleaseNeeds & LapseNeeds & { database: Database },
  { signal, onFailure }: Run,
  now: Date,
): Promise<number> {
  let released = 0;
  for (const { vaultId, isWaiting } of await listDueRequests(needs.database, now, mostAtOnce)) {
    if (signal?.aborted) break;
    try {
      if (isWaiting) released += await releaseWaited(needs, vaultId, now);
      else await lapseRequest(needs, vaultId, now);
    } catch (error) {
      if (error instanceof Refusal) throw error; // a hold began
      onFailure(vaultId, error);
    }
  }
  return released;
}

const releaseWaited = (needs: HeldReleaseNeeds, vaultId: string, now: Date): Promise<number> =>
  needs.database.transaction(async (tx) => {
    await needs.restoreHold.refuse(tx);
    const released = await releaseAfterWait(tx, vaultId, now);
    if (released.length > 0) await recordReleases(needs, tx, released);
    return released.length;
  });
