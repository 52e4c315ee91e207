// A read-only token: what it reads, that it changes nothing, and how it ends.
import { api } from '@remembrance/contract/api.ts';
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { sampleBodies } from '@remembrance/contract/testing/sample-bodies.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
async function ownerWithToken() {
  const owner = await signedIn(app, another(ada, ++people));
  const { id, token } = await owner.ask(api.createToken, { body: { name: 'Backup' } });
  return { owner, id, token, headers: { authorization: `Bearer ${token}` } };
}

const readable = ['exportAccount', 'getVault', 'listActivity', 'listVaults'];
const ownersCalls = Object.entries<Endpoint>(api).filter(([, { access }]) => access === 'owner');

test('a token reads vaults, their activity and the export, long after it was created, and the calls that it may make are these', async () => {
  expect(
    ownersCalls
      .filter(([, { worksByToken }]) => worksByToken)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(readable);
  for (const [name, { method, worksByToken }] of ownersCalls) if (worksByToken) expect(method, name).toBe('GET');
  const { owner, headers } = await ownerWithToken();
  const vault = await draftVault(owner);
  app.clock.pass({ days: 3 });
  const program = app.caller();
  expect((await program.ask(api.listVaults, { headers })).map(({ id }) => id)).toEqual([vault.id]);
  expect((await program.ask(api.getVault, { params: { id: vault.id }, headers })).message).toBe(vault.message);
  expect((await program.call(api.listActivity, { params: { id: vault.id }, headers })).statusCode).toBe(200);
  expect((await program.call(api.exportAccount, { headers })).statusCode).toBe(200);
});

test.each(ownersCalls.filter(([, { worksByToken }]) => !worksByToken))(
  'a token is refused by %s',
  async (name, endpoint) => {
    const { headers } = await tokenForAll();
    const params = Object.fromEntries((endpoint.path.match(/:(\w+)/g) ?? []).map((one) => [one.slice(1), 'x']));
    const body = (sampleBodies as Record<string, unknown>)[name];
    const query = name === 'previewPlanChange' ? { plan: 'basic_subscription' } : {};
    const refused = await app.caller().refused(endpoint, { params, query, body, headers } as never);
    expect(refused).toMatchObject({ status: 403, code: 'token-reads-only' });
  },
);

let shared: ReturnType<typeof ownerWithToken> | undefined;
const tokenForAll = () => (shared ??= ownerWithToken());

test('a token is listed by its name and not shown again, reported by letter, and ended like a session', async () => {
  const { owner, id, token, headers } = await ownerWithToken();
  const listed = await owner.ask(api.listSessions, {});
  expect(listed).toContainEqual(
    expect.objectContaining({ id, device: 'The read-only token “Backup”', isCurrent: false }),
  );
  expect(JSON.stringify(listed)).not.toContain(token);
  expect(await app.lastLetter('owner-change', owner.email)).toMatchObject({ kind: 'token-created', after: 'Backup' });
  await owner.ask(api.endSession, { params: { id } });
  expect((await app.caller().refused(api.listVaults, { headers })).code).toBe('unauthorized');
  expect(await app.lastLetter('owner-change', owner.email)).toMatchObject({ before: 'The read-only token “Backup”' });
});

test('the token of a session is no read-only token, and a read-only token is no cookie', async () => {
  const { owner, token } = await ownerWithToken();
  const cookie = `vault_session=${token}.${'x'.repeat(43)}`;
  expect((await app.caller().refused(api.listVaults, { headers: { cookie } })).code).toBe('unauthorized');
  const [, session = ''] = /vault_session=([^.]+)\./.exec(owner.cookie()) ?? [];
  for (const word of [session, `rt_${session}`, `${token}0`, token.toUpperCase()])
    expect((await app.caller().refused(api.listVaults, { headers: { authorization: `Bearer ${word}` } })).code).toBe(
      'unauthorized',
    );
});
