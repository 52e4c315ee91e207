// Tests what the guide asks of a PostgreSQL server, by doing it: named statements through the pooler, commits that survive a power cut,
// connections for all processes, and the two roles in their places.
import pg from 'pg';
import { roleOf } from '../platform/database/service-role.ts';
import { collectRefusals } from '../settings/collect-refusals.ts';

export interface ServerToTest {
  url?: string | undefined;
  directUrl?: string | undefined;
  ownerUrl?: string | undefined;
  poolSize?: number | undefined;
}

const milliseconds = 10_000;
/** Of each process besides DATABASE_POOL_SIZE: short statements, jobs, and the wait for letters. */
const connectionsBesidesPool = 7;
const usualPoolSize = 10;

/**
 * Only for a server that answers.
 * @param mustLast whether acknowledged data must survive a power cut, as in a service for others
 * @throws {StartRefused} with a line for each condition that is not met
 */
export async function refuseUnfitServer(server: ServerToTest, mustLast: boolean): Promise<void> {
  const { url, directUrl = url } = server;
  if (!url) return;
  const { add, end } = collectRefusals();
  if (!(await keepsNamedStatements(() => connect(url)))) add(unnamed);
  const client = await connect(directUrl ?? url);
  try {
    for (const line of [await findSwappedRoles(client, server), await findLossyCommits(client, mustLast)])
      if (line) add(line);
    if (directUrl === url) {
      const line = await findTooFewConnections(client, server);
      if (line) add(line);
    }
  } finally {
    await client.end();
  }
  end();
}

const unnamed =
  'DATABASE_URL leads to a pooler that does not keep named statements; use PgBouncer 1.21 or newer with max_prepared_statements above 100, or set DATABASE_URL to the server (docs/guide/database.md).';

type Client = Pick<pg.Client, 'query' | 'end'>;

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: milliseconds,
    query_timeout: milliseconds,
  });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  return client;
}

/** In which order two callers begin and end a transaction, so that a pooler gives each of them the other's connection. */
const rounds = [
  [0, 1, 0, 1],
  [0, 1, 1, 0],
  [1, 0, 0, 1],
  [1, 0, 1, 0],
] as const;

/** Prepares one statement on each of two connections, and runs it in several transactions. */
export async function keepsNamedStatements(open: () => Promise<Client>): Promise<boolean> {
  const clients = [await open(), await open()] as const;
  const run = (of: 0 | 1) => clients[of].query({ name: `remembrance_start_${of}`, text: `select ${of} as found` });
  try {
    for (const [first, second, endsFirst, endsSecond] of rounds) {
      await clients[first].query('begin');
      await clients[second].query('begin');
      await run(first);
      await run(second);
      await clients[endsFirst].query('commit');
      await clients[endsSecond].query('commit');
    }
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '26000' || code === '42P05') return false;
    throw error;
  } finally {
    for (const client of clients) await client.end();
  }
}

async function findSwappedRoles(client: Client, { url, ownerUrl }: ServerToTest): Promise<string | undefined> {
  const [service, owner] = [url, ownerUrl].map((connectionString) => roleOf({ connectionString }));
  if (!ownerUrl || service === owner) return undefined;
  const { rows } = await client.query<{ owns: boolean }>(`
    select exists (select from pg_database where datname = current_database() and pg_get_userbyid(datdba) = current_user)
      or exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as owns`);
  if (!rows[0]?.owns) return undefined;
  return `DATABASE_URL uses the role ${service}, which owns the tables, and DATABASE_OWNER_URL uses ${owner}; exchange the two.`;
}

async function findLossyCommits(client: Client, mustLast: boolean): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
  );
  if (!mustLast || rows.length === 0) return undefined;
  const off = rows.map(({ name }) => name).join(', ');
  return `The server of DATABASE_URL runs with ${off} off, so a power cut loses what was acknowledged; turn it on there.`;
}

async function findTooFewConnections(
  client: Client,
  { poolSize = usualPoolSize }: ServerToTest,
): Promise<string | undefined> {
  const { rows } = await client.query<{ allowed: number; others: number }>(`
    select least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        (select case when datconnlimit < 0 then null else datconnlimit end from pg_database where datname = current_database()),
        (select case when rolconnlimit < 0 then null else rolconnlimit end from pg_roles where rolname = current_user)) as allowed,
      (select count(*)::int from pg_stat_activity
        where application_name like 'remembrance-letters%' and datname = current_database()) as others`);
  const { allowed, others } = rows[0] ?? { allowed: Number.POSITIVE_INFINITY, others: 0 };
  const processes = others + 1;
  const needed = processes * (poolSize + connectionsBesidesPool);
  if (needed <= allowed) return undefined;
  return `The server of DATABASE_URL allows ${allowed} connections, and ${processes === 1 ? 'this process needs' : `${processes} processes need`} ${needed}; raise max_connections there, or set DATABASE_POOL_SIZE lower.`;
}
