// Marks a database that was moved: its content is in use elsewhere, and opening it here too would release and mail everything twice.
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { StartRefused } from '../lib/start-refused.ts';
import { movedAway } from './schema.ts';
import type { Database } from './transaction.ts';

export interface MovedAway {
  movedTo: string;
  movedAt: Date;
}

/** The one table that a move does not copy, because it is about this database. */
export const markTable = 'moved_away';

/** @throws {StartRefused} with the current location of the data */
export async function refuseMovedAway(database: Database): Promise<void> {
  // A backup may open a database from before the mark existed.
  const { rows } = await database.execute(sql`select to_regclass('public.moved_away') is not null as known`);
  if (!rows[0]?.known) return;
  const [moved] = await database.select().from(movedAway);
  if (moved) throw new StartRefused(describeMoved(moved));
}

export const describeMoved = (
  { movedTo, movedAt }: MovedAway,
  more = 'If the move did not say that it was done, run it again.',
): string =>
  `This database was moved to ${movedTo} on ${movedAt.toISOString().slice(0, 10)}; start with that one. ${more}`;

export async function readMovedMark(owner: pg.Client): Promise<MovedAway | null> {
  const { rows } = await owner.query(`select moved_to as "movedTo", moved_at as "movedAt" from ${markTable}`);
  return rows[0] ?? null;
}

/** Runs in the caller's transaction. Once it commits, even a disconnected process that read no mark cannot write to these tables. */
export async function markMoved(
  owner: pg.Client,
  { movedTo, movedAt }: MovedAway,
  tables: readonly string[],
): Promise<void> {
  await owner.query(`insert into ${markTable} values (1, $1, $2) on conflict do nothing`, [movedTo, movedAt]);
  await owner.query(`create or replace function refuse_moved() returns trigger language plpgsql as $$
    begin raise exception 'this database was moved away' using errcode = 'read_only_sql_transaction'; end $$`);
  for (const table of tables) {
    await owner.query(`create or replace trigger refuse_moved before insert or update or delete or truncate
      on ${owner.escapeIdentifier(table)} for each statement execute function refuse_moved()`);
  }
}
