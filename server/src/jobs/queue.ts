// Work that must happen after a commit: written in the business transaction, so that it exists exactly when that does.
// A job is a nudge, never the only record of what is owed: the tables of the product know that, and are scanned too.
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { type ConstructorOptions, fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss';
import { jobSeconds, timeoutsOf } from '../database/timeouts.ts';
import type { Transaction } from '../database/transaction.ts';

/** Every job there is and what it carries: ids only, since payloads rest in the open. */
export interface Jobs {
  'send-letter': { letterId: string };
}
export type JobName = keyof Jobs;

export interface Queue {
  /** Exists once `tx` commits, and never if it does not. Needs a started queue. */
  enqueue<Name extends JobName>(
    tx: Transaction,
    name: Name,
    payload: Jobs[Name],
    options?: { startAfter?: Date },
  ): Promise<void>;
  /** Runs `handle` for every job of that name, a few side by side; a job whose handler throws is run again. */
  work<Name extends JobName>(name: Name, handle: (payload: Jobs[Name]) => Promise<void>): Promise<void>;
  start(): Promise<void>;
  /** Lets the jobs under way finish, for a bounded time; what is cut off is run again at the next start. */
  stop(): Promise<void>;
}

interface Options {
  /** Straight to the server: a pooler in between would swallow the notifications. */
  connection: pg.PoolConfig;
  log: (message: string, error: Error) => void;
}

const lasting = {
  notify: true,
  // Waiting jobs older than this are deleted, so it has to outlast any stop of the workers.
  retentionSeconds: 10 * 365 * 86_400,
  deleteAfterSeconds: 86_400,
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
};
const policies: Record<JobName, typeof lasting> = { 'send-letter': lasting };
// A notification wakes a worker for one fetch. Only a full batch makes it fetch again at once, so batches hold two:
// with one, of several jobs committed together all but the first would wait for the next poll.
const eager = { localConcurrency: 2, batchSize: 2, burstWhenBatchFull: true, perJobResults: true } as const;
const stopMilliseconds = 10_000;

/** A wall clock that jumps ahead and back would leave its timers waiting for years, which Node takes for no pause at all. */
const steadyClock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run: () => void, milliseconds: number) => setTimeout(run, milliseconds),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run: () => void, milliseconds: number) => setInterval(run, milliseconds),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

export function createQueue({ connection, log }: Options): Queue {
  const boss = new PgBoss({
    // handed on to pg as it is; the two only type a left-out field differently
    ...({ ...timeoutsOf(jobSeconds, { sentToServer: true }), ...connection } as ConstructorOptions),
    migrate: false, // its tables are made by their owner: install-queue.ts
    createSchema: false,
    max: 3,
    clock: steadyClock,
    application_name: 'remembrance-jobs',
    useListenNotify: true,
    schedule: false, // periodic work has a list of its own; without this every process would poll for cron lines
  });
  boss.on('error', (error) => log('the queue met a fault', error)); // unheard, it would end the process
  boss.on('warning', ({ message }) => log('the queue warns', new Error(message)));
  return {
    async enqueue(tx, name, payload, { startAfter } = {}) {
      await boss.send(name, payload, { db: fromDrizzle(tx, sql), ...(startAfter && { startAfter }) });
    },
    async work(name, handle) {
      const run = async ({ id, data }: Job<Jobs[typeof name]>): Promise<JobResult> => {
        try {
          await handle(data);
          return { id, status: 'completed' };
        } catch (error) {
          // To the log alone: a fault may quote a letter or an address, and the queue's table keeps what it is told.
          log(`the job ${name} failed`, error instanceof Error ? error : new Error(String(error)));
          return { id, status: 'failed' };
        }
      };
      await boss.work(name, eager, (jobs: Job<Jobs[typeof name]>[]) => Promise.all(jobs.map(run)));
    },
    async start() {
      await boss.start();
      for (const [name, policy] of Object.entries(policies)) {
        await boss.createQueue(name, policy);
        await boss.updateQueue(name, policy); // one made by an earlier version takes today's policy
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: stopMilliseconds }),
  };
}
