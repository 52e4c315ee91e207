// Monthly plans: the free month with a card and without one, given once, and what follows it.

import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { plans, users, vaults } from '../database/schema.ts';
import { cards, openPaymentOffice, type PaymentOffice } from '../testing/payment-office.ts';
import { completePayment } from './complete-payment.ts';
import { createSubscription } from './create-subscription.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { settlePayment } from './settle-payment.ts';

let office: PaymentOffice;
beforeEach(async () => {
  office = await openPaymentOffice();
});
afterEach(async () => {
  expect(office.faults).toEqual([]);
  await office.close();
});

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const statusOf = async (vaultId: string) => (await office.vault(vaultId))?.paymentStatus;

async function begin(ownerId: string, vaultId: string, promo?: 'freetrial') {
  const begun = await createSubscription(office.needs, { ownerId, vaultId, promo });
  return { ...begun, clientSecret: begun.status === 'needs-card' ? begun.clientSecret : '' };
}
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';

test('PAY-16: a trial with a card begins when the card is confirmed, not before, and nothing is charged', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  const begun = await begin(ownerId, vaultId);
  expect(begun).toMatchObject({ status: 'needs-card', trial: true, clientSecret: expect.stringMatching(/^seti_/) });
  await office.sandbox.delivered();
  const report = { ownerId, setupIntentId: intentOf(begun.clientSecret) };
  await expect(completePayment(office.needs, report)).rejects.toEqual(refused('payment-incomplete'));
  expect(await statusOf(vaultId)).toBe('unpaid');

  office.eventsArrive(false);
  await office.confirm(begun.clientSecret);
  expect(await completePayment(office.needs, report)).toEqual({ vaultId, paymentStatus: 'trial' });
  expect(await office.lettersOf(vaultId)).toEqual(['executor-code', 'trial-started']);
  expect(await office.charged()).toBe(0);
});

test('PAY-17: with the promo the trial begins at once, without a card', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'premium_subscription');
  expect(await createSubscription(office.needs, { ownerId, vaultId, promo: 'freetrial' })).toEqual({
    status: 'trialing',
    trial: true,
  });
  await office.sandbox.delivered();
  expect(await statusOf(vaultId)).toBe('trial');
  expect(await office.lettersOf(vaultId)).toEqual(['executor-code', 'trial-started']);
});

test('PAY-18: an owner has one free month; the next monthly plan begins with its first payment', async () => {
  const ownerId = await office.owner();
  const first = await office.draft(ownerId, 'basic_subscription');
  await begin(ownerId, first, 'freetrial');
  const second = await office.draft(ownerId, 'premium_subscription');
  const begun = await begin(ownerId, second, 'freetrial');
  expect(begun).toMatchObject({ status: 'needs-card', trial: false, clientSecret: expect.stringMatching(/^pi_/) });
  expect((await office.confirm(begun.clientSecret, cards.declined)).error?.code).toBe('card_declined');
  expect(await statusOf(second)).toBe('unpaid');

  office.eventsArrive(false);
  await office.confirm(begun.clientSecret);
  const report = { ownerId, paymentIntentId: intentOf(begun.clientSecret) };
  expect(await completePayment(office.needs, report)).toEqual({ vaultId: second, paymentStatus: 'paid' });
  expect(await office.lettersOf(second)).toEqual(['executor-code', 'payment-receipt']);
  expect(await office.charged()).toBe(499);
});

