// The fate of a payment or a saved card on the page: it succeeds, is declined, or needs the bank, and each only once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../testing/open-test-sandbox.ts';
import { errorOf } from '../testing/plans.ts';
import { cards, intentOf } from './card-page.ts';
import { sandboxKeys } from './sandbox.ts';

let opened: TestSandbox;
beforeAll(async () => {
  opened = await openTestSandbox();
});
afterAll(() => opened.close());

const payment = (id: string) => opened.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
const chargesOf = async (id: string) =>
  (await opened.objects<{ payment_intent: string }>('charge')).filter(({ payment_intent: of }) => of === id);
const eventsOf = async (id: string) =>
  (await opened.objects<{ type: string; data: { object: { id: string } } }>('event'))
    .filter(({ data }) => data.object.id === id)
    .map(({ type }) => type)
    .toSorted();
async function beginSetup(): Promise<{ id: string; secret: string }> {
  const customer = await opened.stripe.customers.create({ email: 'ada@example.com' });
  const { id, client_secret: secret } = await opened.stripe.setupIntents.create({
    customer: customer.id,
    usage: 'off_session',
  });
  return { id, secret: secret ?? '' };
}

test("a payment that needs the bank's authentication is charged only after it", async () => {
  const { id, clientSecret } = await opened.beginPayment();
  const { intent } = await opened.confirm(clientSecret, cards.asksAuthentication);
  expect(intent).toMatchObject({ id, status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  expect(await chargesOf(id)).toEqual([]);
  expect((await opened.authenticate(clientSecret, 'complete')).intent).toMatchObject({
    status: 'succeeded',
    next_action: null,
  });
  expect(await payment(id)).toMatchObject({
    status: 'succeeded',
    amount_received: 2999,
    latest_charge: { amount: 2999 },
  });
  expect((await opened.authenticate(clientSecret, 'complete')).error?.code).toBe('payment_intent_unexpected_state');
  expect(await chargesOf(id)).toHaveLength(1);
});

test('a payment that the bank refuses can be charged to the next card', async () => {
  const { id, clientSecret } = await opened.beginPayment();
  await opened.confirm(clientSecret, cards.asksAuthentication);
  const { error } = await opened.authenticate(clientSecret, 'fail');
  expect(error).toMatchObject({
    code: 'payment_intent_authentication_failure',
    message: expect.stringMatching(/Please choose a different payment method/),
  });
  expect(await payment(id)).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: null,
  });
  await opened.pay(clientSecret);
  expect(await payment(id)).toMatchObject({ status: 'succeeded', last_payment_error: null });
  expect(await chargesOf(id)).toHaveLength(1);
});

test('the bank cannot be answered before it asks, and another card may be used while it asks', async () => {
  const { id, clientSecret } = await opened.beginPayment();
  expect((await opened.authenticate(clientSecret, 'complete')).error?.code).toBe('payment_intent_unexpected_state');
  await opened.confirm(clientSecret, cards.asksAuthentication);
  expect((await opened.confirm(clientSecret, cards.pays)).intent?.status).toBe('succeeded');
  expect((await opened.authenticate(clientSecret, 'fail')).error?.code).toBe('payment_intent_unexpected_state');
  expect((await payment(id)).status).toBe('succeeded');
});

test.each([
  [cards.declined, 'generic_decline', 'Your card was declined.'],
  [cards.lacksFunds, 'insufficient_funds', 'Your card has insufficient funds.'],
  [cards.failsLater, 'generic_decline', 'Your card was declined.'],
  [
    '4111111111111111',
    'test_mode_live_card',
    'Your card was declined. This is test mode, where only the test cards work.',
  ],
])(
  'the card %s is declined with its reason, and the payment stays open for another',
  async (card, declineCode, message) => {
    const { id, clientSecret } = await opened.beginPayment();
    const fault = { type: 'card_error', code: 'card_declined', decline_code: declineCode, message };
    expect((await opened.confirm(clientSecret, card)).error).toMatchObject({ ...fault, payment_intent: { id } });
    expect(await payment(id)).toMatchObject({ status: 'requires_payment_method', last_payment_error: fault });
    await opened.pay(clientSecret);
    expect(await eventsOf(id)).toEqual([
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
    ]);
  },
);

test.each([
  ['a number with a mistake', '4242424242424241', ['12', '2031'], 'incorrect_number'],
  ['letters', 'my card', ['12', '2031'], 'incorrect_number'],
  ['nothing', '', ['12', '2031'], 'incorrect_number'],
  ['a month that does not exist', cards.pays, ['13', '2031'], 'invalid_expiry_month'],
  ['no month', cards.pays, ['', '2031'], 'invalid_expiry_month'],
  ['last month', cards.pays, ['02', '2027'], 'expired_card'],
  ['a year of two digits', cards.pays, ['12', '31'], 'expired_card'],
] as const)('%s is refused, and no card is stored', async (_, number, [month, year], code) => {
  const { id, clientSecret } = await opened.beginPayment();
  const before = (await opened.objects('payment_method')).length;
  expect((await opened.confirm(clientSecret, number, [month, year])).error?.code).toBe(code);
  expect(await opened.objects('payment_method')).toHaveLength(before);
  expect(await payment(id)).toMatchObject({ status: 'requires_payment_method', payment_method: null });
});

