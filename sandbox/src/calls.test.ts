// The calls of the secret key: customers, prices and payments, what they refuse, and the answer to a repeated call.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../testing/open-test-sandbox.ts';
import { errorOf, openTestPlans } from '../testing/plans.ts';
import { sandboxKeys } from './sandbox.ts';

let opened: TestSandbox;
let customer: string;
beforeAll(async () => {
  opened = await openTestSandbox();
  customer = (await opened.stripe.customers.create({ email: 'ada@example.com' })).id;
});
afterAll(() => opened.close());

const missing = { statusCode: 404, code: 'resource_missing' };
const pay = (changes: object) =>
  opened.stripe.paymentIntents.create({ amount: 2999, currency: 'usd', customer, ...changes });
const send = async (path: string, body: string, key?: string) => {
  const headers = { authorization: `Bearer ${sandboxKeys.secret}`, ...(key && { 'idempotency-key': key }) };
  const response = await opened.sandbox.fetch(
    new Request(`https://api.stripe.com/v1/${path}`, { method: 'POST', headers, body }),
  );
  const answer = (await response.json()) as { id?: string; error?: { code?: string; message: string; param?: string } };
  return { ...answer, status: response.status };
};

test('a customer keeps the given data, in any script', async () => {
  const given = { email: 'zoe@example.com', name: 'Zoë שרה 🌻 & Söhne = 100%', metadata: { userId: 'user-1' } };
  expect(await opened.stripe.customers.create(given)).toMatchObject({ ...given, balance: 0, object: 'customer' });
  expect(await opened.stripe.customers.create({})).toMatchObject({ email: null, name: null, metadata: {} });
});

test('a deleted customer is removed with their plans, cards and payments, and no other customer is', async () => {
  const [gone, other] = [await openTestPlans(opened), await openTestPlans(opened)];
  for (const plans of [gone, other]) await plans.paid();
  expect(await opened.stripe.customers.del(gone.customer)).toMatchObject({ id: gone.customer, deleted: true });
  for (const kind of ['customer', 'subscription', 'payment_method', 'payment_intent', 'invoice', 'event']) {
    const stored = JSON.stringify(await opened.objects(kind));
    expect(stored, kind).not.toContain(gone.customer);
    expect(stored, kind).toContain(other.customer);
  }
  expect(await errorOf(opened.stripe.customers.del(gone.customer))).toMatchObject(missing);
});

test('a price is found by its key, and an unknown key has no price', async () => {
  const price = { currency: 'usd', unit_amount: 1234, lookup_key: 'one/1234', product_data: { name: 'One' } };
  const made = await opened.stripe.prices.create(price);
  expect(made).toMatchObject({ type: 'one_time', unit_amount: 1234, lookup_key: 'one/1234', active: true });
  const find = async (key: string) => (await opened.stripe.prices.list({ lookup_keys: [key], limit: 1 })).data;
  expect(await find('one/1234')).toEqual([made]);
  expect(await find('one/9999')).toEqual([]);
  expect(await errorOf(opened.stripe.prices.create(price))).toMatchObject({ param: 'lookup_key' });
  const moved = await opened.stripe.prices.create({ ...price, transfer_lookup_key: true });
  expect(await find('one/1234')).toEqual([moved]);
  const monthly = await opened.stripe.prices.create({
    ...price,
    lookup_key: 'other',
    recurring: { interval: 'month' },
  });
  expect(monthly.type).toBe('recurring');
});

test.each(['', '-1', '1.5', '1e3', 'ten', '99999999999', '１２'])('%j is not an amount', async (amount) => {
  const query = new URLSearchParams({ currency: 'usd', unit_amount: amount });
  expect(await send('prices', query.toString())).toMatchObject({ status: 400, error: { param: 'unit_amount' } });
});

test('a payment needs at least 50 cents and a customer', async () => {
  expect(await pay({ amount: 50 })).toMatchObject({
    amount: 50,
    status: 'requires_payment_method',
    amount_received: 0,
  });
  expect(await errorOf(pay({ amount: 49 }))).toMatchObject({ statusCode: 400, code: 'amount_too_small' });
  expect(await errorOf(pay({ customer: 'cus_nobody' }))).toMatchObject(missing);
  expect(await errorOf(opened.stripe.paymentIntents.cancel('pi_none'))).toMatchObject(missing);
  expect(await errorOf(opened.stripe.setupIntents.create({ customer: 'cus_nobody' }))).toMatchObject(missing);
});

