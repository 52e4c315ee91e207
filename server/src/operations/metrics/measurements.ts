// What is measured when Prometheus asks. Each measurement reads one place; one that fails leaves its numbers out.
import { readRoom } from '../../files/storage/disk-reserve.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import type { Journal } from '../../records/journal/journal.ts';
import type { JobWatch } from '../health/job-watch.ts';
import { readLastBackup } from '../health/last-backup.ts';
import type { ReadHealth } from '../health/read-health.ts';
import { findNewest } from '../transparency/own-checkpoints.ts';
import { countLetters, countReleases, readRecord } from './measured-store.ts';

export interface MeasureNeeds {
  jobDatabase: Database;
  databasePool: { totalCount: number; idleCount: number; waitingCount: number };
  clock: Clock;
  jobWatch: Pick<JobWatch, 'list'>;
  journalFile: Pick<Journal, 'keys'>;
  readHealth: ReadHealth;
  healthPartNames: readonly string[];
  config: { dataDirectory: string; diskReserveBytes: number | undefined };
}

/** Their names begin with remembrance_. deploy/ has the alerts and the dashboard that use them. */
export const gauges = {
  part_failing: { help: 'Whether a part of /api/health/ready fails.', label: 'part' },
  overdue_releases: { help: 'Releases by date that are overdue.' },
  oldest_overdue_release_seconds: { help: 'For how long the oldest of them is overdue.' },
  letters: { help: 'Letters that wait, and letters that were given up.', label: 'state' },
  oldest_waiting_letter_seconds: { help: 'The age of the oldest due letter that no mail server was offered yet.' },
  job_interval_seconds: { help: 'The pause between two runs of a job.', label: 'job' },
  job_last_success_timestamp_seconds: { help: 'When a job last succeeded in this process.', label: 'job' },
  job_failures: { help: 'Failures of a job since its last success.', label: 'job' },
  journal_written_timestamp_seconds: { help: 'When the journal was last written.' },
  journal_waiting_changes: { help: 'Changes that are not in the journal yet.' },
  checkpoint_timestamp_seconds: { help: 'The time of the newest checkpoint.' },
  oldest_verification_timestamp_seconds: { help: 'When the vault or file was read back that waits longest for it.' },
  damaged_files: { help: 'Files whose bytes differ from what was uploaded.' },
  secret_created_timestamp_seconds: { help: 'When the newest secret was created.' },
  backup_timestamp_seconds: { help: 'When npm run backup last took a backup.' },
  disk_free_bytes: { help: 'Free space on the disk of DATA_DIR.' },
  disk_reserve_bytes: { help: 'The part of it that uploads may not use.' },
  database_connections: { help: 'Connections of the pool, and requests that wait for one.', label: 'state' },
} as const satisfies Record<string, { help: string; label?: string }>;

/** @param of the value of the gauge's label. Null sets nothing. */
export type SetGauge = (name: keyof typeof gauges, value: number | null, of?: string) => void;

const secondsOf = (moment: Date | null | undefined): number | null => (moment ? moment.getTime() / 1000 : null);

export const measurements: ((needs: MeasureNeeds, set: SetGauge) => Promise<void>)[] = [
  async ({ readHealth, healthPartNames }, set) => {
    const failing = (await readHealth()).filter(({ isSlow }) => !isSlow).map(({ part }) => part);
    for (const part of healthPartNames) set('part_failing', failing.includes(part) ? 1 : 0, part);
  },
  async ({ jobDatabase, clock }, set) => {
    const { overdue, oldestSeconds } = await countReleases(jobDatabase, clock.now());
    set('overdue_releases', overdue);
    set('oldest_overdue_release_seconds', oldestSeconds);
  },
  async ({ jobDatabase, clock }, set) => {
    const { waiting, failed, oldestSeconds } = await countLetters(jobDatabase, clock.now());
    set('letters', waiting, 'waiting');
    set('letters', failed, 'failed');
    set('oldest_waiting_letter_seconds', oldestSeconds);
  },
  async ({ jobWatch }, set) => {
    for (const { name, everySeconds, succeededAt, failures } of jobWatch.list()) {
      set('job_interval_seconds', everySeconds, name);
      set('job_last_success_timestamp_seconds', secondsOf(succeededAt), name);
      set('job_failures', failures, name);
    }
  },
  async ({ jobDatabase }, set) => {
    const { written, waiting, verified, damaged, secret } = await readRecord(jobDatabase);
    set('journal_written_timestamp_seconds', written);
    set('journal_waiting_changes', waiting);
    set('oldest_verification_timestamp_seconds', verified);
    set('damaged_files', damaged);
    set('secret_created_timestamp_seconds', secret);
  },
  async ({ jobDatabase, journalFile }, set) => {
    const newest = await findNewest(jobDatabase, journalFile.keys);
    set('checkpoint_timestamp_seconds', secondsOf(newest && new Date(newest.at)));
  },
  async ({ config }, set) => {
    const { freeBytes, reserveBytes } = await readRoom(config.dataDirectory, config.diskReserveBytes);
    set('disk_free_bytes', freeBytes);
    set('disk_reserve_bytes', reserveBytes);
    set('backup_timestamp_seconds', secondsOf((await readLastBackup(config.dataDirectory))?.at));
  },
  async ({ databasePool }, set) => {
    set('database_connections', databasePool.totalCount - databasePool.idleCount, 'busy');
    set('database_connections', databasePool.idleCount, 'idle');
    set('database_connections', databasePool.waitingCount, 'waiting');
  },
];
