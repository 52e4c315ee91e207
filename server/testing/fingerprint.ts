// What the database holds, short enough to compare: that a refused call changed nothing is shown by two that are equal.
import { sql } from 'drizzle-orm';
import type { Database } from '../src/database/open-database.ts';

/** Counted whatever is answered, or moved by any visit. */
const counters = ['rate_limits', 'sessions'];

/** For each table the number of its rows and a digest of them. */
export async function fingerprint(database: Database, without: string[] = []): Promise<Record<string, string>> {
  const { rows } = await database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const tables = rows.map(({ name }) => name).filter((name) => ![...counters, ...without].includes(name));
  const digests = await Promise.all(
    tables.map(async (name) => {
      const digest = sql`count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, '|' order by t::text), ''))`;
      const { rows } = await database.execute<{ digest: string }>(
        sql`select ${digest} as digest from ${sql.identifier(name)} t`,
      );
      return [name, rows[0]?.digest ?? ''] as const;
    }),
  );
  return Object.fromEntries(digests);
}