test('parts of an object are expanded only if a call asks for them', { tags: 'long' }, async () => {
  const { id, clientSecret } = await opened.beginPayment();
  await opened.pay(clientSecret);
  expect((await opened.stripe.paymentIntents.retrieve(id)).latest_charge).toMatch(/^ch_/);
  expect((await opened.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).latest_charge).toMatchObject({
    object: 'charge',
  });
  const plans = await openTestPlans(opened);
  const { latest_invoice: invoice, pending_setup_intent: setup } = await opened.stripe.subscriptions.retrieve(
    await plans.trial(),
  );
  expect([invoice, setup]).toEqual([null, null]);
  const bare = await opened.stripe.subscriptions.retrieve(await plans.paid());
  expect([bare.latest_invoice, bare.default_payment_method]).toEqual([
    expect.stringMatching(/^in_/),
    expect.stringMatching(/^pm_/),
  ]);
});

test('a parameter that the product does not send is refused by name, so that no code relies on the sandbox', async () => {
  const long = 'x'.repeat(80);
  expect(await send('customers', 'email=a%40b.example&phone=1')).toMatchObject({
    status: 400,
    error: { code: 'parameter_unknown', param: 'phone' },
  });
  expect((await send('customers', `${long}=1`)).error?.param).toBe(long.slice(0, 50));
  expect((await send('customers', 'metadata[a]=1&constructor[b]=1')).error?.param).toBe('constructor[b]');
  expect((await send('customers', '')).status).toBe(200);
});

test('one of twenty concurrent calls with one idempotency key is executed', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send('customers', 'email=many%40example.com', 'many')),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  const made = await opened.objects<{ email: string | null }>('customer');
  expect(made.filter(({ email }) => email === 'many@example.com')).toHaveLength(1);
});

test('a refused call does not use up its key, and a key belongs to one path', async () => {
  const body = `amount=2999&currency=usd&customer=${customer}`;
  expect((await send('payment_intents', 'amount=1&currency=usd', 'again')).status).toBe(400);
  const first = await send('payment_intents', body, 'again');
  expect(first.status).toBe(200);
  expect(await send('payment_intents', body, 'again')).toEqual(first);
  expect((await send('payment_intents', body, 'other')).id).not.toBe(first.id);
  expect(await send('customers', body, 'again')).toMatchObject({ status: 400 });
});

test("a call is only accepted at its own path, and a page's key cannot read secret data", async () => {
  const call = async (method: string, path: string, key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await opened.sandbox.fetch(new Request(`https://api.stripe.com${path}`, { method, headers }))).status;
  };
  expect(await call('GET', `/v1/customers/${customer}`, sandboxKeys.secret)).toBe(404);
  expect(await call('DELETE', '/v1/customers', sandboxKeys.secret)).toBe(404);
  expect(await call('GET', '/v1/constructor', sandboxKeys.secret)).toBe(404);
  for (const key of ['', sandboxKeys.publishable, `${sandboxKeys.secret} `, 'sk_live_1'])
    expect(await call('GET', '/v1/disputes', key), key).toBe(key.trim() === sandboxKeys.secret ? 200 : 401);
});

test('a fault of the sandbox is reported, because through the SDK it would look like an unreachable gateway', async () => {
  const reports: unknown[] = [];
  const database = { transaction: () => Promise.reject(new Error('the connection ended')) };
  const { createSandbox } = await import('./sandbox.ts');
  const sandbox = createSandbox({
    database: database as never,
    clock: { now: () => new Date() },
    webhookSecret: 'x',
    deliver: async () => {},
    report: (...line) => void reports.push(line),
  });
  const headers = { authorization: `Bearer ${sandboxKeys.secret}` };
  const request = () => new Request('https://api.stripe.com/v1/customers', { method: 'POST', headers, body: '' });
  await expect(sandbox.fetch(request())).rejects.toThrow('the connection ended');
  await expect(sandbox.fetch(request())).rejects.toThrow('the connection ended');
  expect(reports).toEqual(Array(2).fill(['the payment sandbox failed', new Error('the connection ended')]));
});
