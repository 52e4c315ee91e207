// Whether another process serves the same database: every serving process listens for letters.
import { sql } from 'drizzle-orm';
import type { Database } from './transaction.ts';

/** The name of the connection that listens. */
export const listenerName = 'remembrance-letters';

/** Before this process listens itself. */
export async function isServedElsewhere(database: Database): Promise<boolean> {
  const listening = sql`select from pg_stat_activity where application_name = ${listenerName} and datname = current_database() limit 1`;
  return ((await database.execute(listening)).rowCount ?? 0) > 0;
}
