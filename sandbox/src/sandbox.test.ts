// The sandbox as used by Stripe's SDK and the payment page.
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../testing/open-test-sandbox.ts';
import { cards } from './card-page.ts';
import { sandboxRoutes } from './routes.ts';
import { type Sandbox, sandboxKeys } from './sandbox.ts';

let opened: TestSandbox;
beforeEach(async () => {
  opened = await openTestSandbox();
});
afterEach(() => opened.close());

const secretHeaders = (more: Record<string, string> = {}) => ({
  authorization: `Bearer ${sandboxKeys.secret}`,
  'content-type': 'application/x-www-form-urlencoded',
  ...more,
});
async function ask(path: string, init: RequestInit = {}, sandbox: Sandbox = opened.sandbox) {
  const response = await sandbox.fetch(new Request(`https://api.stripe.com${path}`, init));
  const body = (await response.json()) as { id?: string; status?: string; error?: { code?: string; type?: string } };
  return { status: response.status, body };
}

test('every bad request gets an error in the format the SDK expects', { tags: 'long' }, async () => {
  const post = (path: string, body: string, headers = secretHeaders()) => ask(path, { method: 'POST', headers, body });
  const answers = [
    await ask('/v1/customers'),
    await ask('/v1/balance', { headers: secretHeaders() }),
    await ask('/v1/payment_intents/pi_none', { headers: secretHeaders() }),
    await ask('/', { headers: secretHeaders() }),
    await post('/v1/payment_intents', 'amount=2999&currency=usd&payment_method_types[0]=card'),
    await post('/v1/payment_intents', 'amount=-1&currency=usd'),
    await post('/v1/__proto__', ''),
    await post('/v1/customers', '', { ...secretHeaders(), authorization: 'Bearer sk_live_other' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 404, 404, 404, 400, 400, 404, 401]);
  for (const { body } of answers) expect(body.error?.type).toMatch(/_error$/);
});

test('a repeated idempotency key gets the same response, even after a restart, and is refused with another request', {
  tags: 'long',
}, async () => {
  const send = (email: string, sandbox?: Sandbox) =>
    ask(
      '/v1/customers',
      { method: 'POST', headers: secretHeaders({ 'idempotency-key': 'one' }), body: `email=${email}` },
      sandbox,
    );
  const first = await send('ada%40example.com');
  const restarted = opened.open();
  expect(await send('ada%40example.com', restarted)).toEqual(first);
  expect((await send('otto%40example.com')).body.error?.type).toBe('idempotency_error');
  expect(await opened.objects('customer')).toHaveLength(1);
});

test('a fault and a declined card are repeated for the same key, but a call refused for its input is not', async () => {
  const post = (path: string, key: string, body: string) =>
    ask(path, { method: 'POST', headers: secretHeaders({ 'idempotency-key': key }), body });
  opened.sandbox.tools.breakNext();
  const faults = [await post('/v1/customers', 'a', 'name=Ada'), await post('/v1/customers', 'a', 'name=Ada')];
  expect(faults.map(({ status }) => status)).toEqual([500, 500]);
  expect((await post('/v1/customers', 'b', 'name=Ada')).status).toBe(200);
  expect((await post('/v1/payment_intents', 'c', 'amount=1&currency=usd')).status).toBe(400);
  expect((await post('/v1/payment_intents', 'c', 'amount=2999&currency=usd')).body.error?.type).not.toBe(
    'idempotency_error',
  );
});

test('the publishable key needs the client secret to read or confirm an intent, and can make no other call', async () => {
  const { id, clientSecret } = await opened.beginPayment();
  const page = (path: string, body: Record<string, string>) =>
    ask(path, { method: 'POST', body: new URLSearchParams({ key: sandboxKeys.publishable, ...body }) });
  expect((await page(`/v1/payment_intents/${id}/confirm`, {})).status).toBe(404);
  expect((await page(`/v1/payment_intents/${id}/confirm`, { client_secret: `${id}_secret_guess` })).status).toBe(404);
  expect((await page('/v1/refunds', { payment_intent: id })).status).toBe(404);
  expect((await page(`/v1/payment_intents/${id}/cancel`, { client_secret: clientSecret })).status).toBe(404);
  const shown = await ask(`/v1/payment_intents/${id}?key=${sandboxKeys.publishable}&client_secret=${clientSecret}`);
  expect(shown.body).toMatchObject({ id, status: 'requires_payment_method' });
  expect(shown.body).not.toHaveProperty('metadata');
  expect(shown.body).not.toHaveProperty('customer');
});

test('an event is retried until the endpoint accepts it, even after a restart, and is then delivered once', async () => {
  opened.setAccepting(false);
  const { clientSecret } = await opened.beginPayment();
  opened.passSeconds(1);
  await opened.confirm(clientSecret);
  await opened.sandbox.delivered();
  await opened.sandbox.stop();
  expect(opened.received.length).toBeGreaterThan(0);
  opened.received.length = 0;
  opened.setAccepting(true);
  const restarted = opened.open();
  for (const _ of ['first', 'second']) {
    restarted.start();
    await restarted.delivered();
  }
  await restarted.stop();
  expect(opened.received).toEqual(['payment_intent.created', 'payment_intent.succeeded']);
});

test('many concurrent confirmations of one payment charge it once', { tags: 'long' }, async () => {
  const { clientSecret } = await opened.beginPayment();
  const tried = await Promise.all(Array.from({ length: 20 }, () => opened.confirm(clientSecret)));
  expect(tried.filter(({ intent }) => intent?.status === 'succeeded')).toHaveLength(1);
  expect(await opened.objects('charge')).toHaveLength(1);
});

test('no card number is stored', { tags: 'long' }, async () => {
  const { clientSecret } = await opened.beginPayment();
  await opened.confirm(clientSecret, cards.declined);
  await opened.confirm(clientSecret, cards.pays);
  const stored = JSON.stringify([...(await opened.objects('payment_method')), ...(await opened.objects('event'))]);
  expect(stored).toContain('"last4":"4242"');
  for (const number of [cards.declined, cards.pays]) expect(stored).not.toContain(number);
});

test("a browser gets the script, its styles and the page's calls, but no call of the secret key", {
  tags: 'long',
}, async () => {
  const app = Fastify();
  sandboxRoutes(app, { sandbox: opened.sandbox });
  const { id, clientSecret } = await opened.beginPayment();
  const script = await app.inject('/sandbox/stripe.js');
  expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect((await app.inject('/sandbox/stripe.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  const url = `/sandbox/stripe/v1/payment_intents/${id}`;
  const shown = await app.inject(`${url}?key=${sandboxKeys.publishable}&client_secret=${clientSecret}`);
  expect(shown.json()).toMatchObject({ id });
  expect((await app.inject({ url, headers: secretHeaders() })).statusCode).toBe(401);
  const json = await app.inject({ method: 'POST', url: `${url}/confirm`, payload: { key: sandboxKeys.publishable } });
  expect(json.statusCode).toBe(415);
  const payload = `key=${sandboxKeys.publishable}&client_secret=${'x'.repeat(9000)}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await app.inject({ method: 'POST', url: `${url}/confirm`, payload, headers })).statusCode).toBe(413);
});

test('the sandbox has no routes while it is off', async () => {
  const app = Fastify();
  sandboxRoutes(app, { sandbox: undefined });
  expect((await app.inject('/sandbox/stripe.js')).statusCode).toBe(404);
  expect((await app.inject('/sandbox/stripe/v1/payment_intents/pi_1')).statusCode).toBe(404);
});

test('dropped events stay undelivered until they are delivered again, in either order', { tags: 'long' }, async () => {
  const { tools, delivered } = opened.sandbox;
  await tools.setDropping(true);
  const { clientSecret } = await opened.beginPayment();
  opened.passSeconds(1);
  await opened.confirm(clientSecret);
  await tools.setDropping(false);
  await delivered();
  expect(opened.received).toEqual([]);
  opened.setAccepting(false);
  await tools.repeatEvents('newest-first');
  opened.setAccepting(true);
  await tools.repeatEvents('oldest-first');
  const [created, paid] = ['payment_intent.created', 'payment_intent.succeeded'];
  expect(opened.received).toEqual([paid, created, created, paid]);
  expect(await opened.objects('event')).toMatchObject([
    { pending_webhooks: 0, dropped: false },
    { pending_webhooks: 0, dropped: false },
  ]);
});
