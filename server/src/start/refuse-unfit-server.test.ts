// A start refuses a server that cannot keep what the guide asks of it, each with a sentence.
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addressOf } from '../../testing/database-address.ts';
import { run } from '../../testing/put-back.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { keepsNamedStatements, refuseUnfitServer } from './refuse-unfit-server.ts';

let opened: OpenDatabase;
let url: string;
let ownerUrl: string;
beforeAll(async () => {
  opened = await openTestDatabase({ poolSize: 1 });
  url = addressOf(opened.connection);
  ownerUrl = addressOf(opened.ownerConnection ?? {});
});
afterAll(() => opened.close());

test('a server that keeps every condition is accepted', async () => {
  await expect(refuseUnfitServer({ url, ownerUrl }, false)).resolves.toBeUndefined();
});

test('the two roles in each other’s place are refused with both names', async () => {
  const { user: owner } = opened.ownerConnection ?? {};
  const { user: service } = opened.connection;
  const swapped = refuseUnfitServer({ url: ownerUrl, ownerUrl: url }, false);
  await expect(swapped).rejects.toThrow(
    `DATABASE_URL uses the role ${owner}, which owns the tables, and DATABASE_OWNER_URL uses ${service}; exchange the two.`,
  );
  await expect(refuseUnfitServer({ url: ownerUrl, ownerUrl }, false)).resolves.toBeUndefined();
});

test('a server that loses acknowledged commits in a power cut is refused for a service for others', async () => {
  const lossy = /^The server of DATABASE_URL runs with .*fsync.* off, so a power cut loses what was acknowledged/;
  await expect(refuseUnfitServer({ url }, true)).rejects.toThrow(lossy);
});

test('a server with too few connections for all processes is refused with both numbers', { tags: 'long' }, async () => {
  const { connection } = inject('databaseServer');
  const { rows } = await run(connection, (client) => client.query('show max_connections'));
  const poolSize = Number(rows[0].max_connections);
  await expect(refuseUnfitServer({ url, poolSize }, false)).rejects.toThrow(
    new RegExp(`allows \\d+ connections, and this process needs ${poolSize + 7}; raise max_connections there`),
  );
  // Another process waits for letters.
  const other = new pg.Client({ ...opened.connection, application_name: 'remembrance-letters of another' });
  await other.connect();
  await expect(refuseUnfitServer({ url, poolSize }, false)).rejects.toThrow(`2 processes need ${2 * (poolSize + 7)}`);
  await other.end();
});

/**
 * A pooler in transaction mode that does not track named statements. It has two servers; the next transaction gets the server that was freed
 * last.
 */
function oldPooler() {
  const free = [new pg.Client(opened.connection), new pg.Client(opened.connection)];
  const connected = Promise.all(free.map((server) => server.connect()));
  const servers = [...free];
  const open = async (): Promise<Pick<pg.Client, 'query' | 'end'>> => {
    await connected;
    const prepared = new Set<string>();
    let server: pg.Client | undefined;
    const query = async (asked: string | { name: string; text: string }) => {
      server ??= free.pop();
      if (typeof asked !== 'string') {
        if (!prepared.has(asked.name)) await server?.query(`prepare ${asked.name} as ${asked.text}`);
        prepared.add(asked.name);
        return server?.query(`execute ${asked.name}`);
      }
      const answer = await server?.query(asked);
      if (asked === 'commit' && server) {
        free.push(server);
        server = undefined;
      }
      return answer;
    };
    return { query: query as unknown as pg.Client['query'], end: (async () => {}) as unknown as pg.Client['end'] };
  };
  return { open, close: () => Promise.all(servers.map((one) => one.end())) };
}

test('a pooler that gives a connection’s named statements to another one is refused, and a server is not', async () => {
  const pooler = oldPooler();
  expect(await keepsNamedStatements(pooler.open)).toBe(false);
  await pooler.close();
  const open = async () => {
    const client = new pg.Client(opened.connection);
    await client.connect();
    return client;
  };
  expect(await keepsNamedStatements(open)).toBe(true);
});
