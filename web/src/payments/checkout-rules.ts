// What kind of checkout a vault needs, and what is said at its end.
import { fallbackPrice, findPlan, type PlanEntry, unlimited } from '@remembrance/contract/plan-catalogue.ts';
import type { PaymentStatus, Vault } from '@remembrance/contract/vaults.ts';
import { priceText } from '../lib/money.ts';

export interface CheckoutPlan {
  displayName: string;
  isSubscription: boolean;
  price: string;
  features: readonly string[];
}

const fallbackPlanFeatures = ['1 message + up to 5 photos/songs/art', 'Secure executor release', 'Email notifications'];

/** The plan of the vault as it is shown. What is charged is the service's own price, whatever is shown here. */
export function checkoutPlan(
  vault: Pick<Vault, 'planType'>,
  offered: readonly OfferedPrice[] | undefined,
): CheckoutPlan {
  const entry: PlanEntry | undefined = findPlan(vault.planType);
  const offer = offered?.find(({ name }) => name === vault.planType);
  return {
    displayName: offer?.displayName ?? entry?.displayName ?? '',
    isSubscription: (offer?.planType ?? entry?.planType) === 'subscription',
    price: offer?.price ?? entry?.price ?? fallbackPrice,
    features: offer?.features ?? entry?.features ?? fallbackPlanFeatures,
  };
}

interface OfferedPrice {
  name: string;
  displayName: string;
  planType: string;
  price: string;
  features: readonly string[];
}

/** 'Activate your vault for $4.99/month' */
export const activationWords = ({ price, isSubscription }: CheckoutPlan): string =>
  `Activate your vault for ${priceText(price)}${isSubscription ? '/month' : ''}`;

/** A setup saves a card for later, a payment takes money now; the processor names its secrets by which it is. */
export const confirmationOf = (clientSecret: string): 'setup' | 'payment' =>
  clientSecret.startsWith('seti_') ? 'setup' : 'payment';

interface SuccessWords {
  title: string;
  description: string;
}

export const successWords = (paymentStatus: PaymentStatus): SuccessWords =>
  paymentStatus === 'trial'
    ? {
        title: 'Trial Started',
        description: 'Your vault has been activated with a 30-day free trial. Executor access codes have been sent.',
      }
    : {
        title: 'Payment Successful',
        description: 'Your vault has been activated! Executor access codes have been sent.',
      };

/** Why a vault that is not unpaid needs no checkout. */
export function alreadyActiveWords(vault: Pick<Vault, 'planType' | 'paymentStatus'>): string {
  if (vault.paymentStatus === 'trial') return 'Its free trial has begun. There is nothing to pay today.';
  if (vault.paymentStatus === 'lapsed')
    return 'It was activated before and can still be released. Under billing you can restart its plan, with all the vaults on it.';
  const limit = findPlan(vault.planType)?.vaultLimit ?? 1;
  return limit > 1 || limit === unlimited
    ? 'It is paid for, or it took the free place on your plan. There is nothing more to pay.'
    : 'It is paid for. There is nothing more to pay.';
}
