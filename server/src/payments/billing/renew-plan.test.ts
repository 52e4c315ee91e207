// Renewing an ended plan: one payment, all its vaults and codes, and never a second charge.
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ended, paidOnce, timePasses } from '../../../testing/owned-plans.ts';
import { cards, intentOf } from '../../../testing/payment-harness.ts';
import { purchaseIdOf } from '../../../testing/purchase-id.ts';
import { refused, usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { plans, users, vaults } from '../../platform/database/schema.ts';
import { listExecutors } from '../../vaults/executors/executor-store.ts';
import { completePayment } from '../checkout/complete-payment.ts';
import { createPaymentIntent } from '../checkout/create-payment-intent.ts';
import { createSubscription } from '../checkout/create-subscription.ts';
import { endPurchases } from '../settlement/end-purchases.ts';
import { receiveWebhook } from '../webhooks/receive-webhook.ts';
import { reconcilePayments } from '../webhooks/reconcile-payments.ts';
import { renewPlan } from './renew-plan.ts';
import { showBilling } from './show-billing.ts';

const harness = usePaymentHarness();

/** A second purchase of the same plan, with a free place. */
async function paidBesides(ownerId: string): Promise<string> {
  const vaultId = await harness.draft(ownerId, 'premium_subscription');
  const second = await createSubscription(harness.needs, { ownerId, vaultId });
  if (second.status !== 'needs-card') throw new Error('no payment was required');
  await pay(second.clientSecret);
  return vaultId;
}

async function addCredit(ownerId: string, cents: number): Promise<void> {
  const store = sandboxStore(harness.database, harness.clock.now());
  const [customer] = await store.list('customer', { metadata: { userId: ownerId } });
  if (!customer) throw new Error('no customer to credit');
  await store.put({ ...customer, balance: -cents });
}

const statuses = (vaultIds: string[]) =>
  Promise.all(vaultIds.map(async (id) => (await harness.vault(id))?.paymentStatus));
const purchaseStatuses = async (ownerId: string) =>
  (await harness.purchases(ownerId)).map(({ status }) => status).sort();
const release = (id: string) =>
  harness.database.update(vaults).set({ status: 'released', releasedAt: harness.clock.now() }).where(eq(vaults.id, id));
const executorsOf = async (vaultIds: string[]) =>
  (await Promise.all(vaultIds.map((id) => listExecutors(harness.database, id)))).flat();

async function pay(clientSecret: string | null, card: string = cards.pays): Promise<void> {
  await harness.confirm(clientSecret ?? '', card);
  await harness.sandbox.delivered();
}

test('BILL-30: one payment renews an ended plan: all its vaults are paid, released ones too, and every code still works', async () => {
  const { ownerId, vaultIds, id } = await ended(harness, 'premium_subscription', 2);
  const [open = '', released = ''] = vaultIds;
  await release(released);
  const before = await executorsOf(vaultIds);
  const { clientSecret } = await renewPlan(harness.needs, { ownerId, id });
  expect(await statuses(vaultIds)).toEqual(['lapsed', 'lapsed']);
  await pay(clientSecret);
  expect(await statuses(vaultIds)).toEqual(['paid', 'paid']);
  expect(await harness.vault(open)).toMatchObject({ status: 'active' });
  expect(await harness.vault(released)).toMatchObject({ status: 'released' });
  expect(await harness.charged()).toBe(499);
  expect(await executorsOf(vaultIds)).toEqual(before);
  expect(await harness.lettersOf(open)).toEqual(['executor-code', 'trial-started']);
  expect(await harness.lettersOf(released)).toEqual(['executor-code']);
  expect(await harness.lettersTo(ownerId)).toEqual(['payment-receipt', 'plan-ended']);
  const { plans: shown } = await showBilling(harness.needs, ownerId);
  expect(shown).toMatchObject([{ state: 'paid', places: { used: 2, limit: 2 }, canRestart: false }]);
});

test('ten concurrent renewals, with webhook events, page reports and reconciliation, charge once', {
  tags: 'long',
}, async () => {
  const { ownerId, vaultIds, id } = await ended(harness);
  const started = await Promise.all(Array.from({ length: 10 }, () => renewPlan(harness.needs, { ownerId, id })));
  expect(new Set(started.map(({ clientSecret }) => clientSecret)).size).toBe(1);
  harness.eventsArrive(false);
  const [first] = started;
  await Promise.all(started.map(({ clientSecret }) => harness.confirm(clientSecret ?? '')));
  await harness.sandbox.delivered();
  const paymentIntentId = intentOf(first?.clientSecret ?? '');
  const all = await Promise.allSettled([
    ...Array.from({ length: 5 }, () => completePayment(harness.needs, { ownerId, paymentIntentId })),
    ...harness.sentEvents.map(({ payload }) =>
      receiveWebhook(harness.needs, harness.signed(JSON.parse(payload), harness.clock.now())),
    ),
    reconcilePayments(harness.needs),
    ...Array.from({ length: 5 }, () =>
      renewPlan(harness.needs, { ownerId, id }).catch((error) => expect(error).toEqual(refused('plan-runs'))),
    ),
  ]);
  expect(all.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await harness.charged()).toBe(299);
  expect(await statuses(vaultIds)).toEqual(['paid']);
  expect(await purchaseStatuses(ownerId)).toEqual(['paid', 'replaced']);
  expect(await harness.lettersTo(ownerId)).toEqual(['payment-receipt', 'plan-ended']);
  expect((await harness.purchases(ownerId)).map(({ vaultsCreated }) => vaultsCreated)).toEqual([1, 1]);
});

test('a declined card renews nothing, and a new attempt a day later cancels the first', { tags: 'long' }, async () => {
  const { ownerId, vaultIds, id } = await ended(harness);
  const first = await renewPlan(harness.needs, { ownerId, id });
  await pay(first.clientSecret, cards.declined);
  expect(await renewPlan(harness.needs, { ownerId, id })).toEqual(first);
  harness.clock.pass({ hours: 25 });
  const second = await renewPlan(harness.needs, { ownerId, id });
  await pay(first.clientSecret);
  expect(await statuses(vaultIds)).toEqual(['lapsed']);
  await pay(second.clientSecret);
  expect(await statuses(vaultIds)).toEqual(['paid']);
  expect(await purchaseStatuses(ownerId)).toEqual(['ended', 'paid', 'replaced']);
});

test('an attempt that was never paid, and a plan that was already renewed, are not renewed', async () => {
  const { ownerId, id } = await ended(harness);
  const { clientSecret } = await renewPlan(harness.needs, { ownerId, id });
  const open = (await harness.purchases(ownerId)).find(({ status }) => status === 'open');
  const attempt = { ownerId, id: purchaseIdOf(open?.id) };
  await expect(renewPlan(harness.needs, attempt)).rejects.toEqual(refused('plan-not-found'));
  await pay(clientSecret);
  await expect(renewPlan(harness.needs, { ownerId, id })).rejects.toEqual(refused('plan-runs'));
  expect(await harness.charged()).toBe(299);
});

test('if the vaults do not fit, nothing is charged, and a payment made in the meantime is refunded', {
  tags: 'long',
}, async () => {
  const { ownerId, vaultIds, id } = await ended(harness, 'premium_subscription', 2);
  const { clientSecret } = await renewPlan(harness.needs, { ownerId, id });
  await harness.database.update(plans).set({ vaultLimit: 1 }).where(eq(plans.name, 'premium_subscription'));
  await expect(renewPlan(harness.needs, { ownerId, id })).rejects.toEqual(refused('plan-too-small'));
  await pay(clientSecret);
  expect(await harness.charged()).toBe(0);
  expect(await statuses(vaultIds)).toEqual(['lapsed', 'lapsed']);
  expect(await harness.lettersTo(ownerId)).toEqual(['payment-returned', 'plan-ended']);
  await harness.database.update(plans).set({ vaultLimit: 2 }).where(eq(plans.name, 'premium_subscription'));
  await pay((await renewPlan(harness.needs, { ownerId, id })).clientSecret);
  expect(await statuses(vaultIds)).toEqual(['paid', 'paid']);
});

test('if another purchase has free places, the vaults move there, and a payment made in the meantime is refunded', {
  tags: 'long',
}, async () => {
  const { ownerId, vaultIds, id } = await ended(harness, 'premium_subscription');
  const started = await renewPlan(harness.needs, { ownerId, id });
  const other = await paidBesides(ownerId);
  expect(await statuses([...vaultIds, other])).toEqual(['lapsed', 'paid']);
  await pay(started.clientSecret);
  expect(await statuses([...vaultIds, other])).toEqual(['paid', 'paid']);
  expect(await harness.charged()).toBe(499);
  expect(await purchaseStatuses(ownerId)).toEqual(['paid', 'refunded', 'replaced']);
});

test('if another purchase has free places for the vaults, the renewal costs nothing', async () => {
  const { ownerId, vaultIds, id } = await ended(harness, 'premium_subscription');
  const other = await paidBesides(ownerId);
  expect(await renewPlan(harness.needs, { ownerId, id })).toEqual({ clientSecret: null });
  expect(await statuses([...vaultIds, other])).toEqual(['paid', 'paid']);
  expect(await harness.charged()).toBe(499);
  expect((await showBilling(harness.needs, ownerId)).plans).toMatchObject([{ places: { used: 2, limit: 2 } }]);
});

test('a refunded one-time plan can be paid again for all its vaults, and no code is sent again', async () => {
  const ownerId = await harness.owner();
  const { vaultId, intentId } = await paidOnce(harness, 'premium_one_time', ownerId);
  const second = await harness.draft(ownerId, 'premium_one_time');
  await expect(createPaymentIntent(harness.needs, { ownerId, vaultId: second })).rejects.toEqual(
    refused('already-paid'),
  );
  await harness.paymentGateway.refund({ kind: 'once', id: intentId, intentId });
  await harness.sandbox.delivered();
  expect(await statuses([vaultId, second])).toEqual(['lapsed', 'lapsed']);
  await expect(createPaymentIntent(harness.needs, { ownerId, vaultId })).rejects.toEqual(refused('plan-lapsed'));
  const [row] = await harness.purchases(ownerId);
  const { clientSecret } = await renewPlan(harness.needs, { ownerId, id: purchaseIdOf(row?.id) });
  expect(intentOf(clientSecret ?? '')).not.toBe(intentId);
  await pay(clientSecret);
  expect(await statuses([vaultId, second])).toEqual(['paid', 'paid']);
  expect(await harness.charged()).toBe(4999);
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  expect(await harness.lettersOf(second)).toEqual(['executor-code']);
  expect(await harness.lettersTo(ownerId)).toEqual(['payment-receipt', 'payment-returned']);
  const { plans: shown, payments } = await showBilling(harness.needs, ownerId);
  expect(shown).toMatchObject([{ state: 'paid', places: { used: 2, limit: 2 } }]);
  expect(payments.map(({ state }) => state).sort()).toEqual(['paid', 'refunded']);
});

test("an account that is being deleted can't renew, and a renewal started or paid in the meantime is undone", {
  tags: 'long',
}, async () => {
  const { ownerId, vaultIds, id } = await ended(harness);
  const { clientSecret } = await renewPlan(harness.needs, { ownerId, id });
  await harness.database.update(users).set({ deletedAt: harness.clock.now() }).where(eq(users.id, ownerId));
  await expect(renewPlan(harness.needs, { ownerId, id })).rejects.toEqual(refused('plan-not-found'));
  await pay(clientSecret);
  expect(await harness.charged()).toBe(0);
  expect(await statuses(vaultIds)).toEqual(['lapsed']);

  const other = await ended(harness);
  const started = await renewPlan(harness.needs, other);
  await harness.database.update(users).set({ deletedAt: harness.clock.now() }).where(eq(users.id, other.ownerId));
  await endPurchases({ ...harness.needs, reportFailure: (...fault) => harness.faults.push(fault) }, other.ownerId);
  expect((await harness.paymentGateway.readPurchase(await renewalIdOf(other)))?.state).toBe('ended');
  expect(started.clientSecret).not.toBeNull();
});

async function renewalIdOf({ ownerId, id }: { ownerId: string; id: string }): Promise<string> {
  const rows = await harness.purchases(ownerId);
  return rows.find(({ replacesId }) => replacesId === id)?.stripeSubscriptionId ?? '';
}

/** Starts a second renewal of the same plan, as if Stripe did not know of the first. */
function withForgottenRenewal(whenBegun: () => Promise<void>) {
  const { paymentGateway } = harness;
  const started: string[] = [];
  const gateway: typeof paymentGateway = {
    ...paymentGateway,
    async beginSubscription(purchase) {
      const made = await paymentGateway.beginSubscription({ ...purchase, after: 'another history' });
      if (!made) return null;
      started.push(made.id);
      await whenBegun();
      return made;
    },
  };
  return { needs: { ...harness.needs, paymentGateway: gateway }, started };
}

test('if two renewals are paid despite everything, one is valid and the other is refunded', {
  tags: 'long',
}, async () => {
  const { ownerId, vaultIds, id } = await ended(harness);
  harness.eventsArrive(false);
  let first: string | null = null;
  const { needs } = withForgottenRenewal(async () => {
    first = (await renewPlan(harness.needs, { ownerId, id })).clientSecret;
  });
  const second = await renewPlan(needs, { ownerId, id });
  expect(second.clientSecret).not.toBe(first);
  await harness.confirm(first ?? '');
  await harness.confirm(second.clientSecret ?? '');
  expect(await harness.charged()).toBe(2 * 299);
  const reports = [first, second.clientSecret].map((secret) =>
    completePayment(harness.needs, { ownerId, paymentIntentId: intentOf(secret ?? '') }),
  );
  expect((await Promise.all(reports)).map(({ paymentStatus }) => paymentStatus)).toEqual(['paid', 'paid']);
  expect(await harness.charged()).toBe(299);
  expect(await purchaseStatuses(ownerId)).toEqual(['paid', 'refunded', 'replaced']);
  const reasons = (await harness.actsOf(vaultIds[0] ?? '')).map(({ detail }) => (detail as { reason?: string }).reason);
  expect(reasons.filter(Boolean)).toEqual(['renewed-before']);
});

test('a renewal is cancelled before it can be paid if another one was paid while it was created', async () => {
  const { ownerId, id } = await ended(harness);
  const { needs, started } = withForgottenRenewal(async () =>
    pay((await renewPlan(harness.needs, { ownerId, id })).clientSecret),
  );
  await expect(renewPlan(needs, { ownerId, id })).rejects.toEqual(refused('plan-runs'));
  expect((await harness.paymentGateway.readPurchase(started[0] ?? ''))?.state).toBe('ended');
  expect(await harness.charged()).toBe(299);
});

test('a purchase lost to a dispute can be renewed, and a dispute about the ended purchase does not affect its renewal', {
  tags: 'long',
}, async () => {
  const ownerId = await harness.owner();
  const { vaultId, intentId } = await paidOnce(harness, 'basic_one_time', ownerId);
  await harness.sandbox.tools.dispute(intentId);
  await harness.sandbox.tools.closeDispute(intentId, 'lost');
  await harness.sandbox.delivered();
  expect(await statuses([vaultId])).toEqual(['lapsed']);
  const [row] = await harness.purchases(ownerId);
  await pay((await renewPlan(harness.needs, { ownerId, id: purchaseIdOf(row?.id) })).clientSecret);
  expect(await statuses([vaultId])).toEqual(['paid']);

  const monthly = await ended(harness);
  const first = await renewPlan(harness.needs, monthly);
  await pay(first.clientSecret);
  const renewal = (await harness.purchases(monthly.ownerId)).find(({ status }) => status === 'paid');
  await harness.paymentGateway.cancelPurchase({ kind: 'monthly', id: renewal?.stripeSubscriptionId ?? '' });
  await harness.sandbox.delivered();
  await pay((await renewPlan(harness.needs, { ...monthly, id: purchaseIdOf(renewal?.id) })).clientSecret);
  await harness.sandbox.tools.dispute(intentOf(first.clientSecret ?? ''));
  await harness.sandbox.tools.closeDispute(intentOf(first.clientSecret ?? ''), 'lost');
  await harness.sandbox.delivered();
  expect(await statuses(monthly.vaultIds)).toEqual(['paid']);
  expect(await purchaseStatuses(monthly.ownerId)).toEqual(['paid', 'replaced', 'replaced']);
});

test('if credit covers the first month, a plan is renewed without a payment and needs a card for the next one', async () => {
  const { ownerId, vaultIds, id } = await ended(harness);
  await addCredit(ownerId, 500);
  expect(await renewPlan(harness.needs, { ownerId, id })).toEqual({ clientSecret: null });
  await harness.sandbox.delivered();
  expect([await statuses(vaultIds), await purchaseStatuses(ownerId)]).toEqual([['paid'], ['paid', 'replaced']]);
  expect(await harness.charged()).toBe(0);
  await expect(renewPlan(harness.needs, { ownerId, id })).rejects.toEqual(refused('plan-runs'));

  const renewal = (await harness.purchases(ownerId)).find(({ status }) => status === 'paid');
  await timePasses(harness, { stripeId: renewal?.stripeSubscriptionId ?? '' }, 32);
  expect([await statuses(vaultIds), await purchaseStatuses(ownerId)]).toEqual([['paid'], ['past-due', 'replaced']]);
  expect(await harness.lettersTo(ownerId)).toContain('payment-failed');
});
