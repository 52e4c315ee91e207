// The texts of the billing page that depend on a plan's state. Pure.
import type { BilledPayment, BilledPlan } from '@remembrance/contract/billing.ts';
import { freeMonthText } from '@remembrance/contract/plan-catalogue.ts';
import { shortDate } from '../../lib/dates.ts';
import { priceText } from '../../lib/money.ts';
import { isMonthly } from '../../plans/offered-plan.ts';
import type { BadgeVariant } from '../../ui/card.tsx';

/** Whether the plan renews automatically, and so can be changed or cancelled. */
export const isRunning = (plan: Pick<BilledPlan, 'planType' | 'state'>): boolean =>
  isMonthly(plan) && plan.state !== 'ended' && plan.state !== 'paused';

export const badgeOf = ({ state }: Pick<BilledPlan, 'state'>): { label: string; variant: BadgeVariant } =>
  (
    ({
      trial: { label: 'Free month', variant: 'success' },
      paid: { label: 'Paid', variant: 'success' },
      'past-due': { label: 'Payment failed', variant: 'danger' },
      paused: { label: 'Paused', variant: 'neutral' },
      ended: { label: 'Ended', variant: 'neutral' },
    }) as const
  )[state];

/** What happens next, in one or two sentences. */
export function nextStepText({ state, nextPayment, endsAt, isCancelled, canRestart, planType }: BilledPlan): string {
  if (state === 'ended') {
    const words = 'We charge nothing more. You can still read its vaults, and they can still be released.';
    return canRestart ? `${words} To change them again, restart the plan.` : words;
  }
  if (state === 'paused') {
    return 'We charge nothing while the plan is paused. You can change its vaults again when you resume the plan. Until then they can still be released.';
  }
  if (state === 'past-due') {
    return 'The last payment did not go through. We will try again over the next few days. If you add another card, we charge it immediately. Your vaults can still be released.';
  }
  const next = nextPayment ? `Next payment: ${priceText(nextPayment.amount)} on ${shortDate(nextPayment.at)}.` : '';
  if (endsAt && isCancelled) return `Cancelled. It ends on ${shortDate(endsAt)}. ${next}`.trim();
  if (endsAt) return freeMonthText(shortDate(endsAt));
  return next || (planType === 'subscription' ? '' : 'You paid once. We charge nothing more.');
}

/** Shown before a plan is cancelled. */
export function cancelText({ state }: Pick<BilledPlan, 'state'>): string {
  const afterwards = 'you can still read its vaults but not change them, and your executor can release them.';
  return state === 'past-due'
    ? `Its last month was not paid, so the plan ends now and we do not charge that month. From then on, ${afterwards} You can restart the plan later.`
    : `It continues until the end of the period that you have paid for. After that, ${afterwards} Until then, you can undo this.`;
}

/** The label of the button that restarts an ended plan. */
export const restartLabel = (plan: Pick<BilledPlan, 'planType'>): string =>
  isMonthly(plan) ? 'Restart this plan' : 'Pay for this plan again';

/** The cost of the restart and its effect. */
export const restartHint = (plan: Pick<BilledPlan, 'planType' | 'price'>): string =>
  `We charge ${priceText(plan.price)} now${isMonthly(plan) ? ', and each month until you cancel' : ', once'}. All vaults on this plan move to it, and your executors' access codes stay the same.`;

/** 'Visa ending in 4242', or 'Link' if it is not a card */
export const cardText = ({ brand, lastFour }: { brand: string; lastFour: string }): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)}${lastFour ? ` ending in ${lastFour}` : ''}`;

/** The name of a payment's page: an unpaid payment has an invoice, not a receipt. */
export const documentNameOf = ({ state }: Pick<BilledPayment, 'state'>): 'Invoice' | 'Receipt' =>
  state === 'open' ? 'Invoice' : 'Receipt';

export const paymentStates = {
  paid: 'Paid',
  open: 'Not yet paid',
  refunded: 'Refunded',
  disputed: 'Reversed by your bank',
} as const;
