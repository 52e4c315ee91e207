// Webhook events: accepted only with a valid signature, and correct in any order, number and age.
import { randomInt } from 'node:crypto';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPaymentHarness, type PaymentHarness, type SignedEvent } from '../../testing/payment-harness.ts';
import { paymentEvents } from '../database/schema.ts';
import { completePayment } from './complete-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { createSubscription } from './create-subscription.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let harness: PaymentHarness;
beforeEach(async () => {
  harness = await openPaymentHarness();
});
afterEach(async () => {
  expect(harness.faults).toEqual([]);
  await harness.close();
});

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const statusOf = async (vaultId: string) => (await harness.vault(vaultId))?.paymentStatus;
const secret = () => harness.keyring.librarySecret('card-processor-sandbox');

/** An event signed by Stripe's scheme as of now. */
function signed(event: object, change: { secret?: string; ageSeconds?: number } = {}): SignedEvent {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(harness.clock.now().getTime() / 1000) - (change.ageSeconds ?? 0);
  const options = { payload, timestamp, secret: change.secret ?? secret() };
  return { payload, signature: Stripe.webhooks.generateTestHeaderString(options) };
}

async function paidWithoutWebhook() {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  await harness.sandbox.delivered(); // events of before the payment are handled
  harness.eventsArrive(false);
  await harness.confirm(clientSecret);
  await harness.sandbox.delivered();
  const event = harness.sentEvents.find(({ payload }) => payload.includes('"payment_intent.succeeded"'));
  if (!event) throw new Error('the payment had no event');
  return { ownerId, vaultId, event };
}

test('PAY-26: the webhook alone activates the vault', async () => {
  const { vaultId, event } = await paidWithoutWebhook();
  await receiveWebhook(harness.needs, event);
  expect(await statusOf(vaultId)).toBe('paid');
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
});

test('PAY-27: an event that is unsigned, altered, signed with another key, too old, or of the other mode changes nothing', async () => {
  const { vaultId, event } = await paidWithoutWebhook();
  const parsed = JSON.parse(event.payload);
  const forgeries: SignedEvent[] = [
    { ...event, signature: '' },
    { ...event, signature: 't=1,v1=00' },
    { ...event, payload: `${event.payload} ` },
    signed(parsed, { secret: 'whsec_of_somebody_else' }),
    signed(parsed, { ageSeconds: 301 }),
    signed({ ...parsed, livemode: true }),
    { payload: 'not json', signature: signed(parsed).signature },
  ];
  for (const forgery of forgeries) {
    await expect(receiveWebhook(harness.needs, forgery)).rejects.toEqual(refused('invalid-signature'));
  }
  expect(await statusOf(vaultId)).toBe('unpaid');
  const stored = await harness.database.select().from(paymentEvents);
  expect(stored.map(({ type }) => type)).toEqual(['payment_intent.created']);
});

test('PAY-28: an event of an unknown type, or about an object of another service, is stored and changes nothing', async () => {
  const event = (id: string, type: string, object: object) =>
    signed({ id, object: 'event', type, livemode: false, data: { object } });
  await receiveWebhook(harness.needs, event('evt_1', 'issuing_card.created', { id: 'ic_1' }));
  await receiveWebhook(harness.needs, event('evt_2', 'payment_intent.succeeded', { id: 'pi_of_another_service' }));
  await receiveWebhook(harness.needs, event('evt_3', 'customer.subscription.updated', {}));
  const stored = await harness.database.select().from(paymentEvents);
  expect(stored.map(({ id }) => id).sort()).toEqual(['evt_1', 'evt_2', 'evt_3']);
  expect(stored.every(({ handledAt }) => handledAt !== null)).toBe(true);
});

test('PAY-29: an event only signals a change; the change itself is read from Stripe', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  const [id] = clientSecret.split('_secret_');
  const object = { id, object: 'payment_intent', status: 'succeeded', metadata: { vaultId, userId: ownerId } };
  await receiveWebhook(
    harness.needs,
    signed({ id: 'evt_early', type: 'payment_intent.succeeded', livemode: false, data: { object } }),
  );
  expect(await statusOf(vaultId)).toBe('unpaid');
});

test("PAY-30: events that are lost, duplicated and reordered, thirty times over, end in Stripe's state", async () => {
  for (let round = 0; round < 30; round++) {
    harness.sentEvents.length = 0;
    harness.eventsArrive(false);
    const ownerId = await harness.owner();
    const bought = await buyAll(ownerId);
    await harness.sandbox.delivered();
    const arriving = shuffled(harness.sentEvents.flatMap((event) => Array.from({ length: randomInt(3) }, () => event)));
    const reports = bought
      .filter(({ status }) => status !== 'unpaid' && randomInt(3) === 0)
      .map(
        ({ report }) =>
          () =>
            completePayment(harness.needs, report),
      );
    const deliveries = arriving.map((event) => () => receiveWebhook(harness.needs, event));
    await Promise.all(shuffled([...reports, ...deliveries]).map((happen) => happen()));
    await reconcilePayments(harness.needs);
    for (const { vaultId, status, letters } of bought) {
      expect([round, await statusOf(vaultId)]).toEqual([round, status]);
      expect(await harness.lettersOf(vaultId)).toEqual(letters);
    }
    expect(await harness.charged()).toBe((round + 1) * 2999);
  }
}, 120_000);

// One one-time purchase, one trial with a card, and one that is never paid.
async function buyAll(ownerId: string) {
  const [once, monthly, unpaid] = [
    await harness.draft(ownerId, 'basic_one_time'),
    await harness.draft(ownerId, 'basic_subscription'),
    await harness.draft(ownerId, 'premium_one_time'),
  ];
  const payment = await createPaymentIntent(harness.needs, { ownerId, vaultId: once });
  const trial = await createSubscription(harness.needs, { ownerId, vaultId: monthly });
  const left = await createPaymentIntent(harness.needs, { ownerId, vaultId: unpaid });
  if (trial.status !== 'needs-card') throw new Error('the trial requires no card');
  await harness.confirm(payment.clientSecret);
  await harness.confirm(trial.clientSecret);
  const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
  return [
    {
      vaultId: once,
      status: 'paid',
      letters: ['executor-code', 'payment-receipt'],
      report: { ownerId, paymentIntentId: idOf(payment.clientSecret) },
    },
    {
      vaultId: monthly,
      status: 'trial',
      letters: ['executor-code', 'trial-started'],
      report: { ownerId, setupIntentId: idOf(trial.clientSecret) },
    },
    { vaultId: unpaid, status: 'unpaid', letters: [], report: { ownerId, paymentIntentId: idOf(left.clientSecret) } },
  ];
}

function shuffled<T>(things: T[]): T[] {
  return things
    .map((thing) => ({ thing, place: randomInt(1_000_000) }))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing);
}
