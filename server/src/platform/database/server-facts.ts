// What a start prints about the PostgreSQL server.
import { sql } from 'drizzle-orm';
import type { Database } from './transaction.ts';

/** Reads which PostgreSQL is running, for the line that a start prints. */
export async function readServerVersion(database: Database): Promise<string> {
  const { rows } = await database.execute<{ server_version: string }>(sql`show server_version`);
  return rows[0]?.server_version ?? '';
}

/** Whether a standby follows the server and commits do not wait for it. */
export async function hasLaggingStandby(database: Database): Promise<boolean> {
  const { rows } = await database.execute<{ lags: boolean }>(sql`
    select current_setting('synchronous_standby_names') = '' and exists (select from pg_stat_replication) as lags`);
  return rows[0]?.lags ?? false;
}
