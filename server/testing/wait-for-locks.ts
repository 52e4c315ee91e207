// For tests: waits until so many connections to the test's database wait for a lock.
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../src/database/open-database.ts';

const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

export const waitForLocks = (database: Database, count: number): Promise<void> =>
  expect.poll(async () => (await database.execute(waiting)).rows.length, { timeout: 10_000 }).toBe(count);
