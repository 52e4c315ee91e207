// Which other processes serve the same database: every serving process listens for letters, on a connection whose name also identifies the
// place of its files.
import { sql } from 'drizzle-orm';
import type { Database } from './transaction.ts';

const listener = 'remembrance-letters';

export const nameOfListener = (filesIdentity: string): string => `${listener} ${filesIdentity}`;

/** The identity of each one's files. Before this process listens itself. */
export async function listServedElsewhere(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`
    select application_name as name from pg_stat_activity
    where application_name like ${`${listener}%`} and datname = current_database()`);
  return rows.map(({ name }) => name.slice(listener.length).trim());
}

export const isServedElsewhere = async (database: Database): Promise<boolean> =>
  (await listServedElsewhere(database)).length > 0;
