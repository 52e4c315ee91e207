// Everything that the journeys write to the temporary folder is in one folder of the run, and goes with it: browsers and services
// that were killed in the middle included.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export default async function useTemporaryFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'remembrance-journeys-'));
  await chmod(folder, 0o755); // the database may run under another account
  // The runner tidies up after an interrupt alone.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.kill(process.pid, 'SIGINT'));
  process.env.TMPDIR = folder; // for the workers, and for what they start
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}
