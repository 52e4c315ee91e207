// Records by triggers which tables are written to, so that a test can prove that a call changed nothing.
// The records belong to the tables' owner; the service's role has no access to them.
import pg from 'pg';

export interface ChangeWatch {
  /** The tables with inserted, updated or deleted rows since the last call. */
  readChanges(): Promise<string[]>;
  close(): Promise<void>;
}

export async function watchChanges(owner: pg.ClientConfig | undefined): Promise<ChangeWatch> {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query('create schema watch; create unlogged table watch.changes (name text not null)');
  await client.query(`
    create function watch.note() returns trigger language plpgsql security definer as
    $$ begin insert into watch.changes values (tg_table_name); return null; end $$`);
  await client.query(`
    do $$ declare one text; begin
      for one in select table_name from information_schema.tables where table_schema = 'public' loop
        execute format('create trigger note after insert or update or delete on public.%I for each row execute function watch.note()', one);
      end loop;
    end $$`);
  return {
    async readChanges() {
      const { rows } = await client.query<{ name: string }>('delete from watch.changes returning name');
      return [...new Set(rows.map(({ name }) => name))].sort();
    },
    close: () => client.end(),
  };
}