test('PAY-19: of trials begun side by side for several vaults one starts; the others are ended and nothing is charged', async () => {
  const ownerId = await office.owner();
  const drafts = [
    await office.draft(ownerId, 'basic_subscription'),
    await office.draft(ownerId, 'premium_subscription'),
    await office.draft(ownerId, 'premium_subscription'),
  ];
  const begun = await Promise.all(drafts.map((vaultId) => begin(ownerId, vaultId)));
  await Promise.all(begun.map(({ clientSecret }) => office.confirm(clientSecret)));
  await office.sandbox.delivered();
  const [owner] = await office.database.select().from(users).where(eq(users.id, ownerId));
  expect(owner?.trialStartedAt).toEqual(office.clock.now());
  const standing = (await office.purchases(ownerId)).map(({ status }) => status).sort();
  expect(standing).toEqual(['refunded', 'refunded', 'trialing']);
  expect(await office.charged()).toBe(0);
  const subscriptions = await office.objects<{ status: string }>('subscription');
  expect(subscriptions.filter(({ status }) => status === 'trialing')).toHaveLength(1);
});

test('PAY-20: of trials without a card asked for at once by twenty tabs one starts', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  const tabs = await Promise.allSettled(Array.from({ length: 20 }, () => begin(ownerId, vaultId, 'freetrial')));
  await office.sandbox.delivered();
  expect(tabs.some(({ status }) => status === 'fulfilled')).toBe(true);
  for (const tab of tabs) if (tab.status === 'rejected') expect(tab.reason).toEqual(refused('already-paid'));
  expect(await office.lettersOf(vaultId)).toEqual(['executor-code', 'trial-started']);
  expect(await office.objects('subscription')).toHaveLength(1);
});

test('PAY-21: a trial without a card lapses at its end, and the vault stays with its executor', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  await begin(ownerId, vaultId, 'freetrial');
  await office.sandbox.delivered();
  office.eventsArrive(false);
  office.clock.pass({ days: 29 });
  await reconcilePayments(office.needs);
  expect(await statusOf(vaultId)).toBe('trial');
  office.clock.pass({ days: 2 });
  await reconcilePayments(office.needs);
  expect(await office.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  expect((await office.purchases(ownerId)).map(({ status }) => status)).toEqual(['lapsed']);
});

test('PAY-22: a trial with a card is paid for at its end and month after month', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  const { clientSecret } = await begin(ownerId, vaultId);
  await office.confirm(clientSecret);
  await office.sandbox.delivered();
  office.eventsArrive(false);
  for (let month = 0; month < 3; month++) {
    office.clock.pass({ days: 31 });
    await reconcilePayments(office.needs);
  }
  expect(await statusOf(vaultId)).toBe('paid');
  const [purchase] = await office.purchases(ownerId);
  expect(purchase?.status).toBe('active');
  expect(purchase?.currentPeriodEnd?.getTime()).toBeGreaterThan(office.clock.now().getTime());
});

test('PAY-23: a card that fails at the end of the trial leaves the vault as it is while the processor tries again', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  const { clientSecret } = await begin(ownerId, vaultId);
  await office.confirm(clientSecret, cards.failsLater);
  await office.sandbox.delivered();
  office.clock.pass({ days: 31 });
  await reconcilePayments(office.needs);
  expect(await statusOf(vaultId)).toBe('trial');
  expect((await office.purchases(ownerId)).map(({ status }) => status)).toEqual(['past_due']);
});

test('PAY-37: late news revives no plan that has ended, and takes none that was paid back to its trial', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  const { clientSecret } = await begin(ownerId, vaultId);
  await office.confirm(clientSecret);
  await office.sandbox.delivered();
  const [row] = await office.purchases(ownerId);
  const trialing = await office.paymentGateway.readPurchase(row?.stripeSubscriptionId ?? '');
  if (!trialing) throw new Error('the purchase is not there');
  const paid = { ...trialing, state: 'paid' } as const;
  const ended = { ...trialing, state: 'ended' } as const;
  for (const [news, status, standing] of [
    [paid, 'paid', 'active'],
    [trialing, 'paid', 'active'],
    [ended, 'lapsed', 'lapsed'],
    [paid, 'lapsed', 'lapsed'],
    [trialing, 'lapsed', 'lapsed'],
  ] as const) {
    await settlePayment(office.needs, news);
    expect(await statusOf(vaultId)).toBe(status);
    expect((await office.purchases(ownerId)).map((purchase) => purchase.status)).toEqual([standing]);
  }
});

