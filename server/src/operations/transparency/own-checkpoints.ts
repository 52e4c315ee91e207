// The checkpoints that this installation signed, newest first. Others are not ours, so they are skipped; the verification finds them.
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import type { JournalKeys } from '../../records/journal/journal-keys.ts';
import { type Checkpoint, isOurs, parseCheckpoint } from './checkpoint-rules.ts';
import { listCheckpoints } from './checkpoint-store.ts';

/** Limited to the requested number, because verifying each signature takes a tenth of a millisecond. */
export async function listOwn(database: DatabaseOrTransaction, keys: JournalKeys, max: number, before = Infinity) {
  const own: Checkpoint[] = [];
  for (const detail of await listCheckpoints(database)) {
    if (own.length === max) break;
    const checkpoint = parseCheckpoint(detail);
    if (checkpoint && checkpoint.position < before && isOurs(keys, checkpoint)) own.push(checkpoint);
  }
  return own;
}

export const findNewest = async (database: DatabaseOrTransaction, keys: JournalKeys): Promise<Checkpoint | null> =>
  (await listOwn(database, keys, 1))[0] ?? null;
