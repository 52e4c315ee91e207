// Starting a plan again that ended: once, with all its vaults and their codes, and never for a second payment.
import type { PlanName } from '@remembrance/contract/plan-catalogue.ts';
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endPurchases } from '../account/end-purchases.ts';
import { plans, users, vaults } from '../database/schema.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { completePayment } from '../payments/complete-payment.ts';
import { createPaymentIntent } from '../payments/create-payment-intent.ts';
import { createSubscription } from '../payments/create-subscription.ts';
import { receiveWebhook } from '../payments/receive-webhook.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { cards, openPaymentOffice, type PaymentOffice } from '../testing/payment-office.ts';
import { renewPlan } from './renew-plan.ts';
import { showBilling } from './show-billing.ts';

let office: PaymentOffice;
beforeEach(async () => {
  office = await openPaymentOffice();
});
afterEach(async () => {
  expect(office.faults).toEqual([]);
  await office.close();
});

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const intentOf = (clientSecret: string | null) => clientSecret?.split('_secret_')[0] ?? '';

type Monthly = Extract<PlanName, `${string}_subscription`>;

/** Vaults on a free month without a card that has ended. */
async function endedTrial(plan: Monthly = 'basic_subscription', count = 1) {
  const ownerId = await office.owner();
  const vaultIds: string[] = [];
  for (let vault = 0; vault < count; vault++) {
    const vaultId = await office.draft(ownerId, plan);
    const begun = createSubscription(office.needs, { ownerId, vaultId, promo: 'freetrial' });
    if (vault === 0) await begun;
    else await expect(begun).rejects.toEqual(refused('already-paid'));
    vaultIds.push(vaultId);
  }
  const [row] = await office.purchases(ownerId);
  await timePasses(row?.stripeSubscriptionId, 31);
  expect(await statuses(vaultIds)).toEqual(vaultIds.map(() => 'lapsed'));
  return { ownerId, vaultIds, id: row?.id ?? '' };
}

async function boughtOnce(ownerId: string, plan: PlanName) {
  const vaultId = await office.draft(ownerId, plan);
  const { clientSecret } = await createPaymentIntent(office.needs, { ownerId, vaultId });
  await office.confirm(clientSecret);
  await office.sandbox.delivered();
  return { vaultId, intentId: intentOf(clientSecret) };
}

async function giveCredit(ownerId: string, cents: number): Promise<void> {
  const [owner] = await office.database.select().from(users).where(eq(users.id, ownerId));
  const store = sandboxStore(office.database, office.clock.now());
  const customer = await store.get('customer', owner?.stripeCustomerId ?? '');
  if (!customer) throw new Error('nobody to give credit to');
  await store.put({ ...customer, balance: -cents });
}

async function timePasses(processorId: string | null | undefined, days: number): Promise<void> {
  await office.sandbox.delivered(); // what was told before is heard before
  office.clock.pass({ days });
  await office.paymentGateway.readPurchase(processorId ?? '');
  await office.sandbox.delivered();
}

const statuses = (vaultIds: string[]) =>
  Promise.all(vaultIds.map(async (id) => (await office.vault(id))?.paymentStatus));
const standings = async (ownerId: string) => (await office.purchases(ownerId)).map(({ status }) => status).sort();
const release = (id: string) =>
  office.database.update(vaults).set({ status: 'released', releasedAt: office.clock.now() }).where(eq(vaults.id, id));
const executorsOf = async (vaultIds: string[]) =>
  (await Promise.all(vaultIds.map((id) => listExecutors(office.database, id)))).flat();

async function pay(clientSecret: string | null, card: string = cards.pays): Promise<void> {
  await office.confirm(clientSecret ?? '', card);
  await office.sandbox.delivered();
}

