// The query cache: keys map to paths, nothing is fetched twice or retried, and an ended session is reported.
import { listFiles } from '@remembrance/contract/files.ts';
import { verifyAccess } from '@remembrance/contract/vault-access.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { acceptsUnauthorized, makeQueryClient, queryKeyOf, queryOf, queryPath } from './query-client.ts';

afterEach(() => vi.unstubAllGlobals());

const unauthorized = () =>
  Promise.resolve(
    new Response(
      JSON.stringify({ status: 401, detail: 'Unauthorized: please sign in to continue.', code: 'unauthorized' }),
      {
        status: 401,
        headers: { 'content-type': 'application/problem+json' },
      },
    ),
  );

test('a query key joined with slashes is the fetched path', () => {
  const key = queryKeyOf(listFiles, { params: { id: 'v 1' } });
  expect(key).toEqual(['/api/vaults', 'v%201', 'files']);
  expect(queryPath(key)).toBe('/api/vaults/v%201/files');
  expect(queryKeyOf(verifyAccess, { query: { token: 't/1' } })).toEqual(['/api/vault-access/verify?token=t%2F1']);
});

test('refreshing the list of vaults also refreshes everything under each vault', () => {
  expect(queryKeyOf(listFiles, { params: { id: 'v1' } }).slice(0, 1)).toEqual(queryKeyOf(listVaults));
});

test('a result is fetched once, and a failure is not retried', async () => {
  const fetch = vi.fn(() => Promise.resolve(Response.json([])));
  vi.stubGlobal('fetch', fetch);
  const client = makeQueryClient();
  await client.fetchQuery(queryOf(listVaults));
  await client.fetchQuery(queryOf(listVaults));
  expect(fetch).toHaveBeenCalledTimes(1);

  const failing = vi.fn(unauthorized);
  vi.stubGlobal('fetch', failing);
  await expect(makeQueryClient().fetchQuery(queryOf(listVaults))).rejects.toThrow('401: Unauthorized');
  expect(failing).toHaveBeenCalledTimes(1);
});

test('a 401 without the word Unauthorized says why, and signs nobody out', async () => {
  const onUnauthorized = vi.fn();
  const client = makeQueryClient(onUnauthorized);
  for (const [body, type] of [
    ['The gateway wants a password', 'text/plain'],
    ['<html><title>401 Authorization Required</title></html>', 'text/html'],
  ] as const) {
    const refusal = new Response(body, { status: 401, statusText: 'Unauthorized', headers: { 'content-type': type } });
    vi.stubGlobal('fetch', () => Promise.resolve(refusal));
    await expect(client.fetchQuery(queryOf(listVaults))).rejects.toThrow('401: ');
  }
  expect(onUnauthorized).not.toHaveBeenCalled();
});

test('an ended session is reported once per query or change, except for queries that accept a 401', async () => {
  vi.stubGlobal('fetch', unauthorized);
  const onUnauthorized = vi.fn();
  const client = makeQueryClient(onUnauthorized);
  await client.fetchQuery(queryOf(listVaults)).catch(() => {});
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
  await client.fetchQuery({ queryKey: ['/api/auth/user'], meta: acceptsUnauthorized }).catch(() => {});
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
});
