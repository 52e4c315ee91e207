// The refusals of the payment and plan calls over HTTP, on a real database with the sandbox behind Stripe's SDK.
import * as contract from '@remembrance/contract/billing.ts';
import * as payments from '@remembrance/contract/payments.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../testing/caller.ts';
import { expectRefused } from '../../../testing/expect-refused.ts';
import {
  addVault,
  ended,
  type Monthly,
  monthly,
  type OwnedPlan,
  paidOnce,
  paused,
  saveCard,
  timePasses,
} from '../../../testing/owned-plans.ts';
import { openPaymentCaller } from '../../../testing/payment-caller.ts';
import { cards } from '../../../testing/payment-harness.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { plans } from '../../platform/database/schema.ts';

const harness = usePaymentHarness();

type Call = () => Promise<LightMyRequestResponse>;
const refusedWith = (code: RefusalCode, call: Call, besides?: string[]) =>
  expectRefused(harness.database, code, call, besides);
const signedInAs = ({ ownerId }: OwnedPlan): Caller => openPaymentCaller(harness.needs, ownerId);

/** A declined charge leaves Stripe's objects and its events. */
const declinedCharge = ['sandbox_objects', 'payment_events'];

function changeTo(plan: Monthly, caller: Caller, id: string): Promise<LightMyRequestResponse> {
  const at = harness.clock.now().toISOString();
  return caller.call(contract.changePlan, { params: { id }, body: { plan, at } });
}

test('a paused plan cannot be changed or cancelled', async () => {
  const plan = await paused(harness);
  const [caller, { id }] = [signedInAs(plan), plan];
  const query = { plan: 'premium_subscription' } as const;
  await refusedWith('plan-paused', () => caller.call(contract.previewPlanChange, { params: { id }, query }));
  await refusedWith('plan-paused', () => changeTo(query.plan, caller, id));
  const body = { isCancelled: true };
  await refusedWith('plan-paused', () => caller.call(contract.cancelPlan, { params: { id }, body }));
});

describe('a plan cannot be changed', () => {
  test('to itself or to a plan that is paid once', async () => {
    const plan = await monthly(harness);
    const [caller, { id }] = [signedInAs(plan), plan];
    for (const other of ['basic_subscription', 'premium_one_time'] as const) {
      const query = { plan: other };
      await refusedWith('wrong-plan-kind', () => caller.call(contract.previewPlanChange, { params: { id }, query }));
    }
  });

  test('a plan cannot be changed to one that has no room for its vaults', async () => {
    const plan = await monthly(harness, 'premium_subscription');
    await addVault(harness, plan.ownerId, 'premium_subscription');
    const [caller, { id }] = [signedInAs(plan), plan];
    const query = { plan: 'basic_subscription' } as const;
    await refusedWith('plan-too-small', () => caller.call(contract.previewPlanChange, { params: { id }, query }));
    await refusedWith('plan-too-small', () => changeTo(query.plan, caller, id));
  });

  test('a plan cannot be changed with a card that is declined', async () => {
    const plan = await monthly(harness);
    await timePasses(harness, plan, 31);
    await saveCard(harness, plan, cards.failsLater);
    const caller = signedInAs(plan);
    const query = { plan: 'premium_subscription' } as const;
    await caller.ask(contract.previewPlanChange, { params: { id: plan.id }, query });
    const before = await harness.charged();
    await refusedWith('card-declined', () => changeTo(query.plan, caller, plan.id), declinedCharge);
    expect(await harness.charged()).toBe(before);
  });
});

test('a paused plan is not resumed without a card, or with a declined card', async () => {
  const plan = await paused(harness, null);
  const resume: Call = () => signedInAs(plan).call(contract.resumePlan, { params: { id: plan.id } });
  await refusedWith('card-needed', resume);
  await saveCard(harness, plan, cards.failsLater);
  await refusedWith('card-declined', resume, declinedCharge);
  expect(await harness.charged()).toBe(0);
});

describe('an ended plan cannot be restarted', () => {
  const restart = (plan: OwnedPlan): Call => {
    const { id } = plan;
    return () => signedInAs(plan).call(contract.renewPlan, { params: { id } });
  };

  test('an ended plan without a vault cannot be restarted', async () => {
    const plan = await ended(harness);
    await harness.removeVault(plan.vaultId);
    await refusedWith('plan-without-vaults', restart(plan));
  });

  test('an ended plan that is no longer offered cannot be restarted', async () => {
    const plan = await ended(harness);
    await harness.database.update(plans).set({ isActive: false }).where(eq(plans.name, 'basic_subscription'));
    await refusedWith('plan-not-offered', restart(plan));
  });

  test('an ended plan that no longer has room for its vaults cannot be restarted', async () => {
    const plan = await ended(harness, 'premium_subscription', 2);
    await harness.database.update(plans).set({ vaultLimit: 1 }).where(eq(plans.name, 'premium_subscription'));
    await refusedWith('plan-too-small', restart(plan));
  });
});

test('a draft cannot be paid for once the plan has its maximum number of vaults', async () => {
  const { ownerId } = await paidOnce(harness);
  const second = await harness.draft(ownerId, 'basic_one_time');
  const caller = openPaymentCaller(harness.needs, ownerId);
  const body = { vaultId: second };
  await refusedWith('plan-limit-reached', () => caller.call(payments.createPaymentIntent, { body }));
  const subscriber = await monthly(harness);
  const third = { vaultId: await harness.draft(subscriber.ownerId, 'basic_subscription') };
  const subscribing = openPaymentCaller(harness.needs, subscriber.ownerId);
  await refusedWith('plan-limit-reached', () => subscribing.call(payments.createSubscription, { body: third }));
});
