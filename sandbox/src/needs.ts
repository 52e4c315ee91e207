// What the sandbox takes from its host: a database, a clock, a place to report, and the way to the host's endpoint.
import type { PgDatabase, PgTransaction } from 'drizzle-orm/pg-core';

// biome-ignore lint/suspicious/noExplicitAny: whatever other tables the host knows
export type Database = PgDatabase<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Transaction = PgTransaction<any, any, any>;
export type DatabaseOrTransaction = Database | Transaction;

/** Rejects when the endpoint did not accept the event. */
export type DeliverEvent = (payload: string, signature: string) => Promise<void>;

export interface SandboxNeeds {
  database: Database;
  clock: { now(): Date };
  /** Receives a fault of the sandbox; through the SDK it would look like a gateway out of reach. */
  report: (message: string, error: unknown) => void;
  /** Signs the webhook events. */
  webhookSecret: string;
  deliver: DeliverEvent;
}
