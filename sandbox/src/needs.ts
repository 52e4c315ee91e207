// The host's services for the sandbox: a database, a clock, an error reporter, and delivery to the host's endpoint.
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

export type Transaction = Omit<NodePgDatabase, 'transaction'>;
export type Database = Transaction & {
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
};
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
