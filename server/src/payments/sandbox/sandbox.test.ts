// The sandbox as the SDK and the page meet it.
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cards, openPaymentOffice, type PaymentOffice } from '../../testing/payment-office.ts';
import { createPaymentIntent } from '../create-payment-intent.ts';
import { createSandbox, type Sandbox, sandboxKeys } from './sandbox.ts';
import { sandboxRoutes } from './sandbox-routes.ts';

let office: PaymentOffice;
beforeEach(async () => {
  office = await openPaymentOffice();
});
afterEach(() => office.close());

async function open(planType: 'basic_one_time' | 'premium_one_time' = 'basic_one_time') {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, planType);
  const { clientSecret } = await createPaymentIntent(office.needs, { ownerId, vaultId });
  return { vaultId, clientSecret, id: clientSecret.split('_secret_')[0] ?? '' };
}
const secretHeaders = (more: Record<string, string> = {}) => ({
  authorization: `Bearer ${sandboxKeys.secret}`,
  'content-type': 'application/x-www-form-urlencoded',
  ...more,
});
async function ask(path: string, init: RequestInit = {}, sandbox: Sandbox = office.sandbox) {
  const response = await sandbox.fetch(new Request(`https://api.stripe.com${path}`, init));
  const body = (await response.json()) as { id?: string; status?: string; error?: { code?: string; type?: string } };
  return { status: response.status, body };
}

test('SBX-4: whatever is wrong is answered with an error in the envelope of the SDK', async () => {
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

test('SBX-5: the same key gets the same answer, also after a restart, and another request under it is refused', async () => {
  const send = (email: string, sandbox?: Sandbox) =>
    ask(
      '/v1/customers',
      { method: 'POST', headers: secretHeaders({ 'idempotency-key': 'one' }), body: `email=${email}` },
      sandbox,
    );
  const first = await send('ada%40example.com');
  const restarted = createSandbox({ ...office.needs, sign: () => '', deliver: async () => {} });
  expect(await send('ada%40example.com', restarted)).toEqual(first);
  expect((await send('otto%40example.com')).body.error?.type).toBe('idempotency_error');
  expect(await office.objects('customer')).toHaveLength(1);
});

test('SBX-6: the publishable key reads and confirms nothing without the client secret, and reaches no other call', async () => {
  const { id, clientSecret } = await open();
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

test('SBX-7: an event waits until it is taken, over a restart too, and is told once it was', async () => {
  office.eventsArrive(true);
  const { vaultId, clientSecret } = await open();
  await office.sandbox.delivered();
  const taken: string[] = [];
  let away = true;
  const make = () =>
    createSandbox({
      ...office.needs,
      sign: () => 'signature',
      deliver: async (payload) => {
        if (away) throw new Error('nobody listens');
        taken.push(JSON.parse(payload).type);
      },
    });
  const before = make();
  const confirm = new URLSearchParams({ key: sandboxKeys.publishable, client_secret: clientSecret });
  confirm.set('payment_method_data[card][number]', cards.pays);
  confirm.set('payment_method_data[card][exp_month]', '12');
  confirm.set('payment_method_data[card][exp_year]', '2031');
  confirm.set('payment_method_data[card][cvc]', '123');
  const [id] = clientSecret.split('_secret_');
  await ask(`/v1/payment_intents/${id}/confirm`, { method: 'POST', body: confirm }, before);
  await before.delivered();
  await before.stop();
  away = false;
  const after = make();
  after.start();
  await after.delivered();
  after.start();
  await after.delivered();
  await after.stop();
  expect(taken).toEqual(['payment_intent.succeeded']);
  expect((await office.vault(vaultId))?.paymentStatus).toBe('unpaid');
});

test('SBX-8: of many confirmations of one payment at once, one charges', async () => {
  const { clientSecret } = await open();
  const tried = await Promise.all(Array.from({ length: 20 }, () => office.confirm(clientSecret)));
  expect(tried.filter(({ intent }) => intent?.status === 'succeeded')).toHaveLength(1);
  expect(await office.objects('charge')).toHaveLength(1);
});

test('SBX-9: no card number is kept', async () => {
  const { clientSecret } = await open();
  await office.confirm(clientSecret, cards.declined);
  await office.confirm(clientSecret, cards.pays);
  const kept = JSON.stringify([...(await office.objects('payment_method')), ...(await office.objects('event'))]);
  expect(kept).toContain('"last4":"4242"');
  for (const number of [cards.declined, cards.pays]) expect(kept).not.toContain(number);
});

test('SBX-10: a browser gets the script, its styles and the calls of the page, and nothing of the secret key', async () => {
  const app = Fastify();
  sandboxRoutes(app, { sandbox: office.sandbox });
  const { id, clientSecret } = await open();
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

test('SBX-11: nothing of the sandbox is there while it is off', async () => {
  const app = Fastify();
  sandboxRoutes(app, { sandbox: undefined });
  expect((await app.inject('/sandbox/stripe.js')).statusCode).toBe(404);
  expect((await app.inject('/sandbox/stripe/v1/payment_intents/pi_1')).statusCode).toBe(404);
});

test('SBX-12: events that are dropped stay undelivered, and are taken when they are delivered once more, in either order', async () => {
  const { tools, delivered } = office.sandbox;
  const typeOf = ({ payload }: { payload: string }): string => JSON.parse(payload).type;
  await tools.setDropping(true);
  const { vaultId, clientSecret } = await open();
  office.clock.pass({ seconds: 1 });
  await office.confirm(clientSecret);
  await tools.setDropping(false);
  await delivered();
  expect(office.held).toEqual([]);
  office.eventsArrive(false);
  await tools.repeatEvents('newest-first');
  await tools.repeatEvents('oldest-first');
  const [created, paid] = ['payment_intent.created', 'payment_intent.succeeded'];
  expect(office.held.map(typeOf)).toEqual([paid, created, created, paid]);
  expect(await office.objects('event')).toMatchObject([
    { pending_webhooks: 0, dropped: false },
    { pending_webhooks: 0, dropped: false },
  ]);
  office.eventsArrive(true);
  await tools.repeatEvents('newest-first');
  expect((await office.vault(vaultId))?.paymentStatus).toBe('paid');
});
