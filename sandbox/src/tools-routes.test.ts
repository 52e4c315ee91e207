// The sandbox's page over HTTP: the effect of its forms, and what is refused before anything changes.
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SandboxTools } from './tools.ts';
import { sandboxToolsRoutes } from './tools-routes.ts';

const acted: unknown[][] = [];
/** Tools that record their calls. */
const tools = new Proxy({} as SandboxTools, {
  get:
    (_, name) =>
    async (...input: unknown[]) => {
      if (name === 'show') return { subscriptions: [], payments: [], events: [], dropsEvents: false };
      acted.push([name, ...input]);
    },
});
const app = Fastify();
beforeAll(async () => {
  sandboxToolsRoutes(app, {
    tools,
    page: { policy: "default-src 'none'", render: ({ title, body }) => `<h1>${title}</h1>${body.markup}` },
    requireOurOrigin({ headers }) {
      if (headers.origin !== 'http://localhost') throw Object.assign(new Error('another site'), { statusCode: 403 });
    },
  });
  await app.ready();
});
afterAll(() => app.close());

const form = { origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' };
const post = async (payload: string, headers: Record<string, string> = form) => {
  acted.length = 0;
  const {
    statusCode,
    headers: answered,
    body,
  } = await app.inject({ method: 'POST', url: '/dev/payments', payload, headers });
  return { statusCode, location: answered.location, body, acted: [...acted] };
};

test('the page is plain HTML with a policy, is not cached, and says that no card is charged', async () => {
  const { statusCode, headers, body } = await app.inject('/dev/payments');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
  });
  expect(body).toContain('<h1>Payment sandbox</h1>');
  expect(body).toContain('No card is charged.');
});

test.each([
  ['act=pass&id=sub_1&days=1', ['passDays', 'sub_1', 1]],
  ['act=pass&id=sub_1&days=400', ['passDays', 'sub_1', 400]],
  ['act=decline&id=sub_1', ['setDeclining', 'sub_1', true]],
  ['act=accept&id=sub_1', ['setDeclining', 'sub_1', false]],
  ['act=pause&id=sub_1', ['pause', 'sub_1']],
  ['act=resume&id=sub_1', ['resume', 'sub_1']],
  ['act=refund&id=pi_1', ['refund', 'pi_1']],
  ['act=dispute&id=pi_1', ['dispute', 'pi_1']],
  ['act=win&id=pi_1', ['closeDispute', 'pi_1', 'won']],
  ['act=lose&id=pi_1', ['closeDispute', 'pi_1', 'lost']],
  ['act=drop', ['setDropping', true]],
  ['act=deliver', ['setDropping', false]],
  ['act=repeat', ['repeatEvents', 'oldest-first']],
  ['act=reverse', ['repeatEvents', 'newest-first']],
])('the form %s executes its button’s action once, and returns to the page', async (payload, act) => {
  expect(await post(payload)).toMatchObject({ statusCode: 303, location: '/dev/payments', acted: [act] });
});

test.each([
  '',
  'act=',
  'act=unknown',
  'act=constructor',
  'act=__proto__',
  'act=toString',
  'act=pass&id=sub_1',
  'act=pass&id=sub_1&days=0',
  'act=pass&id=sub_1&days=-1',
  'act=pass&id=sub_1&days=1.5',
  'act=pass&id=sub_1&days=401',
  'act=pass&id=sub_1&days=Infinity',
  'act=pass&id=sub_1&days=many',
])('the form %j is refused and does nothing', async (payload) => {
  expect(await post(payload)).toMatchObject({ statusCode: 400, body: 'The sandbox has no such tool.', acted: [] });
});

test('a form from another site, of another type or that is too large is refused and does nothing', async () => {
  expect(await post('act=drop', { ...form, origin: 'https://elsewhere.example' })).toMatchObject({
    statusCode: 403,
    acted: [],
  });
  expect(await post('act=drop', { 'content-type': form['content-type'] })).toMatchObject({
    statusCode: 403,
    acted: [],
  });
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
    expect(await post('{"act":"drop"}', { ...form, 'content-type': type })).toMatchObject({
      statusCode: 415,
      acted: [],
    });
  expect(await post(`act=drop&id=${'x'.repeat(4096)}`)).toMatchObject({ statusCode: 413, acted: [] });
  expect((await app.inject({ method: 'DELETE', url: '/dev/payments' })).statusCode).toBe(404);
});
