// One connection that several requests share: each statement is sent without waiting for the previous results, which
// saves most of a round trip's cost on both sides (node-postgres.com/features/pipelining). It is for short statements that wait for
// no lock and no disk, because the others wait behind them.
import pg from 'pg';

export interface Pipeline {
  query: pg.Client['query'];
  close(): Promise<void>;
}

export interface Pipelines {
  /** For statements that only read. */
  reads: Pipeline;
  /** Counts whose last second may be lost in a power cut: their commit does not wait for the disk. */
  counts: Pipeline;
}

/** Connects with the first statement, and again after the connection is lost; statements running on it then fail. */
export function createPipeline(connection: pg.PoolConfig): Pipeline {
  let current: Promise<pg.Client> | undefined;
  const connect = (): Promise<pg.Client> => {
    const client = new pg.Client({ ...connection, pipeline: true, keepAlive: true, application_name: 'remembrance' });
    const connected = client.connect().then(async () => {
      await connection.onConnect?.(client);
      return client;
    });
    const forget = () => {
      if (current === connected) current = undefined;
    };
    connected.catch(forget);
    client.once('end', forget);
    client.on('error', forget); // the running statements report it
    return connected;
  };
  return {
    query: (async (...asked: Parameters<pg.Client['query']>) => {
      current ??= connect();
      return (await current).query(...asked);
    }) as pg.Client['query'],
    async close() {
      const client = await current?.catch(() => undefined);
      await client?.end();
    },
  };
}
