// A database that goes back under a running service, as after a promotion of a standby that lagged: a copy of all rows, and their return in
// place, with every connection lost.
import pg from 'pg';

const withoutTriggers = `set session_replication_role = replica`;

/** Copies every row now. @returns a function that puts all of them back and, unless asked not to, ends the service's connections */
export async function copyRows(owner: pg.ClientConfig, { losesConnections = true } = {}): Promise<() => Promise<void>> {
  const tables = await run(owner, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    );
    const names = rows.map(({ name }) => name);
    const copies = names.map((name) => `create unlogged table earlier.${name} as table public.${name};`);
    await client.query('create schema earlier');
    await client.query(`begin isolation level repeatable read; ${copies.join(' ')} commit`);
    return names;
  });
  return () =>
    run(owner, async (client) => {
      const returns = tables.map((name) => `insert into public.${name} select * from earlier.${name};`);
      await client.query(withoutTriggers);
      await client.query(
        `begin; truncate ${tables.map((name) => `public.${name}`).join(', ')}; ${returns.join(' ')} commit`,
      );
      if (losesConnections) await loseConnections(client);
    });
}

/** Ends every other connection to the same database. */
export const loseConnections = (client: pg.Client) =>
  client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

export async function run<T>(owner: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
