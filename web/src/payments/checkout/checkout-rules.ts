// Which checkout a vault needs, and the texts shown before and after it. Pure.
import { fallbackPrice, findPlan, freeMonthText, unlimited } from '@remembrance/contract/plan-catalogue.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { priceText } from '../../lib/money.ts';
import { isMonthly, type OfferedPlan } from '../../plans/offered-plan.ts';
import { freeMonthEnd } from '../../plans/own-places.ts';
import { knownPlans } from '../../plans/use-plans.ts';

export type CheckoutPlan = Pick<OfferedPlan, 'planType' | 'price' | 'features'>;

const unknownPlan: CheckoutPlan = {
  planType: 'one_time',
  price: fallbackPrice,
  features: ['1 message + up to 5 photos/songs/art', 'Secure executor release', 'Email notifications'],
};

/** The vault's plan as shown. The service decides the charged price on its own. */
export function checkoutPlan(
  { planType }: Pick<Vault, 'planType'>,
  offered: readonly OfferedPlan[] = [],
): CheckoutPlan {
  return [...offered, ...knownPlans].find(({ name }) => name === planType) ?? unknownPlan;
}

/** 'Activate your vault for $4.99/month' */
export const activationText = (plan: CheckoutPlan): string =>
  `Activate your vault for ${priceText(plan.price)}${isMonthly(plan) ? '/month' : ''}`;

/** A setup saves a card for later; a payment charges it now. The prefix of Stripe's client secret says which it is. */
export const confirmationOf = (clientSecret: string): 'setup' | 'payment' =>
  clientSecret.startsWith('seti_') ? 'setup' : 'payment';

/** The length of the free month, and what follows. */
export function trialText(
  { price }: Pick<CheckoutPlan, 'price'>,
  { now, hasCard }: { now: Date; hasCard: boolean },
): string {
  const lastDay = freeMonthEnd(now);
  return hasCard
    ? `Free until ${lastDay}. From then on, we charge ${priceText(price)} to your card each month until you cancel.`
    : freeMonthText(lastDay);
}

/** Why a vault that is already paid for needs no checkout. */
export function alreadyActiveText(vault: Pick<Vault, 'planType' | 'paymentStatus'>): string {
  if (vault.paymentStatus === 'trial') return 'Its free month has begun. There is nothing to pay today.';
  if (vault.paymentStatus === 'lapsed')
    return 'It was activated before, and can still be released. You can restart its plan, with all its vaults, under Billing.';
  const limit = findPlan(vault.planType)?.vaultLimit ?? 1;
  return limit > 1 || limit === unlimited
    ? 'It is paid for, or your plan includes it. There is nothing more to pay.'
    : 'It is paid for. There is nothing more to pay.';
}
