// Statements of the hot paths. Each is parsed once on every connection, in and outside of transactions, and usually planned once.
// Values in a partial index's condition must be constants in them: a plan for any value cannot use the index otherwise.
import { DrizzleQueryError, fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Database, DatabaseOrTransaction } from './transaction.ts';

type Values = Record<string, unknown>;
type Run<Rows> = (database: DatabaseOrTransaction, values?: Values) => Promise<Rows>;
type Statement<Rows> = PgPreparedQuery<PreparedQueryConfig & { execute: Rows }>;

const dialect = new PgDialect();
/** The texts of the statements used so far, by name. */
const used = new Map<string, string>();

/** A named placeholder for a value of each run. */
export const given = (name: string) => sql.placeholder(name);

/** Any number of rows as one value, for `json_to_recordset`, so that the SQL text does not depend on their number. */
export const asRows = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));

/** A statement of Drizzle's builder. It is built once for the database, and once in each transaction, where it starts no other. */
export function prepared<Rows>(
  name: string,
  build: (database: Database) => { prepare(name: string): Statement<Rows> },
): Run<Rows> {
  const built = new WeakMap<DatabaseOrTransaction, Statement<Rows>>();
  return (database, values) => {
    const statement = built.get(database) ?? build(database as Database).prepare(name);
    built.set(database, statement);
    used.set(name, statement.getQuery().sql);
    return statement.execute(values);
  };
}

const times = new pg.TypeOverrides();
for (const type of [pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.TIMESTAMP])
  times.setTypeParser(type, (text) => text);

/** An SQL statement. Its rows have the names of the columns, and times as text. */
export function preparedSql<Row extends pg.QueryResultRow>(name: string, statement: SQL): Run<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return async (database, given = {}) => {
    used.set(name, text);
    const values = fillPlaceholders(params, given);
    try {
      return (await database.$client.query<Row>({ name, text, values, types: times })).rows;
    } catch (cause) {
      throw new DrizzleQueryError(text, values, cause as Error);
    }
  };
}

/** For the tests of query plans. */
export const usedStatements = (): ReadonlyMap<string, string> => used;
