// Amounts after the first payment for which the owner's bank requires authentication, and what happens without it.
import { expect, test } from 'vitest';
import { monthly, type OwnedPlan, saveCard, timePasses } from '../../../testing/owned-plans.ts';
import { cards } from '../../../testing/payment-harness.ts';
import { refused, usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { resumePlan } from './monthly-plan.ts';
import { showBilling } from './show-billing.ts';

const harness = usePaymentHarness();
const shown = async ({ ownerId }: OwnedPlan) => (await showBilling(harness.needs, ownerId)).plans[0];

/** A paid plan with a card that requires authentication each time. */
async function askingPlan(): Promise<OwnedPlan> {
  const plan = await monthly(harness);
  await timePasses(harness, plan, 31);
  const { clientSecret } = await harness.needs.paymentGateway.beginCardChange(plan.stripeId as never);
  await harness.confirm(clientSecret, cards.alwaysAsks);
  await harness.authenticate(clientSecret, 'complete');
  await harness.sandbox.delivered();
  return plan;
}

async function upgrade(plan: OwnedPlan) {
  const { at, dueNow } = await previewPlanChange(harness.needs, { ...plan, plan: 'premium_subscription' });
  return { dueNow, changed: await changePlan(harness.needs, { ...plan, plan: 'premium_subscription', at }) };
}

test('a change of plan waits until the owner authenticates in the page, and is then charged once', {
  tags: 'long',
}, async () => {
  const plan = await askingPlan();
  const { changed, dueNow } = await upgrade(plan);
  expect(changed).toMatchObject({ name: 'basic_subscription', clientSecret: expect.stringMatching(/^pi_/) });
  expect(await harness.charged()).toBe(299);
  await harness.authenticate(changed.clientSecret ?? '', 'complete');
  await harness.sandbox.delivered();
  expect(await shown(plan)).toMatchObject({ name: 'premium_subscription', state: 'paid', clientSecret: null });
  expect(await harness.charged()).toBe(299 + Math.round(Number(dueNow) * 100));
  expect((await harness.vault(plan.vaultId))?.planType).toBe('premium_subscription');
});

test('a change whose card is declined charges nothing, leaves nothing pending, and uses no credit', {
  tags: 'long',
}, async () => {
  const plan = await monthly(harness);
  await timePasses(harness, plan, 31);
  await saveCard(harness, plan, cards.failsLater);
  await expect(upgrade(plan)).rejects.toEqual(refused('card-declined'));
  expect(await harness.objects('invoice')).not.toContainEqual(expect.objectContaining({ status: 'open' }));
  expect(await shown(plan)).toMatchObject({ name: 'basic_subscription', state: 'paid', clientSecret: null });
  await saveCard(harness, plan);
  const { dueNow, changed } = await upgrade(plan);
  expect(changed).toMatchObject({ name: 'premium_subscription' });
  expect(await harness.charged()).toBe(299 + Math.round(Number(dueNow) * 100));
});

test('the page authenticates an unpaid month and a resumed one with the bank', { tags: 'long' }, async () => {
  const owed = await askingPlan();
  await timePasses(harness, owed, 31);
  const waiting = await shown(owed);
  expect(waiting).toMatchObject({ state: 'past-due', clientSecret: expect.stringMatching(/^pi_/) });
  await harness.authenticate(waiting?.clientSecret ?? '', 'complete');
  await harness.sandbox.delivered();
  expect(await shown(owed)).toMatchObject({ state: 'paid', clientSecret: null });

  const paused = await askingPlan();
  await harness.sandbox.tools.pause(paused.stripeId);
  await harness.sandbox.delivered();
  const resuming = await resumePlan(harness.needs, paused);
  expect(resuming).toMatchObject({ state: 'paused', clientSecret: expect.stringMatching(/^pi_/) });
  await harness.authenticate(resuming.clientSecret ?? '', 'complete');
  await harness.sandbox.delivered();
  expect(await shown(paused)).toMatchObject({ state: 'paid' });
  expect(await harness.charged()).toBe(4 * 299);
});
