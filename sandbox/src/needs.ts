// The host's services for the sandbox: a database, a clock, an error reporter, and delivery to the host's endpoint.
import type { PgDatabase, PgTransaction } from 'drizzle-orm/pg-core';

// biome-ignore lint/suspicious/noExplicitAny: the host may have other tables
export type Database = PgDatabase<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Transaction = PgTransaction<any, any, any>;
export type DatabaseOrTransaction = Database | Transaction;

/** Rejects if the endpoint did not accept the event. */
export type DeliverEvent = (payload: string, signature: string) => Promise<void>;

export interface SandboxNeeds {
  database: Database;
  clock: { now(): Date };
  /** Receives a fault of the sandbox. Through the SDK it would look like an unreachable gateway. */
  report: (message: string, error: unknown) => void;
  /** Signs the webhook events. */
  webhookSecret: string;
  deliver: DeliverEvent;
}
