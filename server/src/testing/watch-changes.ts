// Makes the database note which tables are written to, so that a test can say that a call has changed nothing.
import { sql } from 'drizzle-orm';
import type { Database } from '../database/open-database.ts';

export interface ChangeWatch {
  /** The tables whose rows were committed anew, changed or deleted since the last look. */
  look(): Promise<string[]>;
}

export async function watchChanges(database: Database): Promise<ChangeWatch> {
  await database.execute(sql`create schema watch`);
  await database.execute(sql`create unlogged table watch.changes (name text not null)`);
  await database.execute(sql`
    create function watch.note() returns trigger language plpgsql as
    $$ begin insert into watch.changes values (tg_table_name); return null; end $$`);
  await database.execute(sql`
    do $$ declare one text; begin
      for one in select table_name from information_schema.tables where table_schema = 'public' loop
        execute format('create trigger note after insert or update or delete on public.%I for each row execute function watch.note()', one);
      end loop;
    end $$`);
  return {
    async look() {
      const { rows } = await database.execute<{ name: string }>(sql`delete from watch.changes returning name`);
      return [...new Set(rows.map(({ name }) => name))].sort();
    },
  };
}
