// The slow pass over the stored files: it verifies those that were not read back for 30 days, for a minute at a time.
import { daysLater } from '../../../platform/lib/clock.ts';
import { listUnverified } from './file-integrity-store.ts';
import { type VerifyFileNeeds, verifyFile } from './verify-file.ts';

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
