// How a story goes on: what people, banks and time do to the two purchases, one random step after the other.
import { intentOf } from '@remembrance/sandbox/card-page.ts';
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { cancelPlan } from '@remembrance/server/billing/cancel-plan.ts';
import { beginCardChange, completeCardChange } from '@remembrance/server/billing/change-card.ts';
import { changePlan, previewPlanChange } from '@remembrance/server/billing/change-plan.ts';
import { renewPlan } from '@remembrance/server/billing/renew-plan.ts';
import { resumePlan } from '@remembrance/server/billing/resume-plan.ts';
import { showBilling } from '@remembrance/server/billing/show-billing.ts';
import { completePayment } from '@remembrance/server/payments/complete-payment.ts';
import { stripeIdOf } from '@remembrance/server/payments/upsert-purchase.ts';
import type { PaymentHarness } from '@remembrance/server/testing/payment-harness.ts';
import {
  type Chance,
  currentPlan,
  newestInvoice,
  ownPlan,
  ownPurchase,
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

/** What an owner does on the billing page, which shows a plan only once its first payment is known to us. */
const byOwner =
  (step: Step): Step =>
  async (context) => {
    const { harness, story } = context;
    const rows = await harness.purchases(story.ownerId);
    const own = rows.find((row) => stripeIdOf(row) === story.monthly.stripeSubscriptionId);
    if (own?.status !== 'incomplete') await step(context);
  };

const buyAgain =
  (kind: 'once' | 'monthly'): Step =>
  async ({ harness, story, chance, store }) => {
    const { ownerId } = story;
    const endedId = kind === 'once' ? story.once.intentId : story.monthly.stripeSubscriptionId;
    // Only where billing offers it. A month lost in a dispute ends its plan once we receive the event, and not before.
    const { plans } = await showBilling(harness.needs, ownerId);
    const own = await ownPurchase(harness, ownerId, endedId);
    if (!plans.some(({ id, canRestart }) => id === own.id && canRestart)) return;
    const { clientSecret } = await renewPlan(harness.needs, own);
    const isCovered = kind === 'monthly' && story.creditCents > 0;
    if (!isCovered && chance() < 0.2) return; // the page is closed before anything is paid
    if (clientSecret !== null) await harness.confirm(clientSecret);
    const renewals = (await harness.purchases(ownerId)).filter(({ replacesId }) => replacesId === own.id);
    const renewal = renewals.map(stripeIdOf).at(-1) ?? '';
    story.earlier.push(endedId);
    if (kind === 'once') {
      story.once = { ...story.once, intentId: renewal, state: 'paid' };
      story.cents += 2999;
    } else {
      story.monthly = { ...story.monthly, stripeSubscriptionId: renewal, state: 'paid' };
      story.cents += await takeNextDue(story, store);
    }
    if (clientSecret === null) return;
    if (chance() < 0.5) story.missed.push(renewal);
    else await completePayment(harness.needs, { ownerId, paymentIntentId: intentOf(clientSecret) });
  };

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
const cancel: Step = async ({ harness, story }) => {
  await cancelPlan(harness.needs, { ...(await ownPlan(harness, story)), isCancelled: true });
  story.monthly.state = 'ending';
};
// A plan with an owed month ends at once, and the month is never charged.
const cancelOwed: Step = async (context) => {
  await cancel(context);
  context.story.monthly.state = 'ended';
};
/** Another card was saved for the month, but its event has not arrived. */
const dropMonth =
  (end: Step): Step =>
  async (context) => {
    context.story.cents -= (await newestInvoice(context))?.amount_due ?? 0;
    await end(context);
  };
const passDay: Step = ({ harness, story }) => harness.sandbox.tools.passDays(story.monthly.stripeSubscriptionId, 1);
const changePlanOver: Step = async ({ harness, story, store }) => {
  const own = await ownPlan(harness, story);
  const plan =
    (await currentPlan(story, store)) === 'basic_subscription' ? 'premium_subscription' : 'basic_subscription';
  const { dueNow, credit, at } = await previewPlanChange(harness.needs, { ...own, plan });
  await changePlan(harness.needs, { ...own, plan, at });
  const due = Math.round(Number(dueNow) * 100);
  story.cents += Math.max(due - story.creditCents, 0);
  story.creditCents = Math.max(story.creditCents - due, 0) + Math.round(Number(credit) * 100);
};
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

const saveOtherCard: Step = async (context) => {
  const { harness, story, chance } = context;
  const own = await ownPlan(harness, story);
  const { clientSecret } = await beginCardChange(harness.needs, own);
  const owed = await newestInvoice(context);
  await harness.confirm(clientSecret);
  const isClosed = chance() < 0.5;
  if (!isClosed) await completeCardChange(harness.needs, { ...own, setupIntentId: intentOf(clientSecret) });
  story.cents += owed?.amount_due ?? 0;
  story.monthly.state = isClosed ? 'card-missed' : 'paid';
};
const takeBack: Step = async ({ harness, story, store }) => {
  await cancelPlan(harness.needs, { ...(await ownPlan(harness, story)), isCancelled: false });
  const subscription = await store.get('subscription', story.monthly.stripeSubscriptionId);
  story.monthly.state = subscription?.status === 'trialing' ? 'trial' : 'paid';
};
const resume: Step = async ({ harness, story, store }) => {
  const { default_payment_method: card } = (await store.get('subscription', story.monthly.stripeSubscriptionId)) ?? {};
  if (!card) return;
  await resumePlan(harness.needs, await ownPlan(harness, story));
  story.cents += await takeNextDue(story, store);
  story.monthly.state = 'paid';
};

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
    cancel: byOwner(cancel),
    'change plan': byOwner(changePlanOver),
  },
  paid: {
    renew,
    'fail to renew': failToRenew,
    'end now': endNow,
    cancel: byOwner(cancel),
    'change plan': byOwner(changePlanOver),
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
    'another card, whose page is closed or not': byOwner(saveOtherCard),
    cancel: byOwner(cancelOwed),
    'end now': endNow,
  },
  'card-missed': { 'a day passes': passDay, cancel: byOwner(dropMonth(cancelOwed)), 'end now': dropMonth(endNow) },
  ending: {
    'take it back': byOwner(takeBack),
    async 'period ends'({ harness, story }) {
      await passPeriod(harness, story);
      story.monthly.state = 'ended';
    },
  },
  paused: {
    nothing,
    'end now': endNow,
    resume: byOwner(resume),
  },
  ended: { nothing, 'start again': buyAgain('monthly') },
};
