// How long a connection and a query may take, for requests and for jobs. The server ends a query first. If the server does not
// answer, the client times out half a second later and closes the connection.
import type pg from 'pg';

export const requestSeconds = 10;
export const jobSeconds = 60;

interface Options {
  /**
   * Whether the settings are sent when the connection opens. A pooler in transaction mode refuses or drops them; behind one
   * they are set on the role (docs/guide/database.md).
   */
  sentToServer: boolean;
}

export function timeoutsOf(seconds: number, { sentToServer }: Options): pg.PoolConfig {
  const milliseconds = seconds * 1000;
  return {
    // This also limits the wait for a free connection of the pool.
    connectionTimeoutMillis: Math.min(seconds, requestSeconds) * 1000,
    query_timeout: milliseconds + 500,
    ...(sentToServer && {
      statement_timeout: milliseconds,
      lock_timeout: milliseconds,
      idle_in_transaction_session_timeout: 60_000,
    }),
  };
}
