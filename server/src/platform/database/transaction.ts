// Types for functions that run queries: only inside a transaction, or with or without one.
import type { Database } from './open-database.ts';

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type DatabaseOrTransaction = Database | Transaction;
