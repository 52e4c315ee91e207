// A digest of the database's content. Equal digests before and after prove that a refused call changed nothing.
import { sql } from 'drizzle-orm';
import type { Database } from '../src/platform/database/transaction.ts';

/** Tables that any call may change. */
const counters = ['rate_limits', 'sessions'];

/** The row count and a digest of each table. */
export async function fingerprint(database: Database, without: string[] = []): Promise<Record<string, string>> {
  const { rows } = await database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const tables = rows.map(({ name }) => name).filter((name) => ![...counters, ...without].includes(name));
  const digests = await Promise.all(
    tables.map(async (name) => {
      const row = sql`to_jsonb(t)::text`;
      const digest = sql`count(*) || ' rows, ' || md5(coalesce(string_agg(${row}, '|' order by ${row}), ''))`;
      const { rows } = await database.execute<{ digest: string }>(
        sql`select ${digest} as digest from ${sql.identifier(name)} t`,
      );
      return [name, rows[0]?.digest ?? ''] as const;
    }),
  );
  return Object.fromEntries(digests);
}
