// Everything that the journeys write to the temporary folder is in the run's own folder and is deleted with it, including what killed
// browsers and services leave.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export default async function useTemporaryFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'remembrance-journeys-'));
  await chmod(folder, 0o755); // the database may run under another account
  // The runner only cleans up after an interrupt.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.kill(process.pid, 'SIGINT'));
  process.env.TMPDIR = folder; // for the workers, and for the processes they start
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}
