// A simulated owner's actions in the product: buys again, changes the plan or the card, cancels, undoes that, resumes.
import { intentOf } from '@remembrance/sandbox/card-page.ts';
import { changePlan, previewPlanChange } from '@remembrance/server/payments/billing/change-plan.ts';
import {
  beginCardChange,
  cancelPlan,
  completeCardChange,
  resumePlan,
} from '@remembrance/server/payments/billing/monthly-plan.ts';
import { renewPlan } from '@remembrance/server/payments/billing/renew-plan.ts';
import { showBilling } from '@remembrance/server/payments/billing/show-billing.ts';
import { completePayment } from '@remembrance/server/payments/checkout/complete-payment.ts';
import { purchaseStripeId } from '@remembrance/server/payments/settlement/upsert-purchase.ts';
import { currentPlan, newestInvoice, ownPlan, ownPurchase, type Step, useNextDue } from './simulated-owner.ts';

/** The owner's actions on the billing page, which shows a plan only after its first payment is known to us. */
export const byOwner =
  (step: Step): Step =>
  async (context) => {
    const { harness, owner } = context;
    const rows = await harness.purchases(owner.ownerId);
    const own = rows.find((row) => purchaseStripeId(row) === owner.monthly.stripeSubscriptionId);
    if (own?.status !== 'open') await step(context);
  };

/** Buys an ended plan again. */
export const buyAgain =
  (kind: 'once' | 'monthly'): Step =>
  async ({ harness, owner, random, store }) => {
    const { ownerId } = owner;
    const endedId = kind === 'once' ? owner.once.intentId : owner.monthly.stripeSubscriptionId;
    // Only if billing offers it. A month lost in a dispute ends its plan only after we receive the event.
    const { plans } = await showBilling(harness.needs, ownerId);
    const own = await ownPurchase(harness, ownerId, endedId);
    if (!plans.some(({ id, canRestart }) => id === own.id && canRestart)) return;
    const { clientSecret } = await renewPlan(harness.needs, own);
    const isCovered = kind === 'monthly' && owner.creditCents > 0;
    if (!isCovered && random.happens(0.2)) return; // the page is closed before anything is paid
    if (clientSecret !== null) await harness.confirm(clientSecret);
    const renewals = (await harness.purchases(ownerId)).filter(({ replacesId }) => replacesId === own.id);
    const renewal = renewals.map(purchaseStripeId).at(-1) ?? '';
    owner.earlier.push(endedId);
    if (kind === 'once') {
      owner.once = { ...owner.once, intentId: renewal, state: 'paid' };
      owner.cents += 2999;
    } else {
      owner.monthly = { ...owner.monthly, stripeSubscriptionId: renewal, state: 'paid' };
      owner.cents += await useNextDue(owner, store);
    }
    if (clientSecret === null) return;
    if (random.happens(0.5)) owner.missed.push(renewal);
    else await completePayment(harness.needs, { ownerId, paymentIntentId: intentOf(clientSecret) });
  };

export const cancel = byOwner(async ({ harness, owner }) => {
  await cancelPlan(harness.needs, { ...(await ownPlan(harness, owner)), isCancelled: true });
  owner.monthly.state = 'ending';
  owner.cancellations += 1;
});

// A plan with an overdue month ends immediately, and the month is never charged.
export const cancelOwed = byOwner(async (context) => {
  await cancel(context);
  context.owner.monthly.state = 'ended';
});

export const changePlanOver = byOwner(async ({ harness, owner, store }) => {
  const own = await ownPlan(harness, owner);
  const plan =
    (await currentPlan(owner, store)) === 'basic_subscription' ? 'premium_subscription' : 'basic_subscription';
  const { dueNow, credit, at } = await previewPlanChange(harness.needs, { ...own, plan });
  await changePlan(harness.needs, { ...own, plan, at });
  const due = Math.round(Number(dueNow) * 100);
  owner.cents += Math.max(due - owner.creditCents, 0);
  owner.creditCents = Math.max(owner.creditCents - due, 0) + Math.round(Number(credit) * 100);
});

export const saveOtherCard = byOwner(async (context) => {
  const { harness, owner, random } = context;
  const own = await ownPlan(harness, owner);
  const { clientSecret } = await beginCardChange(harness.needs, own);
  const owed = await newestInvoice(context);
  await harness.confirm(clientSecret);
  const isClosed = random.happens(0.5);
  if (!isClosed) await completeCardChange(harness.needs, { ...own, setupIntentId: intentOf(clientSecret) });
  owner.cents += owed?.amount_due ?? 0;
  owner.monthly.state = isClosed ? 'card-missed' : 'paid';
});

export const undoCancel = byOwner(async ({ harness, owner, store }) => {
  await cancelPlan(harness.needs, { ...(await ownPlan(harness, owner)), isCancelled: false });
  const subscription = await store.get('subscription', owner.monthly.stripeSubscriptionId);
  owner.monthly.state = subscription?.status === 'trialing' ? 'trial' : 'paid';
});

export const resume = byOwner(async ({ harness, owner, store }) => {
  const { default_payment_method: card } = (await store.get('subscription', owner.monthly.stripeSubscriptionId)) ?? {};
  if (!card) return;
  await resumePlan(harness.needs, await ownPlan(harness, owner));
  owner.cents += await useNextDue(owner, store);
  owner.monthly.state = 'paid';
});
