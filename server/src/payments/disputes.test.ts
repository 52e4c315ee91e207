// Disputes: only a lost one ends what was paid for, by whatever news and however often; and events that never came are asked for.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showBilling } from '../billing/show-billing.ts';
import { paymentEvents } from '../database/schema.ts';
import { cards, openPaymentOffice, type PaymentOffice } from '../testing/payment-office.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { createSubscription } from './create-subscription.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let office: PaymentOffice;
beforeEach(async () => {
  office = await openPaymentOffice();
});
afterEach(async () => {
  expect(office.faults).toEqual([]);
  await office.close();
});

async function paidOnce() {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(office.needs, { ownerId, vaultId });
  await office.confirm(clientSecret);
  await office.sandbox.delivered();
  return { ownerId, vaultId, intentId: clientSecret.split('_secret_')[0] ?? '' };
}

async function paidMonthly(card: string = cards.pays) {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  const begun = await createSubscription(office.needs, { ownerId, vaultId });
  if (begun.status !== 'needs-card') throw new Error('no card was asked for');
  await office.confirm(begun.clientSecret, card);
  await office.sandbox.delivered();
  const [row] = await office.purchases(ownerId);
  const id = row?.stripeSubscriptionId ?? '';
  await passDays(id, 31);
  const [month] = await office.objects<{ payment_intent: string }>('charge');
  return { ownerId, vaultId, id, intentId: month?.payment_intent ?? '' };
}

async function passDays(id: string, days: number): Promise<void> {
  await office.sandbox.tools.passDays(id, days);
  await office.sandbox.delivered();
}
async function dispute(intentId: string, outcome?: 'won' | 'lost'): Promise<void> {
  await office.sandbox.tools.dispute(intentId);
  await office.sandbox.delivered();
  if (outcome) await office.sandbox.tools.closeDispute(intentId, outcome);
  await office.sandbox.delivered();
}
async function deliverAllAgain(): Promise<void> {
  for (const { payload } of [...office.held].reverse()) {
    await receiveWebhook(office.needs, office.signed(JSON.parse(payload), office.clock.now()));
  }
}
const standing = async (ownerId: string) => (await office.purchases(ownerId)).map(({ status }) => status);

test('PAY-57: a dispute that is open or won changes nothing, of a payment made once as of a month', async () => {
  const once = await paidOnce();
  const monthly = await paidMonthly();
  for (const outcome of [undefined, 'won'] as const) {
    await dispute(once.intentId, outcome);
    await dispute(monthly.intentId, outcome);
    await deliverAllAgain();
    await reconcilePayments(office.needs);
    for (const { ownerId, vaultId } of [once, monthly]) {
      expect((await office.vault(vaultId))?.paymentStatus).toBe('paid');
      expect(await standing(ownerId)).toEqual(['active']);
      expect(await office.lettersTo(ownerId)).toEqual([]);
    }
    if (!outcome) {
      await office.sandbox.tools.closeDispute(once.intentId, 'won');
      await office.sandbox.tools.closeDispute(monthly.intentId, 'won');
      await office.sandbox.delivered();
    }
  }
});

