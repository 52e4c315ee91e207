// Removes pending files that were never saved, removed files that can no longer be restored, and stored objects without a row, left by
// a crash between bytes and row or by deleted vaults and files.
import type { Database } from '../../platform/database/transaction.ts';
import { type Clock, daysLater } from '../../platform/lib/clock.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { findUnregisteredObjects } from '../stored/file-store.ts';
import { deletePendingFiles } from '../stored/saved-file-store.ts';
import { forgetOldUploads } from './upload-store.ts';

const batchSize = 500;

/** Objects younger than a day are skipped: their row may be about to be written. */
export async function sweepObjects(
  needs: { database: Database; storage: ObjectStorage; clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const now = needs.clock.now();
  const yesterday = daysLater(now, -1);
  // Their objects now have no row and are as old, so this sweep finds them.
  await needs.database.transaction((tx) => deletePendingFiles(tx, yesterday, now));
  let batch: string[] = [];
  const sweep = async () => {
    if (batch.length === 0) return;
    for (const path of await findUnregisteredObjects(needs.database, batch)) await needs.storage.remove(path);
    batch = [];
  };
  for await (const path of needs.storage.listBefore(yesterday)) {
    if (signal?.aborted) return;
    batch.push(path);
    if (batch.length === batchSize) await sweep();
  }
  await sweep();
  await forgetOldUploads(needs.database, yesterday);
}
