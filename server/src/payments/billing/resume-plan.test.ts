// A paused plan: its vaults are frozen and can still be released, nothing is charged, and its owner can resume it.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { monthly, passDays, paused, saveCard, timePasses } from '../../../testing/owned-plans.ts';
import { cards } from '../../../testing/payment-harness.ts';
import { refused, usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { findUser, type UserRow } from '../../people/users/user-store.ts';
import { listRestoredPlans } from '../../plans/restored-plans.ts';
import { users } from '../../platform/database/schema.ts';
import { endPurchases } from '../settlement/end-purchases.ts';
import { cancelPlan, resumePlan } from './monthly-plan.ts';
import { showBilling } from './show-billing.ts';

const harness = usePaymentHarness();

test('a paused plan freezes its vaults and charges nothing; resuming it charges one month once and unfreezes them', {
  tags: 'long',
}, async () => {
  const { ownerId, vaultId, id, stripeId } = await paused(harness);
  expect(await harness.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  harness.clock.pass({ days: 90 });
  await harness.paymentGateway.readPurchase(stripeId);
  await harness.sandbox.delivered();
  expect(await harness.charged()).toBe(0);
  expect((await showBilling(harness.needs, ownerId)).plans).toMatchObject([
    { state: 'paused', nextPayment: null, endsAt: null, changesTo: null, card: { lastFour: '4242' } },
  ]);
  const resumed = await Promise.all(Array.from({ length: 10 }, () => resumePlan(harness.needs, { ownerId, id })));
  expect(resumed.map(({ state }) => state)).toEqual(resumed.map(() => 'paid'));
  await harness.sandbox.delivered();
  expect(await harness.charged()).toBe(299);
  expect(await harness.statusOf(vaultId)).toBe('paid');
  expect(await harness.lettersTo(ownerId)).toEqual(['payment-receipt', 'plan-paused']);
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'trial-started']);
  await resumePlan(harness.needs, { ownerId, id });
  expect(await harness.charged()).toBe(299);
});

test('a paused plan without a card can be resumed with a new one, and a declined card leaves it paused', {
  tags: 'long',
}, async () => {
  const plan = await paused(harness, null);
  expect(await saveCard(harness, plan, cards.failsLater)).toMatchObject({
    state: 'paused',
    card: { lastFour: '0341' },
  });
  await expect(resumePlan(harness.needs, plan)).rejects.toEqual(refused('card-declined'));
  await expect(resumePlan(harness.needs, plan)).rejects.toEqual(refused('card-declined'));
  expect(await harness.statusOf(plan.vaultId)).toBe('lapsed');
  await saveCard(harness, plan);
  expect(await resumePlan(harness.needs, plan)).toMatchObject({ state: 'paid', card: { lastFour: '4242' } });
  expect(await harness.statusOf(plan.vaultId)).toBe('paid');
  expect(await harness.charged()).toBe(299);
});

test('resuming a plan that was paused with an unpaid month charges that month and no other', {
  tags: 'long',
}, async () => {
  const plan = await monthly(harness, 'basic_subscription', cards.failsLater);
  await timePasses(harness, plan, 31);
  await harness.sandbox.tools.pause(plan.stripeId);
  await harness.sandbox.delivered();
  harness.clock.pass({ days: 60 });
  await saveCard(harness, plan);
  expect(await resumePlan(harness.needs, plan)).toMatchObject({ state: 'paid' });
  await harness.sandbox.delivered();
  expect(await harness.charged()).toBe(299);
  expect(await harness.statusOf(plan.vaultId)).toBe('paid');
});

test("a deleted account's paused plan can't be resumed, and does not change until the purge", {
  tags: 'long',
}, async () => {
  const { ownerId, id, stripeId } = await paused(harness);
  await harness.database.update(users).set({ deletedAt: harness.clock.now() }).where(eq(users.id, ownerId));
  await expect(resumePlan(harness.needs, { ownerId, id })).rejects.toEqual(refused('plan-not-found'));
  await endPurchases({ ...harness.needs, reportFailure: (...fault) => harness.faults.push(fault) }, ownerId);
  expect((await harness.paymentGateway.readPurchase(stripeId))?.state).toBe('paused');
});

test("deleting the account ends a plan with its paid month; undoing it charges nothing and keeps the owner's own cancellation", {
  tags: 'long',
}, async () => {
  const plans = [await monthly(harness), await monthly(harness), await monthly(harness)] as const;
  const [kept, cancelled, left] = plans;
  for (const plan of plans) await passDays(harness, plan.stripeId, 31);
  await cancelPlan(harness.needs, { ...cancelled, isCancelled: true });
  const setDeleted = (deletedAt: Date | null) => harness.database.update(users).set({ deletedAt });
  const end = () => endPurchases({ ...harness.needs, reportFailure: (...fault) => harness.faults.push(fault) });
  const stateOf = async ({ stripeId }: (typeof plans)[number]) => {
    const purchase = await harness.paymentGateway.readPurchase(stripeId);
    return [purchase?.state, purchase?.endsAt !== null];
  };
  await setDeleted(harness.clock.now());
  await end();
  await end();
  for (const plan of plans) expect(await stateOf(plan)).toEqual(['paid', true]);
  await passDays(harness, left.stripeId, 31);
  const outcomesOf = async ({ ownerId }: (typeof plans)[number]) => {
    const owner = (await findUser(harness.database, ownerId)) as UserRow;
    const found = await harness.database.transaction((tx) => listRestoredPlans(tx, owner, harness.clock.now()));
    return found.map(({ outcome }) => outcome);
  };
  expect(await outcomesOf(kept)).toEqual(['renews']);
  expect(await outcomesOf(cancelled)).toEqual(['ends']);
  expect(await outcomesOf(left)).toEqual(['ended']);
  await setDeleted(null);
  const billed = (await showBilling(harness.needs, kept.ownerId)).plans;
  expect(billed).toMatchObject([{ isCancelled: false, endsAt: null, nextPayment: { amount: '2.99' } }]);
  await cancelPlan(harness.needs, { ...kept, isCancelled: true });
  await end();
  expect(await stateOf(kept)).toEqual(['paid', true]);
  await cancelPlan(harness.needs, { ...kept, isCancelled: false });
  await end();
  expect([await stateOf(kept), await stateOf(cancelled)]).toEqual([
    ['paid', false],
    ['paid', true],
  ]);
  expect((await stateOf(left))[0]).toBe('ended');
  expect(await harness.statusOf(kept.vaultId)).toBe('paid');
  expect(await harness.charged()).toBe(3 * 299);
});
