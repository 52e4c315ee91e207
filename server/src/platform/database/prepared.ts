// Statements of the hot paths. Each is built once in this process, and parsed and planned once on every connection, in and outside
// of transactions. Values in a partial index's condition must be constants in them: a generic plan cannot use the index otherwise.
import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type PgColumn, PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import { onceATurn } from '../lib/together.ts';
import type { Pipelines } from './pipeline.ts';
import * as schema from './schema.ts';
import type { Database, DatabaseOrTransaction } from './transaction.ts';

type Values = Record<string, unknown>;
type Run<Rows> = (database: DatabaseOrTransaction, values?: Values) => Promise<Rows>;
type Statement<Rows> = PgPreparedQuery<PreparedQueryConfig & { execute: Rows }>;

/** Builds statements and runs none. */
const builder = drizzle.mock({ schema }) as unknown as Database;
const dialect = new PgDialect();
const statements = new Map<string, Statement<unknown>>();

/** A named placeholder for a value of each run. */
export const given = (name: string) => sql.placeholder(name);

/** Any number of rows as one value, for `json_to_recordset`, so that the SQL text does not depend on their number. */
export const asRows = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));

/**
 * A statement of Drizzle's builder.
 * @param via the pipeline to use outside of transactions, if any
 */
export const prepared = <Rows>(
  name: string,
  build: (database: Database) => { prepare(name: string): Statement<Rows> },
  via?: keyof Pipelines,
): Run<Rows> => runnerOf(name, () => build(builder).prepare(name), via);

/** Whether a column has one of the keys of a shared statement. */
export const isAsked = (column: PgColumn): SQL => sql`${column} = any(${given('keys')})`;

/** Lets PostgreSQL work on the first keys while later requests are read: with one statement for all, each side waits for the other. */
const maxKeys = 16;

/**
 * A statement of Drizzle's builder that finds rows by keys and returns each row's `key`. Outside of transactions, callers in the same
 * turn of the event loop share it, which saves most of a round trip's cost on both sides.
 * @returns a function for the rows of one key
 */
export function preparedForMany<Row extends { key: string }>(
  name: string,
  build: (database: Database) => { prepare(name: string): Statement<Row[]> },
): (database: DatabaseOrTransaction, key: string) => Promise<Row[]> {
  const run = prepared(name, build, 'reads');
  const shared = new WeakMap<Pipelines, (key: string) => Promise<Map<string, Row[]>>>();
  const shareOn = (database: Database, pipelines: Pipelines) => {
    const ask = onceATurn(
      async (keys: string[]) => Map.groupBy(await run(database, { keys: [...new Set(keys)] }), ({ key }) => key),
      maxKeys,
    );
    shared.set(pipelines, ask);
    return ask;
  };
  return async (database, key) => {
    const { pipelines } = database as Database;
    if (!pipelines) return run(database, { keys: [key] });
    const ask = shared.get(pipelines) ?? shareOn(database as Database, pipelines);
    return (await ask(key)).get(key) ?? [];
  };
}

/** An SQL statement. Its rows have the names of the columns, and times as text. */
export function preparedSql<Row>(name: string, statement: SQL, via?: keyof Pipelines): Run<Row[]> {
  const { session } = builder._;
  const prepare = () =>
    session.prepareQuery<PreparedQueryConfig & { execute: { rows: Row[] } }>(
      ...([dialect.sqlToQuery(statement), undefined, name, false] as const),
    );
  const run = runnerOf(name, prepare, via);
  return async (database, values) => (await run(database, values)).rows;
}

function runnerOf<Rows>(name: string, prepare: () => Statement<Rows>, via?: keyof Pipelines): Run<Rows> {
  return (database, values = {}) => {
    const statement = (statements.get(name) as Statement<Rows> | undefined) ?? prepare();
    statements.set(name, statement);
    // Drizzle ties a prepared statement to the connection it was built for. This one is the same on every connection.
    const { client } = database._.session as unknown as { client: object };
    const pipeline = via && (database as Database).pipelines?.[via];
    const here: Statement<Rows> & { client: object } = Object.create(statement);
    here.client = pipeline ?? client;
    return here.execute(values);
  };
}

/** The statements used so far, by name, for the tests of their query plans. */
export const usedStatements = (): Map<string, string> =>
  new Map([...statements].map(([name, statement]) => [name, statement.getQuery().sql]));
