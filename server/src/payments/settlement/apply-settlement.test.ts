// Every write of each settlement outcome: the purchase, its vaults, the owner's free month, letters and acts.
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { planRow, type StoredPurchase, storedPurchase } from '../../../testing/stored-purchases.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import type { PurchaseStatus } from '../../plans/place-rules.ts';
import { payments, userSubscriptions, users } from '../../platform/database/schema.ts';
import type { PurchaseId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { Invoice, PaymentGateway, Purchase, PurchaseState } from '../gateway/payment-gateway.ts';
import { settlePayment } from './settle-payment.ts';

const harness = usePaymentHarness('file');
beforeEach(() => harness.clock.pass({ minutes: 1 }));

const refunds: unknown[] = [];
const settle = (purchase: Purchase, answers: Partial<PaymentGateway> = {}) => {
  const refund: PaymentGateway['refund'] = async (refunded) => void refunds.push(refunded);
  const paymentGateway = { ...harness.paymentGateway, refund, listInvoices: async () => [], ...answers };
  return settlePayment({ ...harness.needs, paymentGateway }, purchase);
};
const refunded = () => refunds.splice(0);

type Kind = Purchase['kind'];
const begun = (kind: Kind, state: PurchaseState = 'paid', owner?: string) =>
  storedPurchase(harness, { status: 'open', kind, state, ...(owner && { owner }) });
const bought = (status: PurchaseStatus, owner?: string) =>
  storedPurchase(harness, { status, kind: 'monthly', ...(owner && { owner }) });

const rowOf = async (id: PurchaseId) =>
  (await harness.database.select().from(userSubscriptions).where(eq(userSubscriptions.id, id)))[0];
const setUser = (id: string, values: Partial<typeof users.$inferInsert>) =>
  harness.database.update(users).set(values).where(eq(users.id, id));
const trialOf = async ({ purchase }: StoredPurchase) =>
  (await harness.database.select().from(users).where(eq(users.id, purchase.userId)))[0]?.trialStartedAt;
const paymentsOf = ({ purchase }: StoredPurchase) =>
  harness.database.select().from(payments).where(eq(payments.userId, purchase.userId)).orderBy(payments.id);
const vaultOf = async ({ vaultId }: StoredPurchase) => {
  const vault = await harness.vault(vaultId);
  return [vault?.paymentStatus, vault?.purchaseId];
};
/** The acts about the payment itself. */
const actsOf = async (vaultId: string) =>
  (await harness.actsOf(vaultId))
    .filter(({ event }) => event === 'payment-seen' || event === 'trial-started')
    .map(({ event, detail }) => ({ event, ...(detail as object) }));
const paid = ({ purchase }: StoredPurchase, plan = 'basic_subscription') => ({
  event: 'payment-seen',
  plan,
  amountCents: purchase.amountCents,
  purchase: purchase.id,
});
const month = ({ purchase }: StoredPurchase, change: Partial<Invoice> = {}): Invoice => ({
  id: purchase.invoiceId ?? '',
  at: harness.clock.now(),
  totalCents: 299,
  dueCents: 299,

  isPaid: true,
  intentId: null,
  ...change,
});
const withMonth = (stored: StoredPurchase) => ({ listInvoices: async () => [month(stored)] });

test('a payment activates its vault, which is counted once, with its period, its receipt and one act', async () => {
  const once = await begun('once');
  const { purchase, vaultId, rowId } = once;
  expect(await settle(purchase)).toEqual({ outcome: 'settled', paymentStatus: 'paid' });
  const { periodStart: currentPeriodStart, periodEnd: currentPeriodEnd } = purchase;
  const row = { status: 'paid', vaultsCreated: 1, currentPeriodStart, currentPeriodEnd };
  expect(await rowOf(rowId)).toMatchObject(row);
  expect(await vaultOf(once)).toEqual(['paid', rowId]);
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  const receipt = { vaultTitle: 'For Rosa', price: '29.99', continues: false };
  expect(await harness.lastFacts('payment-receipt')).toMatchObject(receipt);
  expect(await actsOf(vaultId)).toEqual([{ ...paid(once, 'basic_one_time'), outcome: 'activated' }]);
  expect(refunded()).toEqual([]);
});

test.each([
  ['once', 'paid', 'payment', 'paid', null],
  ['monthly', 'paid', 'payment', 'paid', null],
  ['monthly', 'trial', 'trial-without-card', 'trial', 'used'],
  ['monthly', 'paid', 'trial-with-card', 'paid', 'used'],
  ['monthly', 'past-due', 'trial-with-card', 'paid', 'used'],
  ['monthly', 'paused', 'payment', 'lapsed', null],
] as const)(
  'a plan paid %s that is %s and started with a %s makes its vault %s; a free month counts as used',
  async (kind, state, beginning, status, trial) => {
    const plan = await begun(kind, state);
    expect(await settle({ ...plan.purchase, beginning })).toEqual({ outcome: 'settled', paymentStatus: status });
    expect(await vaultOf(plan)).toEqual([status, plan.rowId]);
    expect(await trialOf(plan)).toEqual(trial && harness.clock.now());
    const event = state === 'trial' ? 'trial-started' : 'payment-seen';
    expect(await actsOf(plan.vaultId)).toMatchObject([{ event, outcome: 'activated' }]);
    const letters = { 'past-due': ['payment-failed'], paused: ['plan-paused'], paid: [], trial: [] }[state];
    expect(await harness.lettersTo(plan.purchase.userId)).toEqual(letters);
    const ofVault = {
      'past-due': [],
      paused: [],
      paid: kind === 'once' ? ['payment-receipt'] : [],
      trial: ['trial-started'],
    };
    expect(await harness.lettersOf(plan.vaultId)).toEqual(['executor-code', ...ofVault[state]]);
  },
);

test('a plan that starts on time gets no letter about its card until a later event', async () => {
  const plan = await begun('monthly');
  const card = { brand: 'visa', lastFour: '4242', expiresAt: plan.purchase.periodStart };
  await settle({ ...plan.purchase, card });
  expect(await harness.lettersTo(plan.purchase.userId)).toEqual([]);
  await settle({ ...plan.purchase, card });
  expect(await harness.lettersTo(plan.purchase.userId)).toEqual(['card-expiring']);
});

test('a payment that activates nothing is refunded once, listed as refunded, and audited with its reason', async () => {
  const once = await begun('once');
  const { purchase, vaultId, rowId } = once;
  const planName = 'basic_one_time';
  const refusal = { outcome: 'refunded', reason: 'price-differs', planName, paymentStatus: 'unpaid' };
  expect(await settle({ ...purchase, amountCents: 1234 })).toEqual(refusal);
  expect(refunded()).toEqual([{ kind: 'once', id: purchase.id, intentId: purchase.id }]);
  expect(await rowOf(rowId)).toMatchObject({ status: 'refunded', vaultsCreated: 0, updatedAt: harness.clock.now() });
  expect(await harness.lettersTo(purchase.userId)).toEqual(['payment-returned']);
  expect(await harness.lastFacts('payment-returned')).toMatchObject({ amount: '12.34' });
  expect(await paymentsOf(once)).toMatchObject([{ paidCents: 1234, refundedCents: 1234 }]);
  const waiting = await begun('once');
  await settle({ ...waiting.purchase, amountCents: 1 }, { refund: async () => refuse('service-busy') });
  expect((await rowOf(waiting.rowId))?.status).toBe('refunding');
  const act = { ...paid(once, planName), amountCents: 1234, outcome: 'refunded', reason: 'price-differs' };
  expect(await actsOf(vaultId)).toEqual([act]);
  expect(await settle(purchase)).toEqual({ ...refusal, reason: 'earlier' });
  expect([refunded(), await actsOf(vaultId)]).toEqual([[], [act]]);
});

test.each([
  ['pi_of_a_month', 'paid', ['payment-returned']],
  ['seti_of_a_card', 'paid', []],
  ['pi_of_a_free_month', 'trial', []],
  [null, 'paid', []],
] as const)(
  'for a first month with the intent %s that is %s, the refund letters are %j',
  async (stripePaymentIntentId, state, letters) => {
    const { purchase, rowId } = await begun('monthly', state);
    const row = eq(userSubscriptions.id, rowId);
    await harness.database.update(userSubscriptions).set({ stripePaymentIntentId }).where(row);
    expect(await settle({ ...purchase, currency: 'huf' })).toMatchObject({ reason: 'price-differs' });
    expect(refunded()).toEqual([{ kind: 'monthly', id: purchase.id, intentId: stripePaymentIntentId }]);
    expect(await harness.lettersTo(purchase.userId)).toEqual(letters);
  },
);

test('a second free month, and a payment for an account that is being deleted, are refunded', async () => {
  const trial = await begun('monthly', 'trial');
  await setUser(trial.purchase.userId, { trialStartedAt: harness.clock.now() });
  const beginning = 'trial-without-card';
  expect(await settle({ ...trial.purchase, beginning })).toMatchObject({
    reason: 'trial-used',
    paymentStatus: 'unpaid',
  });
  const once = await begun('once');
  await setUser(once.purchase.userId, { deletedAt: harness.clock.now() });
  expect(await settle(once.purchase)).toMatchObject({ reason: 'vault-gone', paymentStatus: 'unpaid' });
  expect(refunded()).toHaveLength(2);
});

test('a vault takes the free place of another purchase, is counted there, and its payment is refunded', async () => {
  const first = await bought('paid');
  await harness.removeVault(first.vaultId);
  const second = await begun('monthly', 'paid', first.purchase.userId);
  const { purchase, rowId, vaultId } = second;
  const reason = 'place-was-free';
  const planName = 'basic_subscription';
  expect(await settle(purchase)).toEqual({ outcome: 'refunded', reason, planName, paymentStatus: 'paid' });
  expect(await vaultOf(second)).toEqual(['paid', first.rowId]);
  expect(await rowOf(first.rowId)).toMatchObject({ status: 'paid', vaultsCreated: 2 });
  expect(await rowOf(rowId)).toMatchObject({ status: 'refunded', vaultsCreated: 0 });
  expect(refunded()).toMatchObject([{ id: purchase.id }]);
  expect(await actsOf(vaultId)).toEqual([{ ...paid(second), outcome: 'refunded', reason }]);
});

/** A renewal of an ended purchase, as Stripe reports it. */
async function renewalOf(ended: StoredPurchase, state: PurchaseState = 'paid', owner = ended.purchase.userId) {
  const wanted = { status: 'open', kind: 'monthly', state, owner, replacesId: ended.rowId } as const;
  const renewal = await storedPurchase(harness, wanted);
  return { ...renewal, purchase: { ...renewal.purchase, vaultId: ended.vaultId } };
}

test.each([
  ['paid', 'paid', []],
  ['past-due', 'paid', ['payment-failed']],
  ['paused', 'lapsed', ['plan-paused']],
] as const)(
  'a renewal that is %s takes over the vaults once and makes them %s',
  async (state, vaultStatus, letters) => {
    const ended = await bought('ended');
    const renewal = await renewalOf(ended, state);
    const answers = withMonth(renewal);
    expect(await settle(renewal.purchase, answers)).toEqual({ outcome: 'settled', paymentStatus: vaultStatus });
    expect(await rowOf(ended.rowId)).toMatchObject({ status: 'replaced', updatedAt: harness.clock.now() });
    expect(await rowOf(renewal.rowId)).toMatchObject({ status: state, vaultsCreated: 1 });
    expect(await vaultOf(ended)).toEqual([vaultStatus, renewal.rowId]);
    expect(await actsOf(ended.vaultId)).toEqual([{ ...paid(renewal), outcome: 'renewed' }]);
    expect(await harness.lettersTo(ended.purchase.userId)).toEqual([...letters, 'payment-receipt'].sort());
    expect(await harness.lastFacts('payment-receipt')).toMatchObject({ continues: false, vaultTitle: null });
  },
);

test('a renewal on time gets no letter about its card until a later event', async () => {
  const renewal = await renewalOf(await bought('ended'));
  const card = { brand: 'visa', lastFour: '4242', expiresAt: renewal.purchase.periodStart };
  await settle({ ...renewal.purchase, card });
  expect(await harness.lettersTo(renewal.purchase.userId)).toEqual([]);
});

test('the vaults of an ended plan move to a free place, are counted there, and the renewal is refunded', async () => {
  const other = await bought('paid');
  await harness.removeVault(other.vaultId);
  const ended = await bought('ended', other.purchase.userId);
  const renewal = await renewalOf(ended);
  const reason = 'place-was-free';
  expect(await settle(renewal.purchase)).toMatchObject({ outcome: 'refunded', reason, paymentStatus: 'paid' });
  expect(await vaultOf(ended)).toEqual(['paid', other.rowId]);
  expect((await rowOf(ended.rowId))?.status).toBe('replaced');
  expect((await rowOf(other.rowId))?.vaultsCreated).toBe(2);
  expect((await rowOf(renewal.rowId))?.status).toBe('refunded');
  expect(await actsOf(ended.vaultId)).toEqual([{ ...paid(renewal), outcome: 'refunded', reason }]);
  expect(refunded()).toMatchObject([{ id: renewal.purchase.id }]);
});

test("a renewal of a running plan, of somebody else's plan or by a leaving owner is refunded, and no vault moves", async () => {
  const [running, strange, leaving, foreign] = [
    ...[await bought('paid'), await bought('ended'), await bought('ended'), await bought('ended')],
  ] as [StoredPurchase, StoredPurchase, StoredPurchase, StoredPurchase];
  await setUser(leaving.purchase.userId, { deletedAt: harness.clock.now() });
  for (const [ended, renewal, reason] of [
    [running, await renewalOf(running), 'renewed-before'],
    [strange, await renewalOf(strange, 'paid', foreign.purchase.userId), 'vault-gone'],
    [leaving, await renewalOf(leaving), 'vault-gone'],
  ] as const) {
    const [row, vault] = [await rowOf(ended.rowId), await vaultOf(ended)];
    expect(await settle(renewal.purchase)).toMatchObject({ outcome: 'refunded', reason });
    expect([await rowOf(ended.rowId), await vaultOf(ended)]).toEqual([row, vault]);
    expect(refunded()).toMatchObject([{ id: renewal.purchase.id }]);
  }
});

test.each([
  ['paid', true],
  ['paused', false],
] as const)(
  'the receipt for a month of a plan that was %s says that the plan continues: %s',
  async (status, continues) => {
    const plan = await bought(status);
    expect(await settle(plan.purchase, withMonth(plan))).toEqual({ outcome: 'settled', paymentStatus: 'paid' });
    expect(await harness.lettersTo(plan.purchase.userId)).toEqual(['payment-receipt']);
    expect(await harness.lastFacts('payment-receipt')).toMatchObject({ continues, price: '2.99', vaultTitle: null });
  },
);

test('a plan that was changed at Stripe is changed here, with its vaults', async () => {
  const plan = await bought('paid');
  const larger = await planRow(harness, 'premium_subscription');
  await settle({ ...plan.purchase, planId: larger.id });
  expect((await rowOf(plan.rowId))?.planId).toBe(larger.id);
  expect((await harness.vault(plan.vaultId))?.planType).toBe('premium_subscription');
  const smaller = plan.purchase;
  await harness.database.update(userSubscriptions).set({ status: 'ended' }).where(eq(userSubscriptions.id, plan.rowId));
  await settle(smaller);
  expect((await rowOf(plan.rowId))?.planId).toBe(larger.id);
});

test('a charged plan that ended before its events arrived gets a receipt and its end; an uncharged one gets neither', async () => {
  const [charged, never] = [await begun('monthly', 'ended'), await begun('monthly', 'ended')];
  expect(await settle(charged.purchase, withMonth(charged))).toEqual({ outcome: 'nothing' });
  expect(await harness.lettersTo(charged.purchase.userId)).toEqual(['payment-receipt', 'plan-ended']);
  expect(await harness.lastFacts('payment-receipt')).toMatchObject({ continues: true });
  expect(await settle(never.purchase)).toEqual({ outcome: 'nothing' });
  expect(await harness.lettersTo(never.purchase.userId)).toEqual([]);
  const once = await begun('once', 'ended');
  await settle({ ...once.purchase, isCharged: true });
  expect([await harness.lettersTo(once.purchase.userId), await harness.lettersOf(once.vaultId)]).toEqual([[], []]);
  for (const { rowId } of [charged, never, once]) expect((await rowOf(rowId))?.status).toBe('ended');
});

test('invoices are read only for a monthly plan whose latest invoice is not recorded', async () => {
  const asked: string[] = [];
  const listInvoices = async (id: string) => {
    asked.push(id);
    return [];
  };
  const answers = { listInvoices };
  const plan = await bought('paid');
  const once = await storedPurchase(harness, { status: 'paid', kind: 'once' });
  for (const purchase of [
    once.purchase,
    { ...plan.purchase, state: 'trial' as const },
    { ...plan.purchase, invoiceId: null },
  ]) {
    await settle(purchase, answers);
  }
  expect(asked).toEqual([]);
  await settle(plan.purchase, answers);
  expect(asked.splice(0)).toEqual([plan.purchase.id]);
  await settle(plan.purchase, withMonth(plan));
  await settle(plan.purchase, answers);
  expect(asked).toEqual([]);
});

test('for each new paid month, its refunds are read and recorded', async () => {
  const plan = await bought('paid');
  await settle(plan.purchase, withMonth(plan));
  const invoiceId = `${plan.purchase.invoiceId}_9`;
  const [read, months]: [string[], Invoice[]] = [
    [],
    [
      month(plan, { id: invoiceId, intentId: 'pi_back' }),
      month(plan, { id: `${plan.purchase.invoiceId}_8`, intentId: 'pi_owed', isPaid: false }),
      month(plan, { id: `${plan.purchase.invoiceId}_7`, intentId: 'pi_kept' }),
      month(plan, { id: `${plan.purchase.invoiceId}_6` }),
      month(plan, { intentId: 'pi_known' }),
    ],
  ];
  await settle(
    { ...plan.purchase, invoiceId },
    {
      listInvoices: async () => months,
      async readReturned(intentId) {
        read.push(intentId);
        return intentId === 'pi_back' ? { customerId: 'cus', refundedCents: 100, isLost: true } : null;
      },
    },
  );
  expect(read.sort()).toEqual(['pi_back', 'pi_kept']);
  const kept = { refundedCents: 0, isDisputed: false };
  expect(await paymentsOf(plan)).toMatchObject([
    { ...kept, intentId: null },
    { ...kept, intentId: null },
    { ...kept, intentId: 'pi_kept' },
    { refundedCents: 100, isDisputed: true, intentId: 'pi_back' },
  ]);
});

test('the card of a free month is set on its plan only if the setup has a card and the plan has none', async () => {
  const card = { brand: 'visa', lastFour: '4242', expiresAt: null };
  const plan = await storedPurchase(harness, { status: 'trial', kind: 'monthly', state: 'trial' });
  const free = { ...plan.purchase, beginning: 'trial-with-card' as const };
  const once = await storedPurchase(harness, { status: 'paid', kind: 'once', state: 'trial' });
  const asked: unknown[] = [];
  const answers = (read: Purchase | null): Partial<PaymentGateway> => ({
    async attachCard(setup, id) {
      asked.push([setup, id]);
      return id ?? null;
    },
    async readPurchase(id) {
      asked.push(id);
      return read;
    },
  });
  const setIntent = (stripePaymentIntentId: string | null) =>
    harness.database
      .update(userSubscriptions)
      .set({ stripePaymentIntentId })
      .where(eq(userSubscriptions.id, plan.rowId));
  await settle(free, answers(free));
  await setIntent('seti_card');
  for (const other of [
    { ...free, state: 'paid' as const },
    { ...free, beginning: 'trial-without-card' as const },
    { ...free, card },
    { ...once.purchase, beginning: 'trial-with-card' as const },
    { ...free, id: 'sub_unknown', customerId: 'cus_unknown' },
  ]) {
    await settle(other, answers(other));
  }
  expect(asked).toEqual([]);
  const again = await storedPurchase(harness, { status: 'trial', kind: 'monthly', state: 'trial' });
  const stripePaymentIntentId = 'seti_again';
  const row = eq(userSubscriptions.id, again.rowId);
  await harness.database.update(userSubscriptions).set({ stripePaymentIntentId }).where(row);
  const later = { ...again.purchase, beginning: 'trial-with-card' as const };
  const periodEnd = new Date('2028-01-01T00:00:00Z');
  await settle(later, answers({ ...later, card, periodEnd }));
  expect(asked.splice(0)).toEqual([['seti_again', later.id], later.id]);
  expect((await rowOf(again.rowId))?.currentPeriodEnd).toEqual(periodEnd);
  await settle(later, answers(null));
  expect((await rowOf(again.rowId))?.currentPeriodEnd).toEqual(later.periodEnd);
  await settle(later, { ...answers(later), attachCard: async () => null });
  expect(asked).toEqual([['seti_again', later.id], later.id]);
});

test('a purchase that was started here but not stored is stored when it is settled, under its own id', async () => {
  for (const kind of ['once', 'monthly'] as const) {
    const { purchase, rowId } = await begun(kind);
    await harness.database.delete(userSubscriptions).where(eq(userSubscriptions.id, rowId));
    await settle({ ...purchase, intentId: kind === 'once' ? purchase.id : 'pi_first_month' });
    expect(await harness.purchases(purchase.userId)).toMatchObject([
      {
        planId: purchase.planId,
        replacesId: null,
        status: 'paid',
        createdAt: harness.clock.now(),
        stripeSubscriptionId: kind === 'once' ? null : purchase.id,
        stripePaymentIntentId: kind === 'once' ? purchase.id : 'pi_first_month',
      },
    ]);
    await settle(purchase);
    expect(await harness.purchases(purchase.userId)).toHaveLength(1);
  }
});
