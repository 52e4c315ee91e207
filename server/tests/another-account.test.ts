// Every writing call of an owner names the account it was written for: the session of a browser is shared by its tabs, and somebody else
// may have signed in since the page was opened.
import { api } from '@remembrance/contract/api.ts';
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { accountHeader } from '@remembrance/contract/headers.ts';
import { ada, another, otto } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessTable, type Line } from '../testing/access-table.ts';
import type { Sent } from '../testing/caller.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { type Owner, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let owners: { ada: Owner; otto: Owner };
beforeAll(async () => {
  app = await openTestApp();
  owners = { ada: await signedIn(app, another(ada, 1)), otto: await signedIn(app, otto) };
});
afterAll(() => app.close());

const writes = (Object.entries(accessTable) as [keyof typeof api, Line][]).filter(
  ([name]) => api[name].access === 'owner' && api[name].method !== 'GET',
);
const guess = { id: '00000000-0000-4000-8000-000000000000', secret: '', part: '' };

test('TAB-1: every call by which an owner writes is refused in the session of somebody else, and changes nothing', async () => {
  expect(writes.length).toBeGreaterThan(30);
  const before = await fingerprint(app.database);
  for (const [name, line] of writes) {
    const endpoint: Endpoint = api[name];
    const sent = line.send(guess) as Sent<Endpoint>;
    const headers = { ...sent.headers, [accountHeader]: owners.ada.id };
    expect(await owners.otto.refused(endpoint, { ...sent, headers }), name).toMatchObject({
      status: 409,
      code: 'another-account',
    });
  }
  expect(await fingerprint(app.database)).toEqual(before);
});

test('a write in the session of the account that it names is carried out, and a read needs no name', async () => {
  const named = { headers: { [accountHeader]: owners.otto.id } };
  const body = { firstName: 'Otto', lastName: 'Berg' };
  expect((await owners.otto.call(api.changeProfile, { body, ...named })).statusCode).toBe(200);
  expect((await owners.otto.call(api.getUser, { headers: { [accountHeader]: owners.ada.id } })).statusCode).toBe(200);
});
