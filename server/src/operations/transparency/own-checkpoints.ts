// The checkpoints: one act a day, and possibly some forged by others who can write acts. Checkpoints that this installation did not
// sign are skipped here, and the verification finds them.
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import { listDetails } from '../../records/acts/act-store.ts';
import type { JournalKeys } from '../../records/journal/journal-keys.ts';
import { type Checkpoint, isOurs, parseCheckpoint } from './checkpoint-rules.ts';

/** The content of each, oldest first. */
export const listStated = (database: DatabaseOrTransaction): Promise<unknown[]> =>
  listDetails(database, 'checkpoint', new Date(0));

/** Newest first. Limited to the requested number, because verifying each signature takes a tenth of a millisecond. */
export async function listOwn(database: DatabaseOrTransaction, keys: JournalKeys, max: number, before = Infinity) {
  const own: Checkpoint[] = [];
  for (const detail of (await listStated(database)).toReversed()) {
    if (own.length === max) break;
    const checkpoint = parseCheckpoint(detail);
    if (checkpoint && checkpoint.position < before && isOurs(keys, checkpoint)) own.push(checkpoint);
  }
  return own;
}

export const findNewest = async (database: DatabaseOrTransaction, keys: JournalKeys): Promise<Checkpoint | null> =>
  (await listOwn(database, keys, 1))[0] ?? null;
