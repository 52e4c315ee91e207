// Computes the digests of files that were stored before digests existed, one file at a time. Each result is written at once, so
// a stop loses at most one.
import { setTimeout as pause } from 'node:timers/promises';
import { digestWhile } from './file-digest.ts';
import { insertDigest, listUndigested } from './file-store.ts';
import type { ObjectStorage } from './object-storage.ts';
import { FileDamaged, readVerified, type StoredFile } from './read-verified.ts';
import { type ReportDamageNeeds, reportDamage } from './report-damage.ts';

interface Needs extends ReportDamageNeeds {
  storage: ObjectStorage;
}

const filesInOneRun = 20;
/** Pauses after each MiB, so that people's requests to the same disk come first. */
const pauseMilliseconds = 10;

/** @returns the number of files digested */
export async function digestFiles(needs: Needs, signal?: AbortSignal): Promise<number> {
  let digested = 0;
  for (const file of await listUndigested(needs.database, filesInOneRun)) {
    if (signal?.aborted) break;
    if (await digestOne(needs, file, signal)) digested += 1;
  }
  return digested;
}

async function digestOne(needs: Needs, file: StoredFile, signal?: AbortSignal): Promise<boolean> {
  try {
    const stored = await readVerified(needs.storage, file, { first: 0, last: file.sizeBytes - 1 });
    const { bytes, digest } = digestWhile(stored);
    for await (const _ of bytes) {
      if (signal?.aborted) return false;
      await pause(pauseMilliseconds);
    }
    await insertDigest(needs.database, { fileId: file.id, ...digest(), takenAt: needs.clock.now() });
    return true;
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    await reportDamage(needs, file);
    return false;
  }
}
