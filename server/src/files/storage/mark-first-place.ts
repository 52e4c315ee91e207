// The first place of an installation's files is marked automatically, once. An operator marks any other place, by a restore or a move.
import { lockInstallation, readInstallation, writeFilesMarked } from '../../keys/secret/installation-store.ts';
import { isServedElsewhere, listServedElsewhere } from '../../platform/database/served-elsewhere.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { BucketUnavailable } from '../../platform/lib/bucket-unavailable.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import { type Mark, type MarkedPlace, markPlace } from './marked-place.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

/**
 * No process serves an unmarked place or a copy while another one serves a marked place.
 * @throws {StartRefused} if the place belongs to another installation or another database, or another process serves
 */
export async function markFirstPlace({ database, clock }: Needs, place: MarkedPlace, mark: Mark): Promise<void> {
  if (!(await readInstallation(database)).filesMarkedAt) {
    // A bucket is called inside this transaction, once in an installation's life: only one of two concurrent first starts marks its place.
    await database.transaction(async (tx) => {
      await lockInstallation(tx);
      if ((await readInstallation(tx)).filesMarkedAt) return;
      await markPlace(place, mark, false);
      await refuseFilesOfAnotherDatabase(place);
      await markPlace(place, mark, true);
      await writeFilesMarked(tx, clock.now());
    });
  }
  try {
    await markPlace(place, mark, false);
    if ((await place.readMark()) === mark) return await refuseCopy(database, place);
  } catch (error) {
    if (error instanceof BucketUnavailable) return; // the mark is read again before anything is stored
    throw error;
  }
  if (await isServedElsewhere(database))
    throw new StartRefused(
      `Another process serves this installation, and its files are not in ${place.name}, which lacks the mark ${mark}; ${place.wayOn}, or use one bucket.`,
    );
}

// A copy has the mark too, and a file that is stored in one of the two would be missing in the other.
async function refuseCopy(database: Database, place: MarkedPlace): Promise<void> {
  const own = await place.identify();
  const others = await listServedElsewhere(database);
  if (own === '' || others.every((other) => other === '' || other === own)) return;
  throw new StartRefused(
    `Another process serves this installation, and its files are not in ${place.name}, which may be a copy; ${place.wayOn}, or use one bucket. If the machine of that process is dead, start again in a minute.`,
  );
}

// The secret, and with it the mark, may be copied without the database. The sweep deletes every file that no row of the database names.
async function refuseFilesOfAnotherDatabase(place: MarkedPlace): Promise<void> {
  if (!(await place.holdsFiles())) return;
  throw new StartRefused(
    `This database is new, but ${place.name} contains files already. The service would delete them, because this database does not know them. Set DATABASE_URL or DATA_DIR to the database that they belong to, or restore a backup. If you do not need them, move them away.`,
  );
}
