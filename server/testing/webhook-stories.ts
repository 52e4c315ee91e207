// The story of an owner in a fault run: two vaults, one paid once and one monthly, and what people, banks and time do to both.
// Each step records what must be charged, so that the verdict can compare.

import { intentOf } from '@remembrance/sandbox/card-page.ts';
import { type SandboxStore, sandboxStore } from '@remembrance/sandbox/store.ts';
import { cancelPlan } from '../src/billing/cancel-plan.ts';
import { beginCardChange, completeCardChange } from '../src/billing/change-card.ts';
import { changePlan, previewPlanChange } from '../src/billing/change-plan.ts';
import { renewPlan } from '../src/billing/renew-plan.ts';
import { resumePlan } from '../src/billing/resume-plan.ts';
import { showBilling } from '../src/billing/show-billing.ts';
import { completePayment } from '../src/payments/complete-payment.ts';
import { createPaymentIntent } from '../src/payments/create-payment-intent.ts';
import { createSubscription } from '../src/payments/create-subscription.ts';
import { stripeIdOf } from '../src/payments/upsert-purchase.ts';
import type { PaymentHarness } from './payment-harness.ts';
import { purchaseIdOf } from './purchase-id.ts';

/** A random number from 0 up to, but not including, 1. */
export type Chance = () => number;

type Monthly = 'unpaid' | 'trial-without-card' | 'trial' | 'paid' | 'owed' | 'ending' | 'paused' | 'ended';

export interface Story {
  ownerId: string;
  once: { vaultId: string; intentId: string; state: 'unpaid' | 'paid' | 'over' };
  monthly: { vaultId: string; stripeSubscriptionId: string; state: Monthly };
  /** What must have been charged to this owner and not refunded, in cents. */
  cents: number;
  /** The owner's credit from a change to a smaller plan. */
  creditCents: number;
  /** Months that could not be charged. */
  failures: number;
  /** Stripe ids of the payments and subscriptions that were replaced by a renewal. */
  earlier: string[];
  /** Months started by resuming a paused plan. */
  resumes: number;
  pauses: number;
  /** Whether the end of the trial is near enough for a letter. */
  isTrialEnding: boolean;
  /** The steps taken, printed with a violation. */
  history: string[];
}

interface StepContext {
  harness: PaymentHarness;
  story: Story;
  chance: Chance;
  store: SandboxStore;
}
type Step = (context: StepContext) => Promise<void>;

const prices: Record<string, number> = { basic_subscription: 299, premium_subscription: 499 };

/** Buys both plans, or starts and abandons the purchase. The page may be closed before it reports the confirmation. */
export async function buyAtRandom(harness: PaymentHarness, chance: Chance): Promise<Story> {
  const ownerId = await harness.owner();
  const once = await buyOnce(harness, ownerId, chance);
  const monthly = await buyMonthly(harness, ownerId, chance);
  const cents = once.state === 'paid' ? 2999 : 0;
  const history = [`bought ${once.state}, ${monthly.state}`];
  const counted = { creditCents: 0, failures: 0, earlier: [], resumes: 0, pauses: 0, isTrialEnding: false };
  return { ownerId, once, monthly, cents, ...counted, history };
}

async function buyOnce(harness: PaymentHarness, ownerId: string, chance: Chance): Promise<Story['once']> {
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  const intentId = intentOf(clientSecret);
  if (chance() < 0.2) return { vaultId, intentId, state: 'unpaid' };
  // In one tab or two.
  const tabs = [clientSecret, (await createPaymentIntent(harness.needs, { ownerId, vaultId })).clientSecret];
  await Promise.all(tabs.slice(chance() < 0.5 ? 1 : 0).map((secret) => harness.confirm(secret)));
  return { vaultId, intentId, state: 'paid' };
}

async function buyMonthly(harness: PaymentHarness, ownerId: string, chance: Chance): Promise<Story['monthly']> {
  const vaultId = await harness.draft(ownerId, 'basic_subscription');
  const promo = chance() < 0.25 ? 'freetrial' : undefined;
  const subscription = await createSubscription(harness.needs, { ownerId, vaultId, promo });
  const rows = await harness.purchases(ownerId);
  const stripeSubscriptionId = rows.find((row) => row.stripeSubscriptionId)?.stripeSubscriptionId ?? '';
  if (subscription.status === 'trialing') return { vaultId, stripeSubscriptionId, state: 'trial-without-card' };
  if (!subscription.clientSecret || chance() < 0.15) return { vaultId, stripeSubscriptionId, state: 'unpaid' };
  await harness.confirm(subscription.clientSecret);
  return { vaultId, stripeSubscriptionId, state: 'trial' };
}

/** Reports what the page has confirmed. */
export async function reportBought({ needs, paymentGateway, purchases }: PaymentHarness, story: Story): Promise<void> {
  const { ownerId, once, monthly } = story;
  if (once.state === 'paid') await completePayment(needs, { ownerId, paymentIntentId: once.intentId });
  const row = (await purchases(ownerId)).find(({ stripeSubscriptionId }) => stripeSubscriptionId);
  const isOpen = (await paymentGateway.readPurchase(monthly.stripeSubscriptionId))?.state === 'open';
  if (isOpen || !row?.stripePaymentIntentId) return;
  await completePayment(needs, { ownerId, setupIntentId: row.stripePaymentIntentId });
}

