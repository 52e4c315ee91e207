// What functions with queries share: the types of the database and a transaction, and a query for one row.
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

type Queries = Omit<NodePgDatabase, 'transaction'>;
export type Transaction = Queries & { $client: pg.ClientBase };
export type Database = Queries & {
  $client: pg.Pool;
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
};
export type DatabaseOrTransaction = Database | Transaction;

/** The first row of a query, or null. */
export const firstRow = async <Row>(rows: PromiseLike<Row[]>): Promise<Row | null> => (await rows)[0] ?? null;
