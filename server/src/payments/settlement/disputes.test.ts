// Disputes: only a lost one ends the purchase, however often its events arrive. Also tests the recovery of undelivered
// events.
import { expect, test } from 'vitest';
import {
  deliverAllAgain,
  ended,
  paidMonthly,
  paidOnce,
  paidUnnoticed,
  passDays,
} from '../../../testing/owned-plans.ts';
import { intentOf } from '../../../testing/payment-harness.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { paymentEvents } from '../../platform/database/schema.ts';
import { renewPlan } from '../billing/renew-plan.ts';
import { showBilling } from '../billing/show-billing.ts';
import { reconcilePayments } from '../webhooks/reconcile-payments.ts';

const harness = usePaymentHarness();

async function dispute(intentId: string, outcome?: 'won' | 'lost'): Promise<void> {
  await harness.sandbox.tools.dispute(intentId);
  await harness.sandbox.delivered();
  if (outcome) await harness.sandbox.tools.closeDispute(intentId, outcome);
  await harness.sandbox.delivered();
}
const statusesOf = async (ownerId: string) => (await harness.purchases(ownerId)).map(({ status }) => status);

test('an open or won dispute changes nothing, for a one-time payment and for a month', { tags: 'long' }, async () => {
  const once = await paidOnce(harness);
  const monthly = await paidMonthly(harness);
  for (const outcome of [undefined, 'won'] as const) {
    await dispute(once.intentId, outcome);
    await dispute(monthly.intentId, outcome);
    await deliverAllAgain(harness);
    await reconcilePayments(harness.needs);
    for (const { ownerId, vaultId } of [once, monthly]) {
      expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
      expect(await statusesOf(ownerId)).toEqual(['paid']);
      expect((await harness.lettersTo(ownerId)).filter((kind) => kind !== 'payment-receipt')).toEqual([]);
    }
    if (!outcome) {
      await harness.sandbox.tools.closeDispute(once.intentId, 'won');
      await harness.sandbox.tools.closeDispute(monthly.intentId, 'won');
      await harness.sandbox.delivered();
    }
  }
});

