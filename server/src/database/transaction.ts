// The types by which code says where its queries run: inside a transaction, or wherever its caller is.
import type { Database } from './open-database.ts';

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type DatabaseOrTransaction = Database | Transaction;
