// The letters about a plan: each is sent once, whichever event arrives first, and none is missed if no event arrives.
import { expect, test } from 'vitest';
import { begunOnce, deliverAllAgain, monthly, passDays, saveCard, timePasses } from '../../../testing/owned-plans.ts';
import { cards } from '../../../testing/payment-harness.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { reconcilePayments } from '../webhooks/reconcile-payments.ts';

const harness = usePaymentHarness();

test('PAY-50: the owner is notified once, three days before a trial ends', async () => {
  const plan = await monthly(harness, 'basic_subscription', null);
  const { ownerId } = plan;
  await timePasses(harness, plan, 26);
  expect(await harness.lettersTo(ownerId)).toEqual([]);
  await timePasses(harness, plan, 1.5);
  expect(await harness.lettersTo(ownerId)).toEqual(['trial-ending']);
  await deliverAllAgain(harness);
  await reconcilePayments(harness.needs);
  expect(await harness.lettersTo(ownerId)).toEqual(['trial-ending']);
});

test('if no event arrives, reconciliation sends the letters about the end of the trial and of the plan', async () => {
  const plan = await monthly(harness, 'basic_subscription', null);
  const { ownerId } = plan;
  harness.eventsArrive(false);
  await timePasses(harness, plan, 28);
  await reconcilePayments(harness.needs);
  await reconcilePayments(harness.needs);
  expect(await harness.lettersTo(ownerId)).toEqual(['trial-ending']);
  await timePasses(harness, plan, 3);
  await reconcilePayments(harness.needs);
  expect(await harness.lettersTo(ownerId)).toEqual(['plan-ended', 'trial-ending']);
});

test('an unpaid month causes one letter, however many days pass, and the next unpaid month another', {
  tags: 'long',
}, async () => {
  const plan = await monthly(harness, 'basic_subscription', cards.failsLater);
  const { ownerId, vaultId, stripeId: id } = plan;
  const failures = async () => (await harness.lettersTo(ownerId)).filter((kind) => kind === 'payment-failed').length;
  await passDays(harness, id, 31);
  for (let day = 0; day < 3; day++) await passDays(harness, id, 1);
  await deliverAllAgain(harness);
  expect(await failures()).toBe(1);

  await saveCard(harness, plan);
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
  await harness.sandbox.tools.setDeclining(id, true);
  await passDays(harness, id, 31);
  await passDays(harness, id, 1);
  expect(await failures()).toBe(2);
});

test('the letter about our refund is written in the transaction that decides it, and its event causes no second letter', async () => {
  const ownerId = await harness.owner();
  const first = await begunOnce(harness, 'basic_one_time', ownerId);
  const second = await begunOnce(harness, 'basic_one_time', ownerId);
  await harness.confirm(first.clientSecret);
  await harness.confirm(second.clientSecret);
  await harness.sandbox.delivered();
  await deliverAllAgain(harness);
  expect(await harness.lettersTo(ownerId)).toEqual(['payment-returned']);
  expect(await harness.charged()).toBe(2999);
});
