// Which calls each kind of event causes, and in which order. An event is processed once.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { storedPurchase } from '../../../testing/stored-purchases.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { paymentEvents, userSubscriptions } from '../../platform/database/schema.ts';
import type { StripeSubscriptionId } from '../../platform/lib/ids.ts';
import type { PaymentGateway, Purchase } from '../gateway/payment-gateway.ts';
import { processEvent, receiveWebhook } from './receive-webhook.ts';
import { markEventHandled, recordEvent, withoutHandledEvents } from './webhook-event-store.ts';

const harness = usePaymentHarness('file');
let asked: string[];
beforeEach(() => {
  asked = [];
  harness.clock.pass({ minutes: 1 });
});

/** A fake Stripe with these purchases, and with the subscription of a card. */
function stripe(known: Purchase[] = [], cardOf: string | null = null): Partial<PaymentGateway> {
  return {
    async readPurchase(id) {
      asked.push(`read ${id}`);
      return known.find((purchase) => purchase.id === id) ?? null;
    },
    async readLostDispute(id) {
      asked.push(`dispute ${id}`);
      return null;
    },
    async readReturned(id) {
      asked.push(`returned ${id}`);
      return null;
    },
    async attachCard(id) {
      asked.push(`card ${id}`);
      return cardOf as StripeSubscriptionId | null;
    },
    listInvoices: async () => [],
  };
}
const needs = (answers = stripe()) => ({
  ...harness.needs,
  paymentGateway: { ...harness.paymentGateway, ...answers },
});
const event = (type: string, objectId: string | null) => ({ id: `evt_${randomUUID()}`, type, objectId });
const stored = async ({ id }: { id: string }) =>
  (await harness.database.select().from(paymentEvents).where(eq(paymentEvents.id, id)))[0];

test.each([
  ['payment_intent.succeeded', 'pi_1', ['read pi_1']],
  ['customer.subscription.updated', 'sub_1', ['read sub_1']],
  ['charge.dispute.closed', 'pi_1', ['dispute pi_1', 'read pi_1']],
  ['charge.refunded', 'pi_1', ['read pi_1', 'returned pi_1']],
  ['refund.updated', 'pi_1', ['read pi_1', 'returned pi_1']],
  ['setup_intent.succeeded', 'seti_1', ['card seti_1']],
  ['invoice.paid', null, []],
  ['customer.created', 'cus_1', []],
] as const)(
  'for an event %s about %s we ask Stripe for %j, and the event is handled',
  async (type, objectId, calls) => {
    const sent = event(type, objectId);
    await processEvent(needs(), sent);
    expect(asked).toEqual(calls);
    const now = harness.clock.now();
    expect(await stored(sent)).toMatchObject({ type, objectId, receivedAt: now, handledAt: now });
  },
);

test('the event of an intent reads the subscription it started, and settles it', async () => {
  const { purchase, rowId } = await storedPurchase(harness, { status: 'paid', kind: 'monthly', state: 'past-due' });
  const row = eq(userSubscriptions.id, rowId);
  for (const intentId of ['pi_first', 'seti_first']) {
    await harness.database
      .update(userSubscriptions)
      .set({ stripePaymentIntentId: intentId, status: 'paid' })
      .where(row);
    await processEvent(needs(stripe([purchase])), event('payment_intent.succeeded', intentId));
    expect(asked.splice(0)).toEqual([`read ${purchase.id}`]);
    expect((await harness.purchases(purchase.userId))[0]?.status).toBe('past-due');
  }
});

test('the event of a card that started no purchase settles the plan it was set on', async () => {
  const { purchase } = await storedPurchase(harness, { status: 'paid', kind: 'monthly', state: 'past-due' });
  await processEvent(needs(stripe([purchase], purchase.id)), event('setup_intent.succeeded', 'seti_of_a_change'));
  expect(asked).toEqual(['card seti_of_a_change', `read ${purchase.id}`]);
  expect((await harness.purchases(purchase.userId))[0]?.status).toBe('past-due');
  await processEvent(needs(stripe([], purchase.id)), event('setup_intent.succeeded', 'seti_of_nothing'));
});

test('an event is processed once; a failed event is processed when it is delivered again', async () => {
  const sent = event('payment_intent.succeeded', 'pi_1');
  const away = { readPurchase: () => Promise.reject(new Error('away')) };
  await expect(processEvent(needs(away), sent)).rejects.toThrow('away');
  expect((await stored(sent))?.handledAt).toBeNull();
  await processEvent(needs(), sent);
  const handledAt = harness.clock.now();
  harness.clock.pass({ minutes: 1 });
  await processEvent(needs(), { ...sent, type: 'charge.refunded' });
  expect(asked).toEqual(['read pi_1']);
  expect(await stored(sent)).toMatchObject({ handledAt, type: sent.type });
});

test('only the payload that Stripe signed is read, with the time of its arrival', async () => {
  const sent = event('customer.created', 'cus_1');
  const read: unknown[] = [];
  const readEvent: PaymentGateway['readEvent'] = (...signed) => {
    read.push(signed);
    return sent;
  };
  await receiveWebhook(needs({ readEvent }), { payload: '{}', signature: 't=1' });
  expect(read).toEqual([['{}', 't=1', harness.clock.now()]]);
  expect((await stored(sent))?.handledAt).toEqual(harness.clock.now());
});

test('unhandled events are found in their order, and an event is handled once', async () => {
  const { database } = harness;
  const events = ['a', 'b', 'c'].map((id) => event(id, id));
  const [first, second] = events;
  if (!first || !second) throw new Error('no events');
  const now = harness.clock.now();
  expect(await recordEvent(database, first, now)).toBe(false);
  expect(await recordEvent(database, second, now)).toBe(false);
  await markEventHandled(database, second.id, now);
  await markEventHandled(database, second.id, new Date(now.getTime() + 1000));
  expect((await stored(second))?.handledAt).toEqual(now);
  expect((await stored(first))?.handledAt).toBeNull();
  expect([await recordEvent(database, first, now), await recordEvent(database, second, now)]).toEqual([false, true]);
  expect(await withoutHandledEvents(database, events)).toEqual(events.filter((one) => one !== second));
});