test('BILL-30: a plan that ended starts again with one payment: its vaults are paid, released ones too, and every code stays', async () => {
  const { ownerId, vaultIds, id } = await endedTrial('premium_subscription', 2);
  const [open = '', released = ''] = vaultIds;
  await release(released);
  const before = await executorsOf(vaultIds);
  const { clientSecret } = await renewPlan(office.needs, { ownerId, id });
  expect(await statuses(vaultIds)).toEqual(['lapsed', 'lapsed']);
  await pay(clientSecret);
  expect(await statuses(vaultIds)).toEqual(['paid', 'paid']);
  expect(await office.vault(open)).toMatchObject({ status: 'active' });
  expect(await office.vault(released)).toMatchObject({ status: 'released' });
  expect(await office.charged()).toBe(499);
  expect(await executorsOf(vaultIds)).toEqual(before);
  expect(await office.lettersOf(open)).toEqual(['executor-code', 'trial-started']);
  expect(await office.lettersOf(released)).toEqual(['executor-code']);
  expect(await office.lettersTo(ownerId)).toEqual(['payment-receipt', 'plan-ended']);
  const { plans: shown } = await showBilling(office.needs, ownerId);
  expect(shown).toMatchObject([{ state: 'paid', places: { used: 2, limit: 2 }, canRestart: false }]);
});

test('BILL-31: ten restarts at once, with events, reports and the job at once, charge once', async () => {
  const { ownerId, vaultIds, id } = await endedTrial();
  const begun = await Promise.all(Array.from({ length: 10 }, () => renewPlan(office.needs, { ownerId, id })));
  expect(new Set(begun.map(({ clientSecret }) => clientSecret)).size).toBe(1);
  office.eventsArrive(false);
  const [first] = begun;
  await Promise.all(begun.map(({ clientSecret }) => office.confirm(clientSecret ?? '')));
  await office.sandbox.delivered();
  const paymentIntentId = intentOf(first?.clientSecret ?? null);
  const all = await Promise.allSettled([
    ...Array.from({ length: 5 }, () => completePayment(office.needs, { ownerId, paymentIntentId })),
    ...office.held.map(({ payload }) =>
      receiveWebhook(office.needs, office.signed(JSON.parse(payload), office.clock.now())),
    ),
    reconcilePayments(office.needs),
    ...Array.from({ length: 5 }, () =>
      renewPlan(office.needs, { ownerId, id }).catch((error) => expect(error).toEqual(refused('plan-runs'))),
    ),
  ]);
  expect(all.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await office.charged()).toBe(299);
  expect(await statuses(vaultIds)).toEqual(['paid']);
  expect(await standings(ownerId)).toEqual(['active', 'replaced']);
  expect(await office.lettersTo(ownerId)).toEqual(['payment-receipt', 'plan-ended']);
  expect((await office.purchases(ownerId)).map(({ vaultsCreated }) => vaultsCreated)).toEqual([1, 1]);
});

test('BILL-32: a declined card starts nothing again; the next card may, and another attempt a day later ends the first', async () => {
  const { ownerId, vaultIds, id } = await endedTrial();
  const first = await renewPlan(office.needs, { ownerId, id });
  await pay(first.clientSecret, cards.declined);
  expect(await statuses(vaultIds)).toEqual(['lapsed']);
  expect(await renewPlan(office.needs, { ownerId, id })).toEqual(first);
  office.clock.pass({ hours: 25 });
  const second = await renewPlan(office.needs, { ownerId, id });
  expect(second).not.toEqual(first);
  await pay(second.clientSecret);
  expect(await statuses(vaultIds)).toEqual(['paid']);
  expect(await standings(ownerId)).toEqual(['active', 'lapsed', 'replaced']);
  expect((await showBilling(office.needs, ownerId)).plans).toHaveLength(1);
});

