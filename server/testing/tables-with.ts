// For tests: finds where a text is readable in the database.
import { sql } from 'drizzle-orm';
import type { Database } from '../src/platform/database/transaction.ts';

/** The tables with a row that contains this text. */
export async function tablesWith(database: Database, text: string): Promise<string[]> {
  const { rows } = await database.execute<{ schema: string; name: string }>(
    sql`select table_schema as schema, table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const { rows: counted } = await database.execute<{ n: number }>(
      sql`select count(*)::int as n from ${table} t where to_jsonb(t)::text like ${`%${text}%`}`,
    );
    if (counted[0]?.n !== 0) found.push(name);
  }
  return found.toSorted();
}
