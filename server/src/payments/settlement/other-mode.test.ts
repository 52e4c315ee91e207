// An owner with a customer from another mode, or one that Stripe no longer knows; archived prices; and Stripe's own faults,
// which it repeats for a day.
import { sandboxObjects } from '@remembrance/sandbox/schema.ts';
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { begunOnce, ended, monthly, paidMonthly, paidOnce } from '../../../testing/owned-plans.ts';
import { planRow } from '../../../testing/stored-purchases.ts';
import { refused, usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { users } from '../../platform/database/schema.ts';
import { renewPlan } from '../billing/renew-plan.ts';
import { priceIdOf } from '../checkout/begin-purchase.ts';
import { createPaymentIntent } from '../checkout/create-payment-intent.ts';
import { createSubscription } from '../checkout/create-subscription.ts';

const harness = usePaymentHarness();
const forgetCustomers = () => harness.database.delete(sandboxObjects).where(eq(sandboxObjects.kind, 'customer'));

test('an owner that Stripe no longer knows buys as a new customer, and keeps previous purchases', {
  tags: 'long',
}, async () => {
  const plan = await paidMonthly(harness);
  const { ownerId } = plan;
  await forgetCustomers();
  const { vaultId } = await paidOnce(harness, 'basic_one_time', ownerId);
  expect(await harness.statusOf(vaultId)).toBe('paid');
  await harness.paymentGateway.cancelPurchase({ kind: 'monthly', id: plan.stripeId });
  await harness.sandbox.delivered();
  expect(await harness.statusOf(plan.vaultId)).toBe('lapsed');
  await forgetCustomers();
  const { clientSecret } = await renewPlan(harness.needs, plan);
  await harness.confirm(clientSecret ?? '');
  await harness.sandbox.delivered();
  expect(await harness.statusOf(plan.vaultId)).toBe('paid');
});

test('a customer is used only in its own mode', async () => {
  const { ownerId } = await paidOnce(harness);
  const asked: string[] = [];
  const inMode = (mode: 'live' | 'sandbox') => ({
    ...harness.needs,
    paymentGateway: {
      ...harness.paymentGateway,
      mode,
      createCustomer: async () => 'cus_live',
      async beginPayment(purchase: Parameters<typeof harness.paymentGateway.beginPayment>[0]) {
        asked.push(purchase.customerId);
        return null;
      },
    },
  });
  for (const mode of ['live', 'live', 'sandbox'] as const) {
    const vaultId = await harness.draft(ownerId, 'premium_one_time');
    await createPaymentIntent(inMode(mode), { ownerId, vaultId }).catch(() => {});
  }
  const [customer] = await harness.objects<{ id: string }>('customer');
  expect(asked).toEqual(['cus_live', 'cus_live', 'cus_live', customer?.id, 'cus_live']);
});

test("a plan's Stripe price is created once and stored, and again with its lookup key if it was archived", async () => {
  const plan = () => planRow(harness, 'basic_subscription');
  const first = await priceIdOf(harness.needs, await plan());
  expect(await priceIdOf(harness.needs, await plan())).toBe(first);
  const store = sandboxStore(harness.database, harness.clock.now());
  const price = await store.get('price', first);
  if (price) await store.put({ ...price, active: false });
  const second = await priceIdOf(harness.needs, await plan());
  expect(second).not.toBe(first);
  expect(await plan()).toMatchObject({ stripePriceId: second });
  await monthly(harness);
});

test('a Stripe fault at any start of a purchase is not replayed to the next attempt', { tags: 'long' }, async () => {
  const { breakNext } = harness.sandbox.tools;
  const afterFault = async (begin: () => Promise<unknown>) => {
    breakNext();
    await expect(begin()).rejects.toEqual(refused('service-busy'));
    await begin();
  };
  const ownerId = await harness.owner();
  const once = await harness.draft(ownerId, 'basic_one_time');
  await afterFault(() => createPaymentIntent(harness.needs, { ownerId, vaultId: once })); // its customer
  const other = await harness.draft(ownerId, 'premium_one_time');
  await afterFault(() => createPaymentIntent(harness.needs, { ownerId, vaultId: other }));
  const trial = await harness.draft(ownerId, 'basic_subscription');
  await priceIdOf(harness.needs, await planRow(harness, 'basic_subscription'));
  await afterFault(() => createSubscription(harness.needs, { ownerId, vaultId: trial }));
  const plan = await ended(harness);
  await afterFault(() => renewPlan(harness.needs, plan));
});

test('if the name changed after an answer was lost, the next attempt is a new call', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const { paymentGateway } = harness;
  const lost = {
    ...paymentGateway,
    async createCustomer(person: Parameters<typeof paymentGateway.createCustomer>[0]) {
      await paymentGateway.createCustomer(person);
      throw new Error('the answer was lost');
    },
  };
  await expect(createPaymentIntent({ ...harness.needs, paymentGateway: lost }, { ownerId, vaultId })).rejects.toThrow();
  await harness.database.update(users).set({ lastName: 'Okafor' }).where(eq(users.id, ownerId));
  expect((await createPaymentIntent(harness.needs, { ownerId, vaultId })).clientSecret).toMatch(/^pi_/);
  expect((await begunOnce(harness)).clientSecret).toMatch(/^pi_/);
});
