// Types for functions that run queries: on the database, only inside a transaction, or either.
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pipelines } from './pipeline.ts';
import type * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema> & {
  /** If it has them, the statements prepared for them use them. */
  pipelines?: Pipelines;
};
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type DatabaseOrTransaction = Database | Transaction;
