// For tests: waits until a given number of connections to the test's database wait for a lock.
import { sql } from 'drizzle-orm';
import type { Database } from '../src/platform/database/transaction.ts';
import { until } from './until.ts';

const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

export const waitForLocks = (database: Database, count: number): Promise<void> =>
  until(async () => (await database.execute(waiting)).rows.length).toBe(count);
