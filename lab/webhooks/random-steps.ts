// Random steps of a simulated owner: what people, banks and time do to the two purchases.

import { sandboxStore } from '@remembrance/sandbox/store.ts';
import type { PaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import type { Random } from '../support/random.ts';
import {
  buyAgain,
  byOwner,
  cancel,
  cancelOwed,
  changePlanOver,
  resume,
  saveOtherCard,
  undoCancel,
} from './owner-steps.ts';
import {
  newestInvoice,
  passPeriod,
  type SimulatedOwner,
  type Step,
  type StepContext,
  useNextDue,
} from './simulated-owner.ts';

type Monthly = SimulatedOwner['monthly']['state'];

/** Most months are renewed, because only a second month shows what happens twice. */
const renewProbability = 0.25;

/** Takes one random step for each of the two purchases, if one is possible. */
export async function takeRandomSteps(harness: PaymentHarness, owner: SimulatedOwner, random: Random): Promise<void> {
  const context = { harness, owner, random, store: sandboxStore(harness.database, harness.clock.now()) };
  const hasArrived = owner.monthly.state === 'card-missed' && (await newestInvoice(context))?.status === 'paid';
  if (hasArrived) owner.monthly.state = 'paid';
  for (const steps of [onceSteps[owner.once.state], monthlySteps[owner.monthly.state]]) {
    const names = Object.keys(steps);
    const renews = 'renew' in steps && random.happens(renewProbability);
    const name = renews ? 'renew' : names[Math.floor(random.next() * names.length)];
    if (name === undefined) continue;
    owner.history.push(name);
    await steps[name]?.(context);
  }
}

const nothing: Step = async () => {};

function endOnce(owner: SimulatedOwner): void {
  owner.once.state = 'over';
  if (owner.missed.includes(owner.once.intentId)) owner.returnedMissed += 1;
}
const paidOnceSteps: Record<string, Step> = {
  nothing,
  async refund({ harness, owner }) {
    await harness.sandbox.tools.refund(owner.once.intentId);
    const charge = await sandboxStore(harness.database, harness.clock.now()).find('charge', {
      payment_intent: owner.once.intentId,
    });
    if (!charge?.refunded) return; // it is disputed
    endOnce(owner);
    owner.cents -= 2999;
  },
  dispute: ({ harness, owner }) => harness.sandbox.tools.dispute(owner.once.intentId),
  async 'dispute, won'({ harness, owner }) {
    await harness.sandbox.tools.dispute(owner.once.intentId);
    await harness.sandbox.tools.closeDispute(owner.once.intentId, 'won');
  },
  async 'dispute, lost'({ harness, owner, store }) {
    await harness.sandbox.tools.dispute(owner.once.intentId);
    await harness.sandbox.tools.closeDispute(owner.once.intentId, 'lost');
    const lost = await store.find('dispute', { payment_intent: owner.once.intentId, status: 'lost' });
    if (lost) endOnce(owner);
  },
};
const onceSteps: Record<SimulatedOwner['once']['state'], Record<string, Step>> = {
  unpaid: {},
  paid: paidOnceSteps,
  over: { nothing, 'buy it again': buyAgain('once') },
};

const renew: Step = async ({ harness, owner, store }) => {
  owner.cents += await useNextDue(owner, store);
  await passPeriod(harness, owner);
  owner.monthly.state = 'paid';
};
const failToRenew: Step = async ({ harness, owner, store }) => {
  const isFree = (await useNextDue(owner, store)) === 0;
  await harness.sandbox.tools.setDeclining(owner.monthly.stripeSubscriptionId, true);
  await passPeriod(harness, owner);
  if (isFree) await harness.sandbox.tools.setDeclining(owner.monthly.stripeSubscriptionId, false);
  owner.monthly.state = isFree ? 'paid' : 'owed';
  if (!isFree) owner.failures += 1;
};
const endNow: Step = async ({ harness, owner }) => {
  await harness.paymentGateway.cancelPurchase({ kind: 'monthly', id: owner.monthly.stripeSubscriptionId });
  owner.monthly.state = 'ended';
};
/** Another card was saved for the month, but its event has not arrived. */
const dropMonth =
  (end: Step): Step =>
  async (context) => {
    context.owner.cents -= (await newestInvoice(context))?.amount_due ?? 0;
    await end(context);
  };
const passDay: Step = ({ harness, owner }) => harness.sandbox.tools.passDays(owner.monthly.stripeSubscriptionId, 1);
const disputeMonth =
  (outcome: 'won' | 'lost'): Step =>
  async (context) => {
    const { harness, owner, store } = context;
    const intentId = await newestPayment(context);
    await harness.sandbox.tools.dispute(intentId);
    await harness.sandbox.tools.closeDispute(intentId, outcome);
    if (await store.find('dispute', { payment_intent: intentId, status: 'lost' })) owner.monthly.state = 'ended';
  };

const refundMonth: Step = async (context) => {
  const intentId = await newestPayment(context);
  const charge = await context.store.find('charge', { payment_intent: intentId });
  if (!charge || charge.refunded || charge.disputed) return;
  await context.harness.sandbox.tools.refund(intentId);
  context.owner.cents -= charge.amount;
};
const newestPayment = async (context: StepContext): Promise<string> =>
  (await newestInvoice(context))?.payments.data[0]?.payment.payment_intent ?? '';

const monthlySteps: Record<Monthly, Record<string, Step>> = {
  unpaid: {},
  'trial-without-card': {
    nothing,
    'end now': endNow,
    async 'trial runs out'({ harness, owner }) {
      await passPeriod(harness, owner);
      owner.monthly.state = 'ended';
    },
  },
  trial: {
    async 'trial nears its end'({ harness, owner }) {
      if (owner.isTrialEnding) return;
      await harness.sandbox.tools.passDays(owner.monthly.stripeSubscriptionId, 28);
      owner.isTrialEnding = true;
    },
    renew,
    'fail to renew': failToRenew,
    'end now': endNow,
    cancel,
    'change plan': changePlanOver,
  },
  paid: {
    renew,
    'fail to renew': failToRenew,
    'end now': endNow,
    cancel,
    'change plan': changePlanOver,
    'dispute month, lost': disputeMonth('lost'),
    'refund month': refundMonth,
    async pause({ harness, owner }) {
      await harness.sandbox.tools.pause(owner.monthly.stripeSubscriptionId);
      owner.monthly.state = 'paused';
      owner.pauses += 1;
    },
    'dispute month, won': disputeMonth('won'),
  },
  owed: {
    'a day passes': passDay,
    'another card, whose page is closed or not': saveOtherCard,
    cancel: cancelOwed,
    'end now': endNow,
  },
  'card-missed': { 'a day passes': passDay, cancel: byOwner(dropMonth(cancelOwed)), 'end now': dropMonth(endNow) },
  ending: {
    'undo the cancellation': undoCancel,
    async 'period ends'({ harness, owner }) {
      await passPeriod(harness, owner);
      owner.monthly.state = 'ended';
    },
  },
  paused: {
    nothing,
    'end now': endNow,
    resume,
  },
  ended: { nothing, 'start again': buyAgain('monthly') },
};
