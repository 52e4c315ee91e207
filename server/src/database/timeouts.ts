// How long a query may take before it is given up: nobody waits for ever, neither a person nor a job.
// The server is asked to end it first. Where the server does not answer at all, our own end of the connection gives up
// a moment later, and the connection is closed.
import type pg from 'pg';

export const requestSeconds = 10;
export const jobSeconds = 60;

interface Options {
  /**
   * Whether the server hears of it as the connection opens. A pooler in transaction mode refuses or swallows such
   * settings; behind one they belong to the role (docs/operations.md).
   */
  sentToServer: boolean;
}

export function timeoutsOf(seconds: number, { sentToServer }: Options): pg.ClientConfig {
  const milliseconds = seconds * 1000;
  return {
    query_timeout: milliseconds + 500,
    ...(sentToServer && {
      statement_timeout: milliseconds,
      lock_timeout: milliseconds,
      idle_in_transaction_session_timeout: 60_000,
    }),
  };
}
