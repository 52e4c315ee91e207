// Connects to a server's embedded database directly.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { clusterOf } from './installation.ts';

const lockLines = (dataDirectory: string): string[] =>
  readFileSync(path.join(clusterOf(dataDirectory), 'postmaster.pid'), 'utf8').split('\n');

export const postmasterOf = (dataDirectory: string): number => Number(lockLines(dataDirectory)[0]);

/** Connects as the owner of the tables. */
export function connectionTo(dataDirectory: string): pg.ClientConfig {
  const [, , , , host = ''] = lockLines(dataDirectory);
  return { host, port: 5432, user: 'remembrance', database: 'postgres' };
}

export async function inDatabase(dataDirectory: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connectionTo(dataDirectory));
  client.on('error', () => {}); // the statement may end this connection
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
