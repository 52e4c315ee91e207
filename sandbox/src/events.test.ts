// Webhook events: signed as Stripe signs them, retried until they are accepted, and listed until then.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../testing/open-test-sandbox.ts';
import { errorOf } from '../testing/plans.ts';
import { postEvent, signEvent } from './events.ts';

let opened: TestSandbox;
beforeEach(async () => {
  opened = await openTestSandbox();
});
afterEach(async () => {
  vi.useRealTimers();
  await opened.close();
});

const webhookSecret = 'whsec_test';
const clock = { now: () => new Date('2027-03-04T09:30:00Z') };
const { webhooks } = new Stripe('sk_test_unused');
const read = (payload: string, signature: string, secondsLater = 0, secret = webhookSecret) =>
  webhooks.constructEvent(payload, signature, secret, 300, undefined, clock.now().getTime() + secondsLater * 1000);

test("Stripe's own SDK accepts an event's signature for five minutes and only for these bytes", () => {
  const { payload, signature } = signEvent(
    { id: 'evt_1', type: 'invoice.paid', name: 'Zoë 🌻' },
    { clock, webhookSecret },
  );
  expect(read(payload, signature)).toEqual({ id: 'evt_1', type: 'invoice.paid', name: 'Zoë 🌻' });
  expect(read(payload, signature, 299)).toMatchObject({ id: 'evt_1' });
  expect(() => read(payload, signature, 301)).toThrow(/tolerance/);
  expect(() => read(payload.replace('evt_1', 'evt_2'), signature)).toThrow(/signature/i);
  expect(() => read(payload, signature, 0, 'whsec_other')).toThrow(/signature/i);
  expect(() => read(payload, signature.replace(/v1=./, 'v1=x'))).toThrow(/signature/i);
  expect(() => read(payload, '')).toThrow();
});

test('every event is in test mode, contains the object as it was then, and names the API version', {
  tags: 'long',
}, async () => {
  const { id, clientSecret } = await opened.beginPayment();
  opened.passSeconds(1);
  await opened.pay(clientSecret);
  const events = await opened.objects<Stripe.Event>('event');
  expect(events).toHaveLength(2);
  for (const event of events)
    expect(event).toMatchObject({ object: 'event', livemode: false, api_version: '2026-10-28.endive' });
  const statusIn = (type: string) =>
    (events.find((event) => event.type === type)?.data.object as Stripe.PaymentIntent | undefined)?.status;
  expect(statusIn('payment_intent.created')).toBe('requires_payment_method');
  expect(statusIn('payment_intent.succeeded')).toBe('succeeded');
  expect(events.map(({ data }) => (data.object as Stripe.PaymentIntent).id)).toEqual([id, id]);
});

test('an event that is not accepted is retried after 1, 5, 30 and 120 seconds, and then with the next event', {
  tags: 'long',
}, async () => {
  opened.setAccepting(false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await opened.beginPayment();
  await opened.sandbox.delivered();
  expect(opened.received).toHaveLength(1);
  for (const [tries, seconds] of [1, 5, 30, 120].entries()) {
    vi.advanceTimersByTime(seconds * 1000 - 1);
    await opened.sandbox.delivered();
    expect(opened.received).toHaveLength(tries + 1);
    vi.advanceTimersByTime(1);
    await opened.sandbox.delivered();
    expect(opened.received).toHaveLength(tries + 2);
  }
  vi.advanceTimersByTime(86_400_000);
  await opened.sandbox.delivered();
  expect(opened.received).toHaveLength(5);
  opened.setAccepting(true);
  await opened.beginPayment();
  await opened.sandbox.delivered();
  expect(opened.received).toHaveLength(7);
  expect(await opened.objects('event')).toMatchObject([{ pending_webhooks: 0 }, { pending_webhooks: 0 }]);
});

test('a failing event does not delay later ones', { tags: 'long' }, async () => {
  const arrived: string[] = [];
  const sandbox = opened.open(async (payload) => {
    const { type } = JSON.parse(payload);
    if (type === 'payment_intent.created') throw new Error('the endpoint refused this one');
    arrived.push(type);
  });
  opened.setAccepting(false);
  const { clientSecret } = await opened.beginPayment();
  opened.passSeconds(1);
  await opened.pay(clientSecret);
  sandbox.start();
  await sandbox.delivered();
  await sandbox.stop();
  expect(arrived).toEqual(['payment_intent.succeeded']);
});

const types = ['payment_intent.created', 'payment_intent.succeeded'];
const list = (more: Stripe.EventListParams = {}) =>
  opened.stripe.events.list({ delivery_success: false, types, limit: 100, ...more });

test('undelivered events of the requested types are listed newest first, and delivered ones are not', {
  tags: 'long',
}, async () => {
  await opened.beginPayment();
  await opened.sandbox.delivered();
  await opened.sandbox.tools.setDropping(true);
  const { clientSecret } = await opened.beginPayment();
  opened.passSeconds(1);
  await opened.pay(clientSecret);
  expect((await list()).data.map(({ type }) => type)).toEqual(types.toReversed());
  expect((await list({ types: ['payment_intent.succeeded'] })).data).toHaveLength(1);
  expect((await list({ types: ['invoice.paid'] })).data).toEqual([]);
  expect(await errorOf(list({ delivery_success: true }))).toMatchObject({ statusCode: 400 });
});

test('undelivered events are listed a hundred at a time, each once', { tags: 'long' }, async () => {
  await opened.sandbox.tools.setDropping(true);
  const { id: customer } = await opened.stripe.customers.create({ email: 'ada@example.com' });
  for (let made = 0; made < 103; made++) {
    if (made % 10 === 0) opened.passSeconds(1); // several events have the same time
    await opened.stripe.paymentIntents.create({ amount: 100, currency: 'usd', customer });
  }
  const first = await list();
  const second = await list({ starting_after: first.data.at(-1)?.id ?? '' });
  expect([first.data.length, first.has_more, second.data.length, second.has_more]).toEqual([100, true, 3, false]);
  const ids = [...first.data, ...second.data].map(({ id }) => id);
  expect(new Set(ids).size).toBe(103);
});

test('over HTTP an event counts as delivered only if the endpoint answers with a success', async () => {
  let status = 200;
  const requests: { type: string | undefined; signature: unknown; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      requests.push({ type: request.headers['content-type'], signature: request.headers['stripe-signature'], body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const deliver = postEvent(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
  await deliver('{"name":"Zoë"}', 't=1,v1=2');
  expect(requests).toEqual([{ type: 'application/json', signature: 't=1,v1=2', body: '{"name":"Zoë"}' }]);
  for (status of [400, 404, 500, 503])
    await expect(deliver('{}', 's')).rejects.toThrow(`the endpoint answered ${status}`);
  await new Promise((resolve) => server.close(resolve));
  await expect(deliver('{}', 's')).rejects.toThrow();
});
