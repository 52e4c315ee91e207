// Verifies the records, and that every checkpoint is signed by this installation, later than the previous one, and names a line that is
// still in the journal.
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../../letters/ledger/notify-operator.ts';
import type { Database } from '../../platform/database/transaction.ts';
import {
  type RecordsVerification,
  type VerifyRecordsNeeds,
  verifyRecords,
} from '../../records/journal/verify-records.ts';
import { type Checkpoint, isOurs, parseCheckpoint } from './checkpoint-rules.ts';
import { listStated } from './own-checkpoints.ts';

export interface CheckpointVerification extends Pick<RecordsVerification, 'lines' | 'acts' | 'findings'> {
  /** The newest checkpoint of this installation, or null before the first. */
  newest: Checkpoint | null;
}

export async function verifyCheckpoints(needs: VerifyRecordsNeeds): Promise<CheckpointVerification> {
  const { database, clock, journalFile } = needs;
  const stated = await listStated(database);
  const digests = new Map<number, string>();
  const named = new Set(stated.map((detail) => parseCheckpoint(detail)?.position));
  const records = await verifyRecords(needs, ({ position, digest }) => {
    if (named.has(position)) digests.set(position, digest);
  });
  const findings = [...records.findings];
  let newest: Checkpoint | null = null;
  for (const detail of stated) {
    const checkpoint = parseCheckpoint(detail);
    const fault = !checkpoint || !isOurs(journalFile.keys, checkpoint) ? forged(checkpoint) : ownFault(checkpoint);
    if (fault) findings.push(fault);
    else newest = checkpoint;
  }
  return { ...records, findings, newest };

  function forged(checkpoint: Checkpoint | null): string {
    if (!checkpoint) return 'a checkpoint cannot be read';
    const isOtherKey = checkpoint.publicKey !== journalFile.keys.publicKey;
    return isOtherKey
      ? `the checkpoint of ${checkpoint.at} is signed with a key that is not this installation’s`
      : `the signature of the checkpoint of ${checkpoint.at} is wrong`;
  }

  function ownFault({ at, position, digest }: Checkpoint): string | null {
    if (newest && at <= newest.at) return `the checkpoint of ${at} is dated before the previous one`;
    if (at > clock.now().toISOString()) return `the checkpoint of ${at} is dated in the future`;
    // The lines that an older checkpoint names may have been deleted.
    const isKept = records.first !== null && at >= records.first.at;
    if (!isKept || digests.get(position) === digest) return null;
    return `the checkpoint of ${at} names another line ${position} than the journal has`;
  }
}

const maxNamed = 20;

/** Notifies the operator, once a day. @param findings sentences without a full stop */
export async function reportBroken(
  needs: NotifyOperatorNeeds & { database: Database },
  findings: readonly string[],
): Promise<void> {
  await needs.database.transaction((tx) =>
    notifyOperator(needs, tx, {
      what: 'The record of acts failed verification',
      facts: [
        ...findings.slice(0, maxNamed).map((what) => `Found: ${what}.`),
        'Either the database was restored from a backup, or somebody has changed it. “npm run verify” lists everything, and docs/guide/journal.md explains each finding.',
      ],
      onceKey: oncePerDay('record-broken', needs.clock.now()),
    }),
  );
}
