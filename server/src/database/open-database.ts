// Opens the database: a server named by its address or, without one, a private PostgreSQL in the data directory.
// Everything after this line is the same for both.
import path from 'node:path';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { type Migrations, migrateDatabase } from './migrate.ts';
import { createRunTransaction } from './run-transaction.ts';
import * as schema from './schema.ts';
import { embeddedServiceRole, roleOf } from './service-role.ts';
import { jobSeconds, requestSeconds, timeoutsOf } from './timeouts.ts';

export type Database = NodePgDatabase<typeof schema>;

export interface OpenDatabase {
  database: Database;
  /** The same tables by connections of their own, for work that nobody waits for: it may take longer, and never queues behind people. */
  jobDatabase: Database;
  pool: pg.Pool;
  /** How others (the queue, migrations) reach the same server with connections of their own, past any pooler. */
  connection: pg.PoolConfig;
  /** The role that owns the tables, where this process has it: for changing the schema and for backups, never for requests. */
  ownerConnection: pg.PoolConfig | undefined;
  /** Whether the service connects as the very role that owns the tables. */
  isOwner: boolean;
  embedded: boolean;
  close(): Promise<void>;
}

interface Options {
  url?: string | undefined;
  /** The same server without a pooler in between. */
  directUrl?: string | undefined;
  /** The same server as the role that owns the tables; left out, the role of `url` does both. */
  ownerUrl?: string | undefined;
  dataDirectory: string;
  poolSize?: number;
  /** Settings for the embedded server, such as `{ fsync: 'off' }`. */
  settings?: Record<string, string>;
  migrate: boolean;
  /** What else has tables in this database. */
  otherMigrations?: readonly Migrations[];
  /** Is told of connections and servers that are lost; both are replaced without a person. */
  log: (message: string, error: Error) => void;
}

const usualPoolSize = 10;
const jobPoolSize = 4;

export async function openDatabase(options: Options): Promise<OpenDatabase> {
  const { url, directUrl = url, ownerUrl = directUrl } = options;
  if (url) {
    const direct = { connectionString: directUrl };
    return open({ pooled: { connectionString: url }, direct, owner: { connectionString: ownerUrl } }, options);
  }
  const { dataDirectory, poolSize = usualPoolSize } = options;
  // Room beside the pool for the queue, and for the commands and workers that share the server.
  const settings = { max_connections: String(poolSize + 40), ...options.settings };
  const server = await startEmbeddedPostgres({
    dataDirectory: path.join(dataDirectory, 'postgres'),
    settings,
    log: options.log,
  });
  try {
    const direct = { ...server.connection, user: embeddedServiceRole };
    const opened = await open({ pooled: direct, direct, owner: server.connection }, options);
    return { ...opened, embedded: true, close: () => opened.close().finally(server.stop) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface Ways {
  pooled: pg.PoolConfig;
  direct: pg.PoolConfig;
  owner: pg.PoolConfig;
}

async function open({ pooled, direct, owner }: Ways, options: Options): Promise<OpenDatabase> {
  const owns = !options.migrate || (await migrateDatabase(owner, direct, options.otherMigrations));
  const pooler = { sentToServer: pooled.connectionString === direct.connectionString };
  const pool = openPool({ ...pooled, ...timeoutsOf(requestSeconds, pooler) }, options);
  const jobPool = openPool({ ...pooled, ...timeoutsOf(jobSeconds, pooler) }, { ...options, poolSize: jobPoolSize });
  return {
    database: createDatabase(pool),
    jobDatabase: createDatabase(jobPool),
    pool,
    connection: direct,
    ownerConnection: owns ? owner : undefined,
    isOwner: owns && roleOf(owner) === roleOf(direct),
    embedded: false,
    close: async () => {
      await Promise.all([pool.end(), jobPool.end()]);
    },
  };
}

export function createDatabase(pool: pg.Pool): Database {
  const database = drizzle(pool, { schema });
  database.transaction = createRunTransaction(pool, database);
  return database;
}

export function openPool(
  connection: pg.PoolConfig,
  { poolSize = usualPoolSize, log }: Pick<Options, 'poolSize' | 'log'>,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    connectionTimeoutMillis: requestSeconds * 1000,
    keepAlive: true,
    application_name: 'remembrance',
  });
  // An error that nobody listens to would end the process. The pool listens only to the connections nobody uses.
  pool.on('connect', (client) => client.on('error', () => {})); // the query under way reports it
  // The error itself holds the connection, so only its words are passed on.
  pool.on('error', ({ message }) => {
    if (!pool.ending) log('An idle database connection was lost.', new Error(message));
  });
  return pool;
}