test('PAY-58: a lost dispute lapses what was paid once and never its release; its owner is told once', async () => {
  const { ownerId, vaultId, intentId } = await paidOnce();
  await dispute(intentId, 'lost');
  await deliverAllAgain();
  await reconcilePayments(office.needs);
  expect(await office.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  expect(await standing(ownerId)).toEqual(['lapsed']);
  expect(await office.lettersTo(ownerId)).toEqual(['payment-disputed']);
  expect((await showBilling(office.needs, ownerId)).payments).toMatchObject([{ state: 'refunded' }]);
});

test('PAY-59: a lost dispute of one month ends the plan at the processor too, so that its card is not charged again', async () => {
  const { ownerId, vaultId, id, intentId } = await paidMonthly();
  await passDays(id, 31);
  await dispute(intentId, 'lost');
  await deliverAllAgain();
  const charged = await office.charged();
  await passDays(id, 62);
  expect(await office.charged()).toBe(charged);
  expect(await office.objects('subscription')).toMatchObject([{ status: 'canceled' }]);
  expect(await office.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  expect(await office.lettersTo(ownerId)).toEqual(['payment-disputed', 'plan-ended']);
});

test('PAY-60: what a bank has taken back is not given back a second time', async () => {
  const { intentId } = await paidOnce();
  await dispute(intentId);
  await office.paymentGateway.refund({ kind: 'once', id: intentId, intentId });
  expect(await office.objects('refund')).toEqual([]);
  await office.sandbox.tools.closeDispute(intentId, 'won');
  const again = { kind: 'once', id: intentId, intentId } as const;
  await office.paymentGateway.refund(again);
  await office.paymentGateway.refund(again);
  expect(await office.objects('refund')).toHaveLength(1);
});

test('PAY-61: dropped events of a refund, a lost dispute and an end in mid-period are made good by the job, once', async () => {
  const [refunded, disputed, ended] = [await paidOnce(), await paidOnce(), await paidMonthly()];
  await office.sandbox.tools.setDropping(true);
  await office.sandbox.tools.refund(refunded.intentId);
  await dispute(disputed.intentId, 'lost');
  await office.paymentGateway.abandon({ kind: 'monthly', id: ended.id });
  await office.sandbox.delivered();
  for (const { vaultId } of [refunded, disputed, ended]) {
    expect((await office.vault(vaultId))?.paymentStatus).toBe('paid');
  }
  await reconcilePayments(office.needs);
  await reconcilePayments(office.needs);
  for (const { vaultId } of [refunded, disputed, ended]) {
    expect((await office.vault(vaultId))?.paymentStatus).toBe('lapsed');
  }
  expect(await office.lettersTo(refunded.ownerId)).toEqual(['payment-returned']);
  expect(await office.lettersTo(disputed.ownerId)).toEqual(['payment-disputed']);
  expect(await office.lettersTo(ended.ownerId)).toEqual(['plan-ended']);
});

test('PAY-62: of events that never came the job asks for every page until one is known, and one fault keeps none waiting', async () => {
  const { ownerId, intentId } = await paidOnce();
  const asked: (string | null)[] = [];
  const event = (number: number) => ({ id: `evt_${number}`, type: 'charge.refunded', objectId: `pi_${number}` });
  const pageOf = (page: string | null) => {
    const from = page === null ? 0 : Number(page.slice(4)) + 1;
    return Array.from({ length: 2 }, (_, i) => event(from + i));
  };
  const gateway = {
    ...office.paymentGateway,
    async listUndelivered(_: readonly string[], page: string | null) {
      asked.push(page);
      const events = pageOf(page);
      const isLast = page === 'evt_3';
      return isLast
        ? { events: [{ ...event(4), objectId: intentId }], next: null }
        : { events, next: events.at(-1)?.id ?? null };
    },
    async readPurchase(id: string) {
      if (id === 'pi_1') throw new Error('an answer nobody expected');
      return office.paymentGateway.readPurchase(id);
    },
  };
  const needs = { ...office.needs, paymentGateway: gateway };
  await reconcilePayments(needs);
  expect(asked).toEqual([null, 'evt_1', 'evt_3']);
  expect(office.faults.splice(0)).toHaveLength(1);
  const events = await office.database.select().from(paymentEvents);
  const handled = events.filter(({ id, handledAt }) => /^evt_\d$/.test(id) && handledAt).map(({ id }) => id);
  expect(handled.sort()).toEqual(['evt_0', 'evt_2', 'evt_3', 'evt_4']);
  asked.length = 0;
  await reconcilePayments(needs);
  expect(asked).toEqual([null, 'evt_1']);
  expect(office.faults.splice(0)).toHaveLength(1);
  expect(await standing(ownerId)).toEqual(['active']);
});
