// Opens the database: the server at a URL or, without one, a private PostgreSQL in the data directory. Callers see no
// difference.
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { type Migrations, migrateDatabase } from './migrate.ts';
import { createRunTransaction } from './run-transaction.ts';
import { embeddedServiceRole, roleOf } from './service-role.ts';
import type { Database, DatabaseOrTransaction } from './transaction.ts';

export interface OpenDatabase {
  database: Database;
  /** The same database over separate connections for background jobs. They have longer timeouts and do not compete with requests. */
  jobDatabase: Database;
  pool: pg.Pool;
  /** For other connections to the same server (notifications, migrations), without a pooler. */
  connection: pg.PoolConfig;
  /** The role that owns the tables, if this process has it: for schema changes and backups, never for requests. */
  ownerConnection: pg.PoolConfig | undefined;
  /** Whether the service connects as the role that owns the tables. */
  isOwner: boolean;
  embedded: boolean;
  /** The folder of the embedded server's programs. */
  programs: string | undefined;
  /** Ends every connection with the statement that runs on it. From then on `close` waits for nobody. */
  cut(): void;
  /** From now on each new connection of the service is examined before its first statement; one that is refused is closed. */
  examineConnections(examine: ExamineConnection): void;
  close(): Promise<void>;
}

type ExamineConnection = (connection: DatabaseOrTransaction) => Promise<void>;

interface Options {
  url?: string | undefined;
  /** The same server without a pooler. */
  directUrl?: string | undefined;
  /** The same server as the role that owns the tables; defaults to the role of `url`. */
  ownerUrl?: string | undefined;
  dataDirectory: string;
  /** The value of POSTGRES_PROGRAMS: the programs that run the server in the data directory. */
  programs: string | undefined;
  poolSize?: number;
  /** Settings for the embedded server, such as `{ fsync: 'off' }`. */
  settings?: Record<string, string>;
  migrate: boolean;
  /** Migrations of other components with tables in this database. */
  otherMigrations?: readonly Migrations[];
  /** Called when a connection or the server is lost. Both are replaced automatically. */
  log: (message: string, error: Error) => void;
}

const defaultPoolSize = 10;
const jobPoolSize = 4;

export async function openDatabase(options: Options): Promise<OpenDatabase> {
  const { url, directUrl = url, ownerUrl = directUrl } = options;
  if (url) {
    const direct = { connectionString: directUrl };
    return open({ pooled: { connectionString: url }, direct, owner: { connectionString: ownerUrl } }, options);
  }
  const { dataDirectory, programs, poolSize = defaultPoolSize } = options;
  // More than the pool, for background jobs, notifications, and for commands and other processes that share the server.
  const settings = { max_connections: String(poolSize + 40), ...options.settings };
  const server = await startEmbeddedPostgres({
    dataDirectory: path.join(dataDirectory, 'postgres'),
    programs,
    settings,
    log: options.log,
  });
  try {
    const direct = { ...server.connection, user: embeddedServiceRole };
    const opened = await open({ pooled: direct, direct, owner: server.connection }, options);
    return { ...opened, embedded: true, programs: server.programs, close: () => opened.close().finally(server.stop) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface Connections {
  pooled: pg.PoolConfig;
  direct: pg.PoolConfig;
  owner: pg.PoolConfig;
}

async function open({ pooled, direct, owner }: Connections, options: Options): Promise<OpenDatabase> {
  const owns = !options.migrate || (await migrateDatabase(owner, direct, options.otherMigrations));
  const pooler = { sentToServer: pooled.connectionString === direct.connectionString };
  let examine: ExamineConnection | undefined;
  const onConnect = async (client: pg.ClientBase) => examine?.(drizzle(client as pg.Client));
  const requests = { ...pooled, ...timeoutsOf(requestSeconds, pooler), onConnect };
  const pool = openPool(requests, options);
  const jobs = { ...pooled, ...timeoutsOf(jobSeconds, pooler), onConnect };
  const jobPool = openPool(jobs, { ...options, poolSize: jobPoolSize });
  const cutting = new AbortController();
  endClientsOn(cutting.signal, pool, jobPool);
  return {
    database: createDatabase(pool),
    jobDatabase: createDatabase(jobPool),
    pool,
    connection: direct,
    ownerConnection: owns ? owner : undefined,
    isOwner: owns && roleOf(owner) === roleOf(direct),
    embedded: false,
    programs: undefined,
    cut: () => cutting.abort(),
    examineConnections(next) {
      examine = next;
    },
    close: async () => {
      const closing = Promise.all([pool.end(), jobPool.end()]);
      await Promise.race([closing, aborted(cutting.signal)]);
    },
  };
}

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
};

/** A pool itself waits for connections in use, whose statements may take a minute. */
function endClientsOn(signal: AbortSignal, ...pools: pg.Pool[]): void {
  const clients = new Set<pg.ClientBase>();
  for (const pool of pools) {
    pool.on('connect', (client) => clients.add(client));
    pool.on('remove', (client) => clients.delete(client));
  }
  signal.addEventListener('abort', () => {
    for (const client of clients) void (client as pg.Client).end().catch(() => {});
  });
}

export const createDatabase = (pool: pg.Pool): Database =>
  Object.assign(drizzle(pool), { transaction: createRunTransaction(pool) });

export function openPool(
  connection: pg.PoolConfig,
  { poolSize = defaultPoolSize, log }: Pick<Options, 'poolSize' | 'log'>,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    keepAlive: true,
    application_name: 'remembrance',
  });
  // An unhandled error event would end the process. The pool handles only those of idle connections.
  pool.on('connect', (client) => client.on('error', () => {})); // the running query reports it
  // The error object references the connection, so only its message is passed on.
  pool.on('error', ({ message }) => {
    if (!pool.ending) log('An idle database connection was lost.', new Error(message));
  });
  return pool;
}

/**
 * How long a connection and a query may take, for requests and for jobs. The server ends a query first. If the server does not
 * answer, the client times out half a second later and closes the connection.
 */
const requestSeconds = 10;
const jobSeconds = 60;

interface Pooler {
  /**
   * Whether the settings are sent when the connection opens. A pooler in transaction mode refuses or drops them; behind one
   * they are set on the role (docs/guide/database.md).
   */
  sentToServer: boolean;
}

export function timeoutsOf(seconds: number, { sentToServer }: Pooler): pg.PoolConfig {
  const milliseconds = seconds * 1000;
  return {
    // This also limits the wait for a free connection of the pool.
    connectionTimeoutMillis: Math.min(seconds, requestSeconds) * 1000,
    query_timeout: milliseconds + 500,
    ...(sentToServer && {
      statement_timeout: milliseconds,
      lock_timeout: milliseconds,
      idle_in_transaction_session_timeout: 60_000,
    }),
  };
}
