// Brings a database to the newest schema: forward only, every migration once, however many processes start together.
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const migrationsFolder = path.resolve(import.meta.dirname, '../../migrations');
/** Any number will do that nothing else on the same database takes an advisory lock by. */
const migrationLock = 7_231_114_001;

/** Takes a connection that goes to the server itself: a pooler in between could hand the lock to somebody else. */
export async function migrateDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {}); // the query under way reports it
  await client.connect();
  try {
    // A role may have short limits for everyday queries; a migration takes as long as it takes.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]); // freed by the end of the connection
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
