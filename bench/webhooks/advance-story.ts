// How a story goes on: what people, banks and time do to the two purchases, one random step after the other.
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import type { PaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import {
  buyAgain,
  byOwner,
  cancel,
  cancelOwed,
  changePlanOver,
  resume,
  saveOtherCard,
  takeBack,
} from './owner-steps.ts';
import {
  type Chance,
  newestInvoice,
  passPeriod,
  type Step,
  type StepContext,
  type Story,
  takeNextDue,
} from './story.ts';

type Monthly = Story['monthly']['state'];

/** Most months are simply renewed, and only a second one shows what is done twice. */
const renewProbability = 0.25;

/** Takes one random step for each of the two purchases, where one is possible. */
export async function advanceAtRandom(harness: PaymentHarness, story: Story, chance: Chance): Promise<void> {
  const context = { harness, story, chance, store: sandboxStore(harness.database, harness.clock.now()) };
  const hasArrived = story.monthly.state === 'card-missed' && (await newestInvoice(context))?.status === 'paid';
  if (hasArrived) story.monthly.state = 'paid';
  for (const steps of [onceSteps[story.once.state], monthlySteps[story.monthly.state]]) {
    const names = Object.keys(steps);
    const renews = 'renew' in steps && chance() < renewProbability;
    const name = renews ? 'renew' : names[Math.floor(chance() * names.length)];
    if (name === undefined) continue;
    story.history.push(name);
    await steps[name]?.(context);
  }
}

const nothing: Step = async () => {};

function endOnce(story: Story): void {
  story.once.state = 'over';
  if (story.missed.includes(story.once.intentId)) story.returnedMissed += 1;
}
const paidOnceSteps: Record<string, Step> = {
  nothing,
  async refund({ harness, story }) {
    await harness.sandbox.tools.refund(story.once.intentId);
    const charge = await sandboxStore(harness.database, harness.clock.now()).find('charge', {
      payment_intent: story.once.intentId,
    });
    if (!charge?.refunded) return; // it is disputed
    endOnce(story);
    story.cents -= 2999;
  },
  dispute: ({ harness, story }) => harness.sandbox.tools.dispute(story.once.intentId),
  async 'dispute, won'({ harness, story }) {
    await harness.sandbox.tools.dispute(story.once.intentId);
    await harness.sandbox.tools.closeDispute(story.once.intentId, 'won');
  },
  async 'dispute, lost'({ harness, story, store }) {
    await harness.sandbox.tools.dispute(story.once.intentId);
    await harness.sandbox.tools.closeDispute(story.once.intentId, 'lost');
    const lost = await store.find('dispute', { payment_intent: story.once.intentId, status: 'lost' });
    if (lost) endOnce(story);
  },
};
const onceSteps: Record<Story['once']['state'], Record<string, Step>> = {
  unpaid: {},
  paid: paidOnceSteps,
  over: { nothing, 'buy it again': buyAgain('once') },
};

const renew: Step = async ({ harness, story, store }) => {
  story.cents += await takeNextDue(story, store);
  await passPeriod(harness, story);
  story.monthly.state = 'paid';
};
const failToRenew: Step = async ({ harness, story, store }) => {
  const isFree = (await takeNextDue(story, store)) === 0;
  await harness.sandbox.tools.setDeclining(story.monthly.stripeSubscriptionId, true);
  await passPeriod(harness, story);
  if (isFree) await harness.sandbox.tools.setDeclining(story.monthly.stripeSubscriptionId, false);
  story.monthly.state = isFree ? 'paid' : 'owed';
  if (!isFree) story.failures += 1;
};
const endNow: Step = async ({ harness, story }) => {
  await harness.paymentGateway.cancelPurchase({ kind: 'monthly', id: story.monthly.stripeSubscriptionId });
  story.monthly.state = 'ended';
};
/** Another card was saved for the month, but its event has not arrived. */
const dropMonth =
  (end: Step): Step =>
  async (context) => {
    context.story.cents -= (await newestInvoice(context))?.amount_due ?? 0;
    await end(context);
  };
const passDay: Step = ({ harness, story }) => harness.sandbox.tools.passDays(story.monthly.stripeSubscriptionId, 1);
const disputeMonth =
  (outcome: 'won' | 'lost'): Step =>
  async (context) => {
    const { harness, story, store } = context;
    const intentId = await newestPayment(context);
    await harness.sandbox.tools.dispute(intentId);
    await harness.sandbox.tools.closeDispute(intentId, outcome);
    if (await store.find('dispute', { payment_intent: intentId, status: 'lost' })) story.monthly.state = 'ended';
  };

const refundMonth: Step = async (context) => {
  const intentId = await newestPayment(context);
  const charge = await context.store.find('charge', { payment_intent: intentId });
  if (!charge || charge.refunded || charge.disputed) return;
  await context.harness.sandbox.tools.refund(intentId);
  context.story.cents -= charge.amount;
};
const newestPayment = async (context: StepContext): Promise<string> =>
  (await newestInvoice(context))?.payments.data[0]?.payment.payment_intent ?? '';

const monthlySteps: Record<Monthly, Record<string, Step>> = {
  unpaid: {},
  'trial-without-card': {
    nothing,
    'end now': endNow,
    async 'trial runs out'({ harness, story }) {
      await passPeriod(harness, story);
      story.monthly.state = 'ended';
    },
  },
  trial: {
    async 'trial nears its end'({ harness, story }) {
      if (story.isTrialEnding) return;
      await harness.sandbox.tools.passDays(story.monthly.stripeSubscriptionId, 28);
      story.isTrialEnding = true;
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
    async pause({ harness, story }) {
      await harness.sandbox.tools.pause(story.monthly.stripeSubscriptionId);
      story.monthly.state = 'paused';
      story.pauses += 1;
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
    'take it back': takeBack,
    async 'period ends'({ harness, story }) {
      await passPeriod(harness, story);
      story.monthly.state = 'ended';
    },
  },
  paused: {
    nothing,
    'end now': endNow,
    resume,
  },
  ended: { nothing, 'start again': buyAgain('monthly') },
};
