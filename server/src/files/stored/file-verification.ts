// Verifies stored files: reads one, those not read for long, or all of them back, and looks for objects that no row names.
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../../letters/ledger/notify-operator.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { ObjectMissing, type ObjectStorage } from '../storage/object-storage.ts';
import { FileDamaged, type ReadingNeeds, readVerified, type StoredFile } from '../storage/read-verified.ts';
import { listFilesAfter, listUnverified, readScans, setDamagedAt, setVerifiedAt } from './file-integrity-store.ts';
import { findUnregisteredObjects } from './file-store.ts';

export interface ReportDamageNeeds extends NotifyOperatorNeeds {
  database: Database;
  storage: ObjectStorage;
}

type VerifyFileNeeds = ReportDamageNeeds & ReadingNeeds;

/**
 * Reads, decrypts and verifies every byte of one file. A failure is reported to the operator.
 * @param look receives every intact chunk up to the end or the first damage
 * @returns whether the file is as it was uploaded
 */
export async function verifyFile(
  needs: VerifyFileNeeds,
  file: StoredFile,
  look?: (piece: Buffer) => void,
): Promise<boolean> {
  return (await findDamage(needs, file, look)) === null;
}

async function findDamage(
  needs: VerifyFileNeeds,
  file: StoredFile,
  look?: (piece: Buffer) => void,
): Promise<FileDamaged | null> {
  try {
    const bytes = await readVerified(needs, file, { first: 0, last: file.sizeBytes - 1 });
    for await (const piece of bytes as AsyncIterable<Buffer>) look?.(piece);
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    await reportDamage(needs, file);
    return error;
  }
  await setVerifiedAt(needs.database, file.id, needs.clock.now());
  return null;
}

export interface DamagedFile {
  id: string;
  /** As an operator finds it. */
  object: string;
  /** There is no object. Otherwise it was changed, or its key does not open it. */
  isMissing: boolean;
}

export interface Verification {
  /** How many files were read. */
  files: number;
  bytes: number;
  damaged: DamagedFile[];
  /** Paths of objects older than a day that no row names. The sweep removes them. */
  orphans: string[];
  /** Files that a virus scanner reported when they were received. */
  reported: { id: string; finding: string | null }[];
  /** How many files a configured scanner did not examine, or examined only in part. */
  notScanned: number;
}

const filesInOneBatch = 100;

/** Verifies every file and every object. */
export async function verifyFiles(needs: VerifyFileNeeds & { onFile?: (done: number) => void }): Promise<Verification> {
  const found = { files: 0, bytes: 0, damaged: [] as DamagedFile[] };
  let last: string | null = null;
  for (;;) {
    const batch: StoredFile[] = await listFilesAfter(needs.database, last, filesInOneBatch);
    for (const file of batch) {
      found.files += 1;
      found.bytes += file.sizeBytes;
      const damage = await findDamage(needs, file);
      if (damage) found.damaged.push(describeDamage(needs, file, damage));
      needs.onFile?.(found.files);
    }
    last = batch.at(-1)?.id ?? null;
    if (!last) break;
  }
  return { ...found, orphans: await findOrphans(needs), ...(await readScans(needs.database)) };
}

const describeDamage = ({ storage }: VerifyFileNeeds, file: StoredFile, { cause }: FileDamaged): DamagedFile => ({
  id: file.id,
  object: storage.nameOf(file.objectPath),
  isMissing: cause instanceof ObjectMissing,
});

async function findOrphans({ database, storage, clock }: VerifyFileNeeds): Promise<string[]> {
  const orphans: string[] = [];
  let batch: string[] = [];
  const look = async () => orphans.push(...(await findUnregisteredObjects(database, batch)));
  for await (const path of storage.listBefore(daysLater(clock.now(), -1))) {
    batch.push(path);
    if (batch.length < filesInOneBatch) continue;
    await look();
    batch = [];
  }
  if (batch.length > 0) await look();
  return orphans;
}

/** The slow pass over the stored files: it verifies those that were not read back for 30 days, for a minute at a time. */
const oldAfterDays = 30;
const runMilliseconds = 60_000;
const filesInOneRun = 1000;

export async function verifyOldFiles(needs: VerifyFileNeeds, signal?: AbortSignal): Promise<void> {
  const { clock, database } = needs;
  const until = clock.monotonicMilliseconds() + runMilliseconds;
  for (const file of await listUnverified(database, daysLater(clock.now(), -oldAfterDays), filesInOneRun)) {
    if (signal?.aborted || clock.monotonicMilliseconds() >= until) return;
    await verifyFile(needs, file);
  }
}

/** Marks a file as damaged, for the recipient's page, and reports it to the operator once a day per file. */
export async function reportDamage(needs: ReportDamageNeeds, file: StoredFile): Promise<void> {
  const now = needs.clock.now();
  await needs.database.transaction(async (tx) => {
    await setDamagedAt(tx, file.id, now);
    await notifyOperator(needs, tx, {
      what: 'A stored file is damaged',
      facts: [
        `File ${file.id} of vault ${file.vaultId} is missing or has changed. We never send changed bytes to anyone.`,
        `It is stored at ${needs.storage.nameOf(file.objectPath)}. Restore it there from a backup, and it can be read again. No command is needed.`,
      ],
      onceKey: oncePerDay(`file-damaged/${file.id}`, now),
    });
  });
}
