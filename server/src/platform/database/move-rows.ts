// Moves every row from one database to an empty one. The rows are copied in one transaction, compared in it, and only then
// committed, after the old database is marked. So both databases can never be opened, and any interruption leaves the old
// one complete.
import type pg from 'pg';
import { StartRefused } from '../lib/start-refused.ts';
import { type LockedDatabase, lockDatabase, type Table } from './lock-tables.ts';
import { describeMoved, markMoved, markTable, readMovedMark } from './moved-away.ts';

interface End {
  /** The name for messages and the mark, without its password. */
  name: string;
  /** Connects as the owner of the tables. */
  connection: pg.ClientConfig;
}

interface Counted {
  rows: number;
  /** The sum of the SHA-256 of each row, shortened to 60 bits. */
  digest: string;
}

const rowsAtOnce = 100;
const inUse = 'It was in use since; if it lacks what is here, empty it and run the move again.';
/** The migrations write its only row. */
const headTable = 'journal_head';

interface Move {
  from: End;
  to: End;
  movedAt: Date;
  /** Called after each table is copied, with the number done. */
  onTable?: (done: number, total: number) => void;
}

/** @returns the number of rows and tables in the new database; the same if it is run again */
export async function moveRows({ from, to, ...move }: Move): Promise<{ tables: number; rows: number }> {
  const source = await lockDatabase(from.name, from.connection);
  try {
    const target = await lockDatabase(to.name, to.connection);
    try {
      return await moveLocked(source, target, move);
    } finally {
      await target.client.end(); // rolls back uncommitted work
    }
  } finally {
    await source.client.end();
  }
}

async function moveLocked(
  source: LockedDatabase,
  target: LockedDatabase,
  { movedAt, onTable }: Omit<Move, 'from' | 'to'>,
) {
  if (JSON.stringify(source.tables) !== JSON.stringify(target.tables))
    throw new StartRefused(`${target.name} has other tables; take an empty database that nothing else uses.`);
  const tables = source.tables.filter(({ name }) => name !== markTable);
  const earlier = await readMovedMark(source.client);
  if (earlier && earlier.movedTo !== target.name) throw new StartRefused(describeMoved(earlier));
  const isHere = !(await isEmpty(target.client, tables));
  if (isHere && !earlier)
    throw new StartRefused(`${target.name} already has data: take an empty database, or move the old folder aside.`);
  if (!isHere) await copyTables([source.client, target.client], tables, onTable);
  const rows = await compareTables(source, target, tables);
  if (rows === null)
    throw earlier && isHere ? new StartRefused(describeMoved(earlier, inUse)) : new Error('the copy differs');
  const names = tables.map(({ name }) => name);
  await markMoved(source.client, { movedTo: target.name, movedAt }, names);
  await source.client.query('commit');
  await target.client.query('commit').catch((cause) => {
    throw new StartRefused(`${target.name} was lost in the last step. Run the move again: it continues.`, { cause });
  });
  return { tables: tables.length, rows };
}

async function isEmpty(client: pg.Client, tables: readonly Table[]): Promise<boolean> {
  const others = tables.filter(({ name }) => name !== headTable);
  const found = others.map(({ name }) => `exists (select from ${client.escapeIdentifier(name)})`);
  const { rows } = await client.query(`select ${found.join(' or ')} as found`);
  return !rows[0].found;
}

async function copyTables(
  [source, target]: [pg.Client, pg.Client],
  tables: readonly Table[],
  onTable?: Move['onTable'],
): Promise<void> {
  const names = tables.map(({ name }) => target.escapeIdentifier(name));
  // People already have pseudonyms, and the journal has its changes: a trigger would add them again.
  for (const name of names) await target.query(`alter table ${name} disable trigger user`);
  const keys = await listKeys(target);
  for (const key of keys) await target.query(`${key} deferrable initially deferred`);
  await target.query(`delete from ${headTable}`);
  for (const [index, name] of names.entries()) {
    await copyTable(source, target, name);
    onTable?.(index + 1, names.length);
  }
  await target.query('set constraints all immediate');
  for (const key of keys) await target.query(`${key} not deferrable`);
  for (const name of names) await target.query(`alter table ${name} enable trigger user`);
}

/** The foreign keys between tables, each as the start of a statement that alters it. */
async function listKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `select format('alter table %s alter constraint %I', conrelid::regclass, conname) as key from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ key }) => key);
}

async function copyTable(source: pg.Client, target: pg.Client, name: string): Promise<void> {
  await source.query(`declare lines no scroll cursor for select t::text as line from ${name} t`);
  for (;;) {
    const { rows } = await source.query(`fetch ${rowsAtOnce} from lines`);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    await target.query(`insert into ${name} select * from unnest($1::${name}[])`, [lines]);
  }
  await source.query('close lines');
}

/** @returns the number of rows, or null if a table differs */
async function compareTables(
  source: LockedDatabase,
  target: LockedDatabase,
  tables: readonly Table[],
): Promise<number | null> {
  let sum = 0;
  for (const { name } of tables) {
    const [here, there] = await Promise.all([source, target].map(({ client }) => count(client, name)));
    if (JSON.stringify(here) !== JSON.stringify(there)) return null;
    sum += here?.rows ?? 0;
  }
  return sum;
}

async function count(client: pg.Client, name: string): Promise<Counted> {
  const { rows } = await client.query(
    `select count(*)::float8 as rows, coalesce(sum(('x' || left(encode(sha256(convert_to(t::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)::text as digest
     from ${client.escapeIdentifier(name)} t`,
  );
  return rows[0];
}