test('PAY-24: a one-time plan, a foreign vault and an active vault are refused, and nothing is begun', async () => {
  const ownerId = await office.owner();
  const stranger = await office.owner('Otto');
  const once = await office.draft(ownerId, 'basic_one_time');
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  const ask = (input: { ownerId: string; vaultId: string }) => createSubscription(office.needs, input);
  await expect(ask({ ownerId, vaultId: once })).rejects.toEqual(refused('wrong-plan-kind'));
  await expect(ask({ ownerId: stranger, vaultId })).rejects.toEqual(refused('vault-not-found'));
  expect(await office.objects('subscription')).toEqual([]);
  await begin(ownerId, vaultId, 'freetrial');
  await expect(ask({ ownerId, vaultId })).rejects.toEqual(refused('already-paid'));
});

test('PAY-25: going back to the checkout continues the same trial; choosing the promo instead ends the other', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  const first = await begin(ownerId, vaultId);
  expect((await begin(ownerId, vaultId)).clientSecret).toBe(first.clientSecret);
  expect((await begin(ownerId, vaultId, 'freetrial')).status).toBe('trialing');
  await office.confirm(first.clientSecret);
  await office.sandbox.delivered();
  const subscriptions = await office.objects<{ status: string }>('subscription');
  expect(subscriptions.map(({ status }) => status).sort()).toEqual(['canceled', 'trialing']);
  expect(await office.lettersOf(vaultId)).toEqual(['executor-code', 'trial-started']);
});

test('PAY-41: where the card processor has another price than the plan, nothing is begun', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  const dearer = { name: 'basic_subscription', displayName: 'Basic Plus', cents: 29900, kind: 'monthly' } as const;
  const { priceId: stripePriceId } = await office.paymentGateway.ensurePrice(dearer);
  await office.database.update(plans).set({ stripePriceId }).where(eq(plans.name, 'basic_subscription'));
  for (const promo of [undefined, 'freetrial'] as const) {
    await expect(begin(ownerId, vaultId, promo)).rejects.toThrow('at the card processor is another');
  }
  await office.sandbox.delivered();
  expect(await statusOf(vaultId)).toBe('unpaid');
});

test('PAY-73: where credit covers the first month of a plan its vault is active without a card', async () => {
  const ownerId = await office.owner();
  await begin(ownerId, await office.draft(ownerId, 'basic_subscription'), 'freetrial');
  const store = sandboxStore(office.database, office.clock.now());
  const [customer] = await store.list('customer', {});
  if (!customer) throw new Error('nobody to give credit to');
  await store.put({ ...customer, balance: -1000 });
  const vaultId = await office.draft(ownerId, 'premium_subscription');
  await expect(begin(ownerId, vaultId)).rejects.toEqual(refused('already-paid'));
  expect([await statusOf(vaultId), await office.charged()]).toEqual(['paid', 0]);
  expect(await office.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
});

test('PLAN-3: a draft takes the free place of a plan in its trial, and a deleted vault gives a monthly place back', async () => {
  const ownerId = await office.owner();
  const [first, second, third] = [
    await office.draft(ownerId, 'premium_subscription'),
    await office.draft(ownerId, 'premium_subscription'),
    await office.draft(ownerId, 'premium_subscription'),
  ];
  await begin(ownerId, first, 'freetrial');
  await expect(begin(ownerId, second)).rejects.toEqual(refused('already-paid'));
  expect(await statusOf(second)).toBe('trial');
  await expect(begin(ownerId, third)).rejects.toMatchObject({
    code: 'plan-limit-reached',
    extras: { detail: expect.stringMatching(/^Premium Plus holds 2 vaults/) },
  });
  await office.database.delete(vaults).where(eq(vaults.id, first));
  await expect(begin(ownerId, third)).rejects.toEqual(refused('already-paid'));
  expect(await statusOf(third)).toBe('trial');
  expect(await office.objects('subscription')).toHaveLength(1);
});
