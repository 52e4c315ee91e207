// The words of the billing page that depend on how a plan stands. Pure.
import type { BilledPayment, BilledPlan } from '@remembrance/contract/billing.ts';
import { shortDate } from '../lib/dates.ts';
import { priceText } from '../lib/money.ts';
import type { BadgeVariant } from '../ui/card.tsx';

export const isMonthly = ({ planType }: Pick<BilledPlan, 'planType'>): boolean => planType === 'subscription';

/** Whether the plan goes on by itself, so that it can be changed and cancelled. */
export const isRunning = (plan: Pick<BilledPlan, 'planType' | 'state'>): boolean =>
  isMonthly(plan) && plan.state !== 'ended' && plan.state !== 'paused';

export const badgeOf = ({ state }: Pick<BilledPlan, 'state'>): { words: string; variant: BadgeVariant } =>
  (
    ({
      trial: { words: 'Free trial', variant: 'success' },
      paid: { words: 'Paid', variant: 'success' },
      'past-due': { words: 'Payment failed', variant: 'danger' },
      paused: { words: 'Paused', variant: 'neutral' },
      ended: { words: 'Ended', variant: 'neutral' },
    }) as const
  )[state];

export const placesWords = ({ used, limit }: BilledPlan['places']): string =>
  `${used} of ${limit} ${limit === 1 ? 'vault' : 'vaults'} used`;

/** What comes next, in one sentence. */
export function nextWords({ state, nextPayment, endsAt, isCancelled, canRestart, planType }: BilledPlan): string {
  if (state === 'ended') {
    const words = 'Nothing more is charged. Its vaults stay readable, and their executors can release them.';
    return canRestart ? `${words} To change them again, have the plan run again.` : words;
  }
  if (state === 'paused') {
    return 'Nothing is charged while it rests. Its vaults can be changed again once it is resumed; until then their executors can release them as before.';
  }
  if (state === 'past-due') {
    return 'The last payment did not go through. It is tried again over the next days; another card pays it at once. Your vaults stay releasable.';
  }
  if (endsAt && isCancelled) return `Cancelled. It ends on ${shortDate(endsAt)}.`;
  if (endsAt) return `It ends on ${shortDate(endsAt)}, since there is no card for it.`;
  if (nextPayment) return `Next payment: ${priceText(nextPayment.amount)} on ${shortDate(nextPayment.at)}.`;
  return planType === 'subscription' ? '' : 'Paid once. Nothing more is charged.';
}

/** What an owner is told before a plan is cancelled. */
export function cancelWords({ state }: Pick<BilledPlan, 'state'>): string {
  const kept = 'its vaults can no longer be changed; they stay readable for you, and your executor can release them.';
  return state === 'past-due'
    ? `Its last month was not paid, so it ends at once and the month is not charged any more. From then on ${kept} You can start the plan again later.`
    : `It runs until the end of the time that is paid for. After that ${kept} Until then you can take this back.`;
}

/** What stands on the button that has an ended plan run again. */
export const restartWords = (plan: Pick<BilledPlan, 'planType'>): string =>
  isMonthly(plan) ? 'Start this plan again' : 'Pay for this plan again';

/** What is charged for that, and what comes with it. */
export const restartHint = (plan: Pick<BilledPlan, 'planType' | 'price'>): string =>
  `${priceText(plan.price)} is charged now${isMonthly(plan) ? ', and each month until you cancel' : ', once'}. All vaults of this plan come with it, and your executors keep the access codes they have.`;

/** 'Visa ending in 4242' */
export const cardWords = ({ brand, lastFour }: { brand: string; lastFour: string }): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${lastFour}`;

/** What the page of a payment is called: what is still owed has no receipt. */
export const paperOf = ({ state }: Pick<BilledPayment, 'state'>): 'Invoice' | 'Receipt' =>
  state === 'open' ? 'Invoice' : 'Receipt';

export const paymentStates = { paid: 'Paid', open: 'Not yet paid', refunded: 'Refunded' } as const;
