// Reads which PostgreSQL is running, for the line that a start prints.
import { sql } from 'drizzle-orm';
import type { Database } from './open-database.ts';

export async function readServerVersion(database: Database): Promise<string> {
  const { rows } = await database.execute<{ server_version: string }>(sql`show server_version`);
  return rows[0]?.server_version ?? '';
}
