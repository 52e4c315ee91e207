// Reads every stored file back, and looks for objects that no row names.
import { daysLater } from '../../../platform/lib/clock.ts';
import type { StoredFile } from '../storage/read-verified.ts';
import { listFilesAfter, readScans } from './file-integrity-store.ts';
import { findUnregisteredObjects } from './file-store.ts';
import { type VerifyFileNeeds, verifyFile } from './verify-file.ts';

export interface Verification {
  /** How many files were read. */
  files: number;
  bytes: number;
  /** The ids of files that are missing, changed or unreadable with their key. */
  damaged: string[];
  /** Paths of objects older than a day that no row names. The sweep removes them. */
  orphans: string[];
  /** Files that a virus scanner reported when they were received. */
  reported: { id: string; finding: string | null }[];
  /** How many files the scanner did not examine, or only in part, though there was one. */
  notScanned: number;
}

const filesInOneBatch = 100;

/** Verifies every file and every object. */
export async function verifyFiles(needs: VerifyFileNeeds & { onFile?: (done: number) => void }): Promise<Verification> {
  const found = { files: 0, bytes: 0, damaged: [] as string[] };
  let last: string | null = null;
  for (;;) {
    const batch: StoredFile[] = await listFilesAfter(needs.database, last, filesInOneBatch);
    for (const file of batch) {
      found.files += 1;
      found.bytes += file.sizeBytes;
      if (!(await verifyFile(needs, file))) found.damaged.push(file.id);
      needs.onFile?.(found.files);
    }
    last = batch.at(-1)?.id ?? null;
    if (!last) break;
  }
  return { ...found, orphans: await findOrphans(needs), ...(await readScans(needs.database)) };
}

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
