// What the owner of a story does in the product: buy again, change the plan or the card, cancel, take it back, resume.
import { intentOf } from '@remembrance/sandbox/card-page.ts';
import { cancelPlan } from '@remembrance/server/payments/billing/cancel-plan.ts';
import { beginCardChange, completeCardChange } from '@remembrance/server/payments/billing/change-card.ts';
import { changePlan, previewPlanChange } from '@remembrance/server/payments/billing/change-plan.ts';
import { renewPlan } from '@remembrance/server/payments/billing/renew-plan.ts';
import { resumePlan } from '@remembrance/server/payments/billing/resume-plan.ts';
import { showBilling } from '@remembrance/server/payments/billing/show-billing.ts';
import { completePayment } from '@remembrance/server/payments/checkout/complete-payment.ts';
import { stripeIdOf } from '@remembrance/server/payments/settlement/upsert-purchase.ts';
import { currentPlan, newestInvoice, ownPlan, ownPurchase, type Step, takeNextDue } from './story.ts';

/** What an owner does on the billing page, which shows a plan only once its first payment is known to us. */
export const byOwner =
  (step: Step): Step =>
  async (context) => {
    const { harness, story } = context;
    const rows = await harness.purchases(story.ownerId);
    const own = rows.find((row) => stripeIdOf(row) === story.monthly.stripeSubscriptionId);
    if (own?.status !== 'incomplete') await step(context);
  };

/** Of what has ended. */
export const buyAgain =
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

export const cancel = byOwner(async ({ harness, story }) => {
  await cancelPlan(harness.needs, { ...(await ownPlan(harness, story)), isCancelled: true });
  story.monthly.state = 'ending';
});

// A plan with an owed month ends at once, and the month is never charged.
export const cancelOwed = byOwner(async (context) => {
  await cancel(context);
  context.story.monthly.state = 'ended';
});

export const changePlanOver = byOwner(async ({ harness, story, store }) => {
  const own = await ownPlan(harness, story);
  const plan =
    (await currentPlan(story, store)) === 'basic_subscription' ? 'premium_subscription' : 'basic_subscription';
  const { dueNow, credit, at } = await previewPlanChange(harness.needs, { ...own, plan });
  await changePlan(harness.needs, { ...own, plan, at });
  const due = Math.round(Number(dueNow) * 100);
  story.cents += Math.max(due - story.creditCents, 0);
  story.creditCents = Math.max(story.creditCents - due, 0) + Math.round(Number(credit) * 100);
});

export const saveOtherCard = byOwner(async (context) => {
  const { harness, story, chance } = context;
  const own = await ownPlan(harness, story);
  const { clientSecret } = await beginCardChange(harness.needs, own);
  const owed = await newestInvoice(context);
  await harness.confirm(clientSecret);
  const isClosed = chance() < 0.5;
  if (!isClosed) await completeCardChange(harness.needs, { ...own, setupIntentId: intentOf(clientSecret) });
  story.cents += owed?.amount_due ?? 0;
  story.monthly.state = isClosed ? 'card-missed' : 'paid';
});

export const takeBack = byOwner(async ({ harness, story, store }) => {
  await cancelPlan(harness.needs, { ...(await ownPlan(harness, story)), isCancelled: false });
  const subscription = await store.get('subscription', story.monthly.stripeSubscriptionId);
  story.monthly.state = subscription?.status === 'trialing' ? 'trial' : 'paid';
});

export const resume = byOwner(async ({ harness, story, store }) => {
  const { default_payment_method: card } = (await store.get('subscription', story.monthly.stripeSubscriptionId)) ?? {};
  if (!card) return;
  await resumePlan(harness.needs, await ownPlan(harness, story));
  story.cents += await takeNextDue(story, store);
  story.monthly.state = 'paid';
});