test('a successful payment can no longer be confirmed, declined or cancelled', async () => {
  const { id, clientSecret } = await opened.beginPayment();
  await opened.pay(clientSecret);
  for (const card of [cards.pays, cards.declined])
    expect((await opened.confirm(clientSecret, card)).error?.code).toBe('payment_intent_unexpected_state');
  const refused = { statusCode: 400, code: 'payment_intent_unexpected_state' };
  expect(await errorOf(opened.stripe.paymentIntents.cancel(id))).toMatchObject(refused);
  expect((await payment(id)).status).toBe('succeeded');
  expect(await chargesOf(id)).toHaveLength(1);
});

test('a cancelled payment cannot be paid, and is cancelled once', async () => {
  const { id, clientSecret } = await opened.beginPayment();
  expect(await opened.stripe.paymentIntents.cancel(id)).toMatchObject({ id, status: 'canceled' });
  const refused = { statusCode: 400, code: 'payment_intent_unexpected_state' };
  expect(await errorOf(opened.stripe.paymentIntents.cancel(id))).toMatchObject(refused);
  expect((await opened.confirm(clientSecret)).error?.code).toBe('payment_intent_unexpected_state');
  expect(await eventsOf(id)).toEqual(['payment_intent.canceled', 'payment_intent.created']);
  expect(await chargesOf(id)).toEqual([]);
});

test('a card is saved without a charge, even one whose charges will fail or one that needs authentication', async () => {
  const before = (await opened.objects('charge')).length;
  for (const card of [cards.pays, cards.failsLater, cards.asksAuthentication]) {
    const { id, secret } = await beginSetup();
    await opened.confirm(secret, card);
    if (card === cards.asksAuthentication) await opened.authenticate(secret, 'complete');
    const setup = await opened.stripe.setupIntents.retrieve(id);
    expect(setup).toMatchObject({
      status: 'succeeded',
      last_setup_error: null,
      payment_method: expect.stringMatching(/^pm_/),
    });
    expect(await eventsOf(id)).toEqual(['setup_intent.succeeded']);
  }
  expect(await opened.objects('charge')).toHaveLength(before);
});

test('a declined card is not saved, and another card can be', async () => {
  const { id, secret } = await beginSetup();
  const { error } = await opened.confirm(secret, cards.lacksFunds);
  expect(error).toMatchObject({ code: 'card_declined', setup_intent: { id } });
  expect(await opened.stripe.setupIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    last_setup_error: { decline_code: 'insufficient_funds' },
  });
  await opened.pay(secret);
  expect(await eventsOf(id)).toEqual(['setup_intent.setup_failed', 'setup_intent.succeeded']);
});

test('a page never learns whose payment it is, even in an error', async () => {
  const customer = await opened.stripe.customers.create({ email: 'ada@example.com' });
  const begun = await opened.stripe.paymentIntents.create({
    amount: 2999,
    currency: 'usd',
    customer: customer.id,
    metadata: { vaultId: 'vault-of-ada' },
    automatic_payment_methods: { enabled: true },
  });
  const secret = begun.client_secret ?? '';
  const shown = JSON.stringify([
    await opened.confirm(secret, cards.declined),
    await opened.confirm(secret, cards.asksAuthentication),
    await opened.authenticate(secret, 'complete'),
    await opened.confirm(secret),
  ]);
  expect(shown).toContain(begun.id);
  expect(shown).not.toContain(customer.id);
  expect(shown).not.toContain('vault-of-ada');
});

test("the secret of a payment gives no access to another, or to a setup at a payment's path", async () => {
  const [one, other, setup] = [await opened.beginPayment(), await opened.beginPayment(), await beginSetup()];
  const ask = async (path: string, secret: string) => {
    const query = new URLSearchParams({ key: sandboxKeys.publishable, client_secret: secret });
    return (await opened.sandbox.fetch(new Request(`http://sandbox.invalid/v1/${path}?${query}`))).status;
  };
  expect(await ask(`payment_intents/${one.id}`, one.clientSecret)).toBe(200);
  expect(await ask(`payment_intents/${one.id}`, other.clientSecret)).toBe(404);
  expect(await ask(`payment_intents/${one.id}`, '')).toBe(404);
  expect(await ask(`setup_intents/${setup.id}`, setup.secret)).toBe(200);
  expect(await ask(`payment_intents/${setup.id}`, setup.secret)).toBe(404);
  expect(intentOf(one.clientSecret)).toBe(one.id);
});
