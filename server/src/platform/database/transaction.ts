// What functions with queries share: the types of the database and a transaction, and a query for one row.
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pipelines } from './pipeline.ts';
import type * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema> & {
  /** If it has them, the statements prepared for them use them. */
  pipelines?: Pipelines;
};
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type DatabaseOrTransaction = Database | Transaction;

/** The first row of a query, or null. */
export const firstRow = async <Row>(rows: PromiseLike<Row[]>): Promise<Row | null> => (await rows)[0] ?? null;