test("BILL-33: another owner's plan, an unknown one, one that runs, was followed, was never paid or has no vault is not started again", async () => {
  const { ownerId, vaultIds, id } = await endedTrial();
  const stranger = await endedTrial();
  const notFound = [
    { ownerId: stranger.ownerId, id },
    { ownerId, id: 'no-id' },
    { ownerId, id: ownerId },
  ];
  for (const input of notFound) await expect(renewPlan(office.needs, input)).rejects.toEqual(refused('plan-not-found'));

  await office.database.update(plans).set({ isActive: false }).where(eq(plans.name, 'basic_subscription'));
  await expect(renewPlan(office.needs, { ownerId, id })).rejects.toEqual(refused('plan-not-offered'));
  await office.database.update(plans).set({ isActive: true });

  const { clientSecret } = await renewPlan(office.needs, { ownerId, id });
  const open = (await office.purchases(ownerId)).find(({ status }) => status === 'incomplete');
  await expect(renewPlan(office.needs, { ownerId, id: open?.id ?? '' })).rejects.toEqual(refused('plan-not-found'));
  await pay(clientSecret);
  await expect(renewPlan(office.needs, { ownerId, id })).rejects.toEqual(refused('plan-runs'));
  await expect(renewPlan(office.needs, { ownerId, id: open?.id ?? '' })).rejects.toEqual(refused('plan-runs'));

  await office.removeVault(stranger.vaultIds[0] ?? '');
  await expect(renewPlan(office.needs, stranger)).rejects.toEqual(refused('plan-without-vaults'));
  expect((await showBilling(office.needs, stranger.ownerId)).plans).toMatchObject([{ canRestart: false }]);
  expect(await statuses(vaultIds)).toEqual(['paid']);
  expect(await office.charged()).toBe(299);
});

test('BILL-34: where the vaults do not fit nothing is charged, and what was paid meanwhile goes back', async () => {
  const { ownerId, vaultIds, id } = await endedTrial('premium_subscription', 2);
  const { clientSecret } = await renewPlan(office.needs, { ownerId, id });
  await office.database.update(plans).set({ vaultLimit: 1 }).where(eq(plans.name, 'premium_subscription'));
  await expect(renewPlan(office.needs, { ownerId, id })).rejects.toEqual(refused('plan-too-small'));
  await pay(clientSecret);
  expect(await office.charged()).toBe(0);
  expect(await statuses(vaultIds)).toEqual(['lapsed', 'lapsed']);
  expect(await office.lettersTo(ownerId)).toEqual(['payment-returned', 'plan-ended']);
  await office.database.update(plans).set({ vaultLimit: 2 }).where(eq(plans.name, 'premium_subscription'));
  await pay((await renewPlan(office.needs, { ownerId, id })).clientSecret);
  expect(await statuses(vaultIds)).toEqual(['paid', 'paid']);
});

test('BILL-35: where another plan has free places for the vaults they go there, and a payment made meanwhile goes back', async () => {
  const { ownerId, vaultIds, id } = await endedTrial('premium_subscription');
  const begun = await renewPlan(office.needs, { ownerId, id });
  const other = await office.draft(ownerId, 'premium_subscription');
  const second = await createSubscription(office.needs, { ownerId, vaultId: other });
  if (second.status !== 'needs-card') throw new Error('no payment was asked for');
  await pay(second.clientSecret);
  expect(await statuses([...vaultIds, other])).toEqual(['lapsed', 'paid']);
  await pay(begun.clientSecret);
  expect(await statuses([...vaultIds, other])).toEqual(['paid', 'paid']);
  expect(await office.charged()).toBe(499);
  expect(await standings(ownerId)).toEqual(['active', 'refunded', 'replaced']);
});

test('BILL-36: where another plan has free places for the vaults, starting again costs nothing', async () => {
  const { ownerId, vaultIds, id } = await endedTrial('premium_subscription');
  const other = await office.draft(ownerId, 'premium_subscription');
  const second = await createSubscription(office.needs, { ownerId, vaultId: other });
  if (second.status !== 'needs-card') throw new Error('no payment was asked for');
  await pay(second.clientSecret);
  expect(await renewPlan(office.needs, { ownerId, id })).toEqual({ clientSecret: null });
  expect(await statuses([...vaultIds, other])).toEqual(['paid', 'paid']);
  expect(await office.charged()).toBe(499);
  expect((await showBilling(office.needs, ownerId)).plans).toMatchObject([{ places: { used: 2, limit: 2 } }]);
});