/** Takes one random step for each of the two purchases, where one is possible. */
export async function advanceAtRandom(harness: PaymentHarness, story: Story, chance: Chance): Promise<void> {
  const context = { harness, story, chance, store: sandboxStore(harness.database, harness.clock.now()) };
  for (const steps of [onceSteps[story.once.state], monthlySteps[story.monthly.state]]) {
    const names = Object.keys(steps);
    const name = names[Math.floor(chance() * names.length)];
    if (name === undefined) continue;
    story.history.push(name);
    await steps[name]?.(context);
  }
}

const nothing: Step = async () => {};

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
    if (clientSecret === null || chance() < 0.5) return;
    await completePayment(harness.needs, { ownerId, paymentIntentId: intentOf(clientSecret) });
  };

const paidOnceSteps: Record<string, Step> = {
  nothing,
  async refund({ harness, story }) {
    await harness.sandbox.tools.refund(story.once.intentId);
    const charge = await sandboxStore(harness.database, harness.clock.now()).find('charge', {
      payment_intent: story.once.intentId,
    });
    if (!charge?.refunded) return; // it is disputed
    story.once.state = 'over';
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
    if (lost) story.once.state = 'over';
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
  async ({ harness, story, store }) => {
    const subscription = await store.get('subscription', story.monthly.stripeSubscriptionId);
    const invoice = await store.get('invoice', subscription?.latest_invoice ?? '');
    const intentId = invoice?.payments.data[0]?.payment.payment_intent ?? '';
    await harness.sandbox.tools.dispute(intentId);
    await harness.sandbox.tools.closeDispute(intentId, outcome);
    if (await store.find('dispute', { payment_intent: intentId, status: 'lost' })) story.monthly.state = 'ended';
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
    async pause({ harness, story }) {
      await harness.sandbox.tools.pause(story.monthly.stripeSubscriptionId);
      story.monthly.state = 'paused';
      story.pauses += 1;
    },
    'dispute month, won': disputeMonth('won'),
  },
  owed: {
    async 'a day passes'({ harness, story }) {
      await harness.sandbox.tools.passDays(story.monthly.stripeSubscriptionId, 1);
    },
    async 'another card, whose page is closed or not'({ harness, story, chance, store }) {
      const own = await ownPlan(harness, story);
      const { clientSecret } = await beginCardChange(harness.needs, own);
      const subscription = await store.get('subscription', story.monthly.stripeSubscriptionId);
      const owed = await store.get('invoice', subscription?.latest_invoice ?? '');
      await harness.confirm(clientSecret);
      if (chance() < 0.5) await completeCardChange(harness.needs, { ...own, setupIntentId: intentOf(clientSecret) });
      story.cents += owed?.amount_due ?? 0;
      story.monthly.state = 'paid';
    },
    async cancel(context) {
      await cancel(context);
      context.story.monthly.state = 'ended';
    },
    'end now': endNow,
  },
  ending: {
    async 'take it back'({ harness, story, store }) {
      await cancelPlan(harness.needs, { ...(await ownPlan(harness, story)), isCancelled: false });
      const subscription = await store.get('subscription', story.monthly.stripeSubscriptionId);
      story.monthly.state = subscription?.status === 'trialing' ? 'trial' : 'paid';
    },
    async 'period ends'({ harness, story }) {
      await passPeriod(harness, story);
      story.monthly.state = 'ended';
    },
  },
  paused: {
    nothing,
    'end now': endNow,
    async resume({ harness, story, store }) {
      const { default_payment_method: card } =
        (await store.get('subscription', story.monthly.stripeSubscriptionId)) ?? {};
      if (!card) return;
      await resumePlan(harness.needs, await ownPlan(harness, story));
      story.cents += await takeNextDue(story, store);
      story.resumes += 1;
      story.monthly.state = 'paid';
    },
  },
  ended: { nothing, 'start again': buyAgain('monthly') },
};

// Just past its end, so that exactly one month starts.
async function passPeriod({ sandbox, database, clock }: PaymentHarness, { monthly }: Story): Promise<void> {
  const subscription = await sandboxStore(database, clock.now()).get('subscription', monthly.stripeSubscriptionId);
  const left = (subscription?.items.data[0]?.current_period_end ?? 0) - clock.now().getTime() / 1000;
  await sandbox.tools.passDays(monthly.stripeSubscriptionId, Math.max(Math.ceil(left / 86_400), 1));
}

// The price of the next month, less the owner's credit, which it uses up.
async function takeNextDue(story: Story, store: SandboxStore): Promise<number> {
  const price = prices[await currentPlan(story, store)] ?? 0;
  const due = Math.max(price - story.creditCents, 0);
  story.creditCents = Math.max(story.creditCents - price, 0);
  return due;
}

async function currentPlan({ monthly }: Story, store: SandboxStore): Promise<string> {
  const subscription = await store.get('subscription', monthly.stripeSubscriptionId);
  return subscription?.items.data[0]?.price.lookup_key?.split('/')[0] ?? '';
}

const ownPlan = (harness: PaymentHarness, { ownerId, monthly }: Story) =>
  ownPurchase(harness, ownerId, monthly.stripeSubscriptionId);

async function ownPurchase({ purchases }: PaymentHarness, ownerId: string, stripeId: string) {
  const row = (await purchases(ownerId)).find((one) => stripeIdOf(one) === stripeId);
  return { ownerId, id: purchaseIdOf(row?.id) };
}
