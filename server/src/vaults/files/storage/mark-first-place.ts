// The first place of an installation's files is marked automatically, once. An operator marks any other place, by a restore or a move.
import { lockInstallation, readInstallation, writeFilesMarked } from '../../../keys/secret/installation-store.ts';
import { isServedElsewhere } from '../../../platform/database/served-elsewhere.ts';
import type { Database } from '../../../platform/database/transaction.ts';
import { BucketUnavailable } from '../../../platform/lib/bucket-unavailable.ts';
import type { Clock } from '../../../platform/lib/clock.ts';
import { StartRefused } from '../../../platform/lib/start-refused.ts';
import { type Mark, type MarkedPlace, markPlace } from './marked-place.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

/**
 * No process serves an unmarked place while another one serves a marked one.
 * @throws {StartRefused} if the place belongs to another installation, or another process serves
 */
export async function markFirstPlace({ database, clock }: Needs, place: MarkedPlace, mark: Mark): Promise<void> {
  if (!(await readInstallation(database)).filesMarkedAt) {
    // A bucket is called inside this transaction, once in an installation's life: only one of two concurrent first starts marks its place.
    await database.transaction(async (tx) => {
      await lockInstallation(tx);
      if ((await readInstallation(tx)).filesMarkedAt) return;
      await markPlace(place, mark, true);
      await writeFilesMarked(tx, clock.now());
    });
  }
  try {
    await markPlace(place, mark, false);
    if ((await place.readMark()) === mark) return;
  } catch (error) {
    if (error instanceof BucketUnavailable) return; // the mark is read again before anything is stored
    throw error;
  }
  if (await isServedElsewhere(database))
    throw new StartRefused(
      `Another process serves this installation, and its files are not in ${place.name}, which lacks the mark ${mark}; ${place.wayOn}, or use one bucket.`,
    );
}