test('BILL-37: a plan paid once and given back is paid again for all its vaults, and no code is sent anew', async () => {
  const ownerId = await office.owner();
  const { vaultId, intentId } = await boughtOnce(ownerId, 'premium_one_time');
  const second = await office.draft(ownerId, 'premium_one_time');
  await expect(createPaymentIntent(office.needs, { ownerId, vaultId: second })).rejects.toEqual(
    refused('already-paid'),
  );
  await office.paymentGateway.refund({ kind: 'once', id: intentId, intentId });
  await office.sandbox.delivered();
  expect(await statuses([vaultId, second])).toEqual(['lapsed', 'lapsed']);
  await expect(createPaymentIntent(office.needs, { ownerId, vaultId })).rejects.toEqual(refused('plan-lapsed'));
  const [row] = await office.purchases(ownerId);
  const { clientSecret } = await renewPlan(office.needs, { ownerId, id: row?.id ?? '' });
  expect(intentOf(clientSecret)).not.toBe(intentId);
  await pay(clientSecret);
  expect(await statuses([vaultId, second])).toEqual(['paid', 'paid']);
  expect(await office.charged()).toBe(4999);
  expect(await office.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  expect(await office.lettersOf(second)).toEqual(['executor-code']);
  expect(await office.lettersTo(ownerId)).toEqual(['payment-receipt', 'payment-returned']);
  const { plans: shown, payments } = await showBilling(office.needs, ownerId);
  expect(shown).toMatchObject([{ state: 'paid', places: { used: 2, limit: 2 } }]);
  expect(payments.map(({ state }) => state).sort()).toEqual(['paid', 'refunded']);
});

test('BILL-38: an account that is being deleted starts nothing again, and what was begun or paid meanwhile is undone', async () => {
  const { ownerId, vaultIds, id } = await endedTrial();
  const { clientSecret } = await renewPlan(office.needs, { ownerId, id });
  await office.database.update(users).set({ deletedAt: office.clock.now() }).where(eq(users.id, ownerId));
  await expect(renewPlan(office.needs, { ownerId, id })).rejects.toEqual(refused('plan-not-found'));
  await pay(clientSecret);
  expect(await office.charged()).toBe(0);
  expect(await statuses(vaultIds)).toEqual(['lapsed']);

  const other = await endedTrial();
  const begun = await renewPlan(office.needs, other);
  await office.database.update(users).set({ deletedAt: office.clock.now() }).where(eq(users.id, other.ownerId));
  await endPurchases({ ...office.needs, reportFailure: (...fault) => office.faults.push(fault) }, other.ownerId);
  expect((await office.paymentGateway.readPurchase(await followerOf(other)))?.state).toBe('ended');
  expect(begun.clientSecret).not.toBeNull();
});

async function followerOf({ ownerId, id }: { ownerId: string; id: string }): Promise<string> {
  const rows = await office.purchases(ownerId);
  return rows.find(({ replacesId }) => replacesId === id)?.stripeSubscriptionId ?? '';
}

test('BILL-39: a plan that was started again is paid month after month, and once it has ended can be started again', async () => {
  const { ownerId, vaultIds, id } = await endedTrial();
  await pay((await renewPlan(office.needs, { ownerId, id })).clientSecret);
  const follower = await followerOf({ ownerId, id });
  await timePasses(follower, 32);
  expect(await office.charged()).toBe(2 * 299);
  await office.paymentGateway.abandon({ kind: 'monthly', id: follower });
  await office.sandbox.delivered();
  expect(await statuses(vaultIds)).toEqual(['lapsed']);
  const { plans: shown } = await showBilling(office.needs, ownerId);
  expect(shown).toMatchObject([{ state: 'ended', canRestart: true }]);
  await pay((await renewPlan(office.needs, { ownerId, id: shown[0]?.id ?? '' })).clientSecret);
  expect(await statuses(vaultIds)).toEqual(['paid']);
  expect(await office.charged()).toBe(3 * 299);
});

/** A second restart of the same plan, which the card processor begins as if it knew nothing of the first. */
function forgetful(whenBegun: () => Promise<void>) {
  const { paymentGateway } = office;
  const begun: string[] = [];
  const gateway: typeof paymentGateway = {
    ...paymentGateway,
    async beginSubscription(purchase) {
      const made = await paymentGateway.beginSubscription({ ...purchase, after: 'another history' });
      begun.push(made.id);
      await whenBegun();
      return made;
    },
  };
  return { needs: { ...office.needs, paymentGateway: gateway }, begun };
}

test('BILL-49: where two restarts were paid all the same, one is kept and the other goes back', async () => {
  const { ownerId, vaultIds, id } = await endedTrial();
  office.eventsArrive(false);
  let first: string | null = null;
  const { needs } = forgetful(async () => {
    first = (await renewPlan(office.needs, { ownerId, id })).clientSecret;
  });
  const second = await renewPlan(needs, { ownerId, id });
  expect(second.clientSecret).not.toBe(first);
  await office.confirm(first ?? '');
  await office.confirm(second.clientSecret ?? '');
  expect(await office.charged()).toBe(2 * 299);
  const reports = [first, second.clientSecret].map((secret) =>
    completePayment(office.needs, { ownerId, paymentIntentId: intentOf(secret) }),
  );
  expect((await Promise.all(reports)).map(({ paymentStatus }) => paymentStatus)).toEqual(['paid', 'paid']);
  expect(await office.charged()).toBe(299);
  expect(await standings(ownerId)).toEqual(['active', 'refunded', 'replaced']);
  const told = (await office.auditOf(vaultIds[0] ?? '')).map(({ detail }) => (detail as { reason?: string }).reason);
  expect(told.filter(Boolean)).toEqual(['renewed-before']);
});

test('BILL-50: a restart that was overtaken while it was begun is ended before it can be paid', async () => {
  const { ownerId, id } = await endedTrial();
  const { needs, begun } = forgetful(async () => pay((await renewPlan(office.needs, { ownerId, id })).clientSecret));
  await expect(renewPlan(needs, { ownerId, id })).rejects.toEqual(refused('plan-runs'));
  expect((await office.paymentGateway.readPurchase(begun[0] ?? ''))?.state).toBe('ended');
  expect(await office.charged()).toBe(299);
});

test('BILL-51: a payment lost to a dispute is made again for its vault, and a dispute about an earlier plan leaves the one that follows', async () => {
  const ownerId = await office.owner();
  const { vaultId, intentId } = await boughtOnce(ownerId, 'basic_one_time');
  await office.sandbox.tools.dispute(intentId);
  await office.sandbox.tools.closeDispute(intentId, 'lost');
  await office.sandbox.delivered();
  expect(await statuses([vaultId])).toEqual(['lapsed']);
  const [row] = await office.purchases(ownerId);
  await pay((await renewPlan(office.needs, { ownerId, id: row?.id ?? '' })).clientSecret);
  expect(await statuses([vaultId])).toEqual(['paid']);

  const monthly = await endedTrial();
  const first = await renewPlan(office.needs, monthly);
  await pay(first.clientSecret);
  const follower = (await office.purchases(monthly.ownerId)).find(({ status }) => status === 'active');
  await office.paymentGateway.abandon({ kind: 'monthly', id: follower?.stripeSubscriptionId ?? '' });
  await office.sandbox.delivered();
  await pay((await renewPlan(office.needs, { ...monthly, id: follower?.id ?? '' })).clientSecret);
  await office.sandbox.tools.dispute(intentOf(first.clientSecret));
  await office.sandbox.tools.closeDispute(intentOf(first.clientSecret), 'lost');
  await office.sandbox.delivered();
  expect(await statuses(monthly.vaultIds)).toEqual(['paid']);
  expect(await standings(monthly.ownerId)).toEqual(['active', 'replaced', 'replaced']);
});

test('BILL-52: where credit covers the first month a plan is started again without a payment, and asks for a card when it is due', async () => {
  const { ownerId, vaultIds, id } = await endedTrial();
  await giveCredit(ownerId, 500);
  expect(await renewPlan(office.needs, { ownerId, id })).toEqual({ clientSecret: null });
  await office.sandbox.delivered();
  expect([await statuses(vaultIds), await standings(ownerId)]).toEqual([['paid'], ['active', 'replaced']]);
  expect(await office.charged()).toBe(0);
  await expect(renewPlan(office.needs, { ownerId, id })).rejects.toEqual(refused('plan-runs'));

  const follower = (await office.purchases(ownerId)).find(({ status }) => status === 'active');
  await timePasses(follower?.stripeSubscriptionId, 32);
  expect([await statuses(vaultIds), await standings(ownerId)]).toEqual([['paid'], ['past_due', 'replaced']]);
  expect(await office.lettersTo(ownerId)).toContain('payment-failed');
});
