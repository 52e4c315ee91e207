// Once a day (UTC) the head of the journal is signed as a public checkpoint. Then the journal, the acts and all
// checkpoints are verified, and the operator is notified of any change.
import type { NotifyOperatorNeeds } from '../../letters/ledger/notify-operator.ts';
import { countVaults, recordAct } from '../../records/acts/act-store.ts';
import { lockHead } from '../../records/journal/journal-store.ts';
import { writeJournal } from '../../records/journal/journal-writer.ts';
import type { VerifyRecordsNeeds } from '../../records/journal/verify-records.ts';
import { signCheckpoint } from './checkpoint-rules.ts';
import { findNewest } from './own-checkpoints.ts';
import { reportBroken, verifyCheckpoints } from './verify-checkpoints.ts';

type Needs = NotifyOperatorNeeds & VerifyRecordsNeeds;

export async function makeCheckpoint(needs: Needs): Promise<void> {
  await writeJournal(needs);
  if (!(await writeToday(needs))) return;
  const { findings } = await verifyCheckpoints(needs);
  if (findings.length > 0) await reportBroken(needs, findings);
}

/** @returns false if there is a checkpoint of today or a later day, or nothing to sign */
async function writeToday({ database, clock, journalFile }: Needs): Promise<boolean> {
  const { keys } = journalFile;
  const head = await journalFile.readLast();
  if (!head) return false;
  return database.transaction(async (tx) => {
    await lockHead(tx); // one process at a time
    const at = clock.now().toISOString();
    const newest = await findNewest(tx, keys);
    if (newest && dayOf(newest.at) >= dayOf(at)) return false;
    const { position, digest } = head;
    const detail = signCheckpoint(keys, { position, digest, vaults: await countVaults(tx), at });
    await recordAct({ clock }, tx, { actor: 'service', event: 'checkpoint', detail: { ...detail } });
    return true;
  });
}

const dayOf = (at: string): string => at.slice(0, 10);
