// A digest of the database's content. Equal digests before and after prove that a refused call changed nothing.
import { sql } from 'drizzle-orm';
import type { Database } from '../src/platform/database/transaction.ts';

/** Tables that any call may change. */
const counters = ['rate_limits', 'sessions'];

/** The row count and a digest of each table. */
export async function fingerprint(database: Database, without: string[] = []): Promise<Record<string, string>> {
  const { rows: tables } = await database.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const watched = tables.filter(({ name }) => ![...counters, ...without].includes(name));
  const row = sql`to_jsonb(t)::text`;
  const digest = sql`count(*) || ' rows, ' || md5(coalesce(string_agg(${row}, '|' order by ${row}), ''))`;
  const digests = watched.map(
    ({ name }) => sql`select ${name}::text as name, ${digest} as digest from ${sql.identifier(name)} t`,
  );
  const { rows } = await database.execute<{ name: string; digest: string }>(sql.join(digests, sql` union all `));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
