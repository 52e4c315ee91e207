// Gets exclusive use of a database: checks that nobody else is connected, and locks every table as their owner.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartRefused } from '../lib/start-refused.ts';

export interface Table {
  name: string;
  /** The table's columns with their types, in order. */
  columns: string;
}

/** A locked database, in a transaction that the caller ends. */
export interface LockedDatabase {
  /** The name for messages, without its password. */
  name: string;
  client: pg.Client;
  tables: Table[];
}

/** PostgreSQL counts a connection for a moment after it has ended. */
const checks = 30;
const checkMilliseconds = 100;
const lockNotAvailable = '55P03';

/**
 * Until its connection ends nobody else can read or write its tables.
 * @throws {StartRefused} if somebody is connected
 */
export async function lockDatabase(name: string, connection: pg.ClientConfig): Promise<LockedDatabase> {
  const client = new pg.Client({ ...connection, application_name: 'remembrance-move' });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    // Rows are compared as text, so both sides must format it alike.
    await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
      set extra_float_digits = 1; set bytea_output = 'hex'; set search_path = public; set lock_timeout = '5s';
      set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
    await refuseOthers(client, name);
    await client.query('begin');
    const tables = await listTables(client);
    await client.query(`lock table ${tables.map((table) => client.escapeIdentifier(table.name)).join(', ')}`);
    await refuseOthers(client, name); // refuses connections from before the lock; later ones wait for it
    return { name, client, tables };
  } catch (error) {
    await client.end();
    throw (error as { code?: string }).code === lockNotAvailable ? new StartRefused(inUse(name)) : error;
  }
}

/** @throws {StartRefused} if anybody else is connected */
export async function refuseOtherConnections(name: string, connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    await refuseOthers(client, name);
  } finally {
    await client.end();
  }
}

async function refuseOthers(client: pg.Client, name: string): Promise<void> {
  for (let left = checks; left > 0; left -= 1) {
    // The server's own processes have no role.
    const { rows } = await client.query(
      `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and usename is not null and pid <> pg_backend_pid()`,
    );
    if (rows[0].others === 0) return;
    await delay(checkMilliseconds);
  }
  throw new StartRefused(inUse(name));
}

const inUse = (name: string): string =>
  `Somebody else is connected to ${name}. Stop the service, and everything else that uses it, and try again.`;

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query(
    `select c.relname as name, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname order by c.relname`,
  );
  return rows;
}