test('PAY-58: a lost dispute makes a one-time plan lapse, never blocks the release, and is reported to the owner once', async () => {
  const { ownerId, vaultId, intentId } = await paidOnce(harness);
  await dispute(intentId, 'lost');
  await deliverAllAgain(harness);
  await reconcilePayments(harness.needs);
  expect(await harness.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  expect(await statusesOf(ownerId)).toEqual(['ended']);
  expect(await harness.lettersTo(ownerId)).toEqual(['payment-disputed']);
  expect((await showBilling(harness.needs, ownerId)).payments).toMatchObject([{ state: 'disputed' }]);
});

test('a lost dispute of one month cancels the subscription at Stripe, so that the card is not charged again', {
  tags: 'long',
}, async () => {
  const { ownerId, vaultId, stripeId: id, intentId } = await paidMonthly(harness);
  await passDays(harness, id, 31);
  await dispute(intentId, 'lost');
  await deliverAllAgain(harness);
  const charged = await harness.charged();
  await passDays(harness, id, 62);
  expect(await harness.charged()).toBe(charged);
  expect(await harness.objects('subscription')).toMatchObject([{ status: 'canceled' }]);
  expect(await harness.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  expect(await harness.lettersTo(ownerId)).toEqual([
    ...['payment-disputed', 'payment-receipt', 'payment-receipt', 'plan-ended'],
  ]);
  const { payments } = await showBilling(harness.needs, ownerId);
  expect(payments.map(({ state }) => state).sort()).toEqual(['disputed', 'paid']);
});

test('a payment that the bank has charged back is not also refunded', async () => {
  const { intentId } = await paidOnce(harness);
  await dispute(intentId);
  await harness.paymentGateway.refund({ kind: 'once', id: intentId, intentId });
  expect(await harness.objects('refund')).toEqual([]);
  await harness.sandbox.tools.closeDispute(intentId, 'won');
  const again = { kind: 'once', id: intentId, intentId } as const;
  await harness.paymentGateway.refund(again);
  await harness.paymentGateway.refund(again);
  expect(await harness.objects('refund')).toHaveLength(1);
});

test('PAY-61: reconciliation recovers the dropped events of a refund, a lost dispute and a cancellation, once each', async () => {
  const [refunded, disputed, ended] = [await paidOnce(harness), await paidOnce(harness), await paidMonthly(harness)];
  await harness.sandbox.tools.setDropping(true);
  await harness.sandbox.tools.refund(refunded.intentId);
  await dispute(disputed.intentId, 'lost');
  await harness.paymentGateway.cancelPurchase({ kind: 'monthly', id: ended.stripeId });
  await harness.sandbox.delivered();
  for (const { vaultId } of [refunded, disputed, ended]) {
    expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
  }
  await reconcilePayments(harness.needs);
  await reconcilePayments(harness.needs);
  for (const { vaultId } of [refunded, disputed, ended]) {
    expect((await harness.vault(vaultId))?.paymentStatus).toBe('lapsed');
  }
  expect(await harness.lettersTo(refunded.ownerId)).toEqual(['payment-returned']);
  expect(await harness.lettersTo(disputed.ownerId)).toEqual(['payment-disputed']);
  expect(await harness.lettersTo(ended.ownerId)).toEqual(['payment-receipt', 'plan-ended']);
});

test.each([
  ['refunded', 'payment-returned'],
  ['disputed', 'payment-disputed'],
])('a payment that was %s before its events arrived is listed as such, with one letter', async (state, letter) => {
  const { ownerId, vaultId, intentId } = await paidUnnoticed(harness);
  if (state === 'refunded') await harness.sandbox.tools.refund(intentId);
  else await dispute(intentId, 'lost');
  harness.eventsArrive(true);
  await deliverAllAgain(harness);
  await reconcilePayments(harness.needs);
  expect(await harness.statusOf(vaultId)).toBe('unpaid');
  expect([...(await harness.lettersOf(vaultId)), ...(await harness.lettersTo(ownerId))]).toEqual([letter]);
  expect((await showBilling(harness.needs, ownerId)).payments).toMatchObject([{ state, amount: '29.99' }]);
});

test.each(['cancelled', 'disputed'])(
  'a restarted plan that was %s before its events arrived gets the receipt of its month and the letter about its end',
  async (how) => {
    const { ownerId, id } = await ended(harness);
    harness.eventsArrive(false);
    const { clientSecret } = await renewPlan(harness.needs, { ownerId, id });
    await harness.confirm(clientSecret ?? '');
    const [restarted] = (await harness.purchases(ownerId)).filter(({ replacesId }) => replacesId === id);
    if (how === 'disputed') await dispute(intentOf(clientSecret ?? ''), 'lost');
    else await harness.paymentGateway.cancelPurchase({ kind: 'monthly', id: restarted?.stripeSubscriptionId ?? '' });
    harness.eventsArrive(true);
    await deliverAllAgain(harness);
    await reconcilePayments(harness.needs);
    expect(await harness.lettersTo(ownerId)).toEqual([
      ...(how === 'disputed' ? ['payment-disputed'] : []),
      ...['payment-receipt', 'plan-ended', 'plan-ended'],
    ]);
    const state = how === 'disputed' ? 'disputed' : 'paid';
    expect((await showBilling(harness.needs, ownerId)).payments).toMatchObject([{ state, amount: '2.99' }]);
  },
);

test('reconciliation reads pages of undelivered events until a page is known, and one failing event does not stop the others', async () => {
  const { ownerId, intentId } = await paidOnce(harness);
  const pagesRead: (string | null)[] = [];
  const event = (number: number) => ({ id: `evt_${number}`, type: 'charge.refunded', objectId: `pi_${number}` });
  const pageOf = (page: string | null) => {
    const from = page === null ? 0 : Number(page.slice(4)) + 1;
    return Array.from({ length: 2 }, (_, i) => event(from + i));
  };
  const gateway = {
    ...harness.paymentGateway,
    async listUndelivered(_: readonly string[], page: string | null) {
      pagesRead.push(page);
      const events = pageOf(page);
      const isLast = page === 'evt_3';
      return isLast
        ? { events: [{ ...event(4), objectId: intentId }], next: null }
        : { events, next: events.at(-1)?.id ?? null };
    },
    async readPurchase(id: string) {
      if (id === 'pi_1') throw new Error('an unexpected answer');
      return harness.paymentGateway.readPurchase(id);
    },
  };
  const needs = { ...harness.needs, paymentGateway: gateway };
  await reconcilePayments(needs);
  expect(pagesRead).toEqual([null, 'evt_1', 'evt_3']);
  expect(harness.faults.splice(0)).toHaveLength(1);
  const events = await harness.database.select().from(paymentEvents);
  const handled = events.filter(({ id, handledAt }) => /^evt_\d$/.test(id) && handledAt).map(({ id }) => id);
  expect(handled.sort()).toEqual(['evt_0', 'evt_2', 'evt_3', 'evt_4']);
  pagesRead.length = 0;
  await reconcilePayments(needs);
  expect(pagesRead).toEqual([null, 'evt_1']);
  expect(harness.faults.splice(0)).toHaveLength(1);
  expect(await statusesOf(ownerId)).toEqual(['paid']);
});
