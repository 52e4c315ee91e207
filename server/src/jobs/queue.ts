// Jobs that run after a commit. They are written in the business transaction, so that one never exists without the other.
// A job is only a trigger: pending work is recorded in the product's own tables, which are also scanned.
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { type ConstructorOptions, fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss';
import { jobSeconds, timeoutsOf } from '../database/timeouts.ts';
import type { Transaction } from '../database/transaction.ts';

/** Every job and its payload: ids only, because payloads are not encrypted. */
export interface Jobs {
  'send-letter': { letterId: string };
}
export type JobName = keyof Jobs;

export interface Queue {
  /** The jobs, one for each payload, exist once `tx` commits, and never if it does not. Requires a started queue. */
  enqueue<Name extends JobName>(
    tx: Transaction,
    name: Name,
    payloads: readonly Jobs[Name][],
    options?: { startAfter?: Date },
  ): Promise<void>;
  /** Runs `handle` for the jobs of that name, many at a time. If it throws, all of them are run again. */
  work<Name extends JobName>(name: Name, handle: (payloads: Jobs[Name][]) => Promise<void>): Promise<void>;
  start(): Promise<void>;
  /** Lets running jobs finish, for a bounded time. A job that is cut off is run again at the next start. */
  stop(): Promise<void>;
}

interface Options {
  /** A direct connection: a pooler would drop the notifications. */
  connection: pg.PoolConfig;
  log: (message: string, error: Error) => void;
}

const durable = {
  notify: true,
  // Waiting jobs older than this are deleted, so it must be longer than any downtime.
  retentionSeconds: 10 * 365 * 86_400,
  deleteAfterSeconds: 86_400,
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
};
const policies: Record<JobName, typeof durable> = { 'send-letter': durable };
// A notification wakes a worker for one fetch, and only a full batch makes it fetch again at once.
const eager = { localConcurrency: 2, batchSize: 8, burstWhenBatchFull: true, perJobResults: true } as const;
const stopMilliseconds = 10_000;

/** If the wall clock jumped ahead and back, its timers would wait for years, and Node runs such timers without a pause. */
const steadyClock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run: () => void, milliseconds: number) => setTimeout(run, milliseconds),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run: () => void, milliseconds: number) => setInterval(run, milliseconds),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

export function createQueue({ connection, log }: Options): Queue {
  const boss = new PgBoss({
    // passed to pg unchanged; the types differ only for omitted fields
    ...({ ...timeoutsOf(jobSeconds, { sentToServer: true }), ...connection } as ConstructorOptions),
    migrate: false, // the owner role creates its tables: install-queue.ts
    createSchema: false,
    max: 3,
    clock: steadyClock,
    application_name: 'remembrance-jobs',
    useListenNotify: true,
    schedule: false, // schedule.ts runs periodic jobs; otherwise every process would poll for cron entries
  });
  boss.on('error', (error) => log('the queue reported an error', error)); // without a listener it would end the process
  boss.on('warning', ({ message }) => log('the queue reported a warning', new Error(message)));
  return {
    async enqueue(tx, name, payloads, { startAfter } = {}) {
      const jobs = payloads.map((data) => ({ data, ...(startAfter && { startAfter }) }));
      await boss.insert(name, jobs, { db: fromDrizzle(tx, sql) });
    },
    async work(name, handle) {
      await boss.work(name, eager, async (jobs: Job<Jobs[typeof name]>[]): Promise<JobResult[]> => {
        let status: JobResult['status'] = 'completed';
        try {
          await handle(jobs.map(({ data }) => data));
        } catch (error) {
          // Only logged: an error may quote a letter or an address, and the queue would store it in its table.
          log(`the job ${name} failed`, error instanceof Error ? error : new Error(String(error)));
          status = 'failed';
        }
        return jobs.map(({ id }) => ({ id, status }));
      });
    },
    async start() {
      await boss.start();
      for (const [name, policy] of Object.entries(policies)) {
        await boss.createQueue(name, policy);
        await boss.updateQueue(name, policy); // applies the current policy to a queue from an earlier version
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: stopMilliseconds }),
  };
}
