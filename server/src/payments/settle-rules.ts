// What is to happen when a purchase is found paid, or its free month begun: pure. Money that buys nothing goes back.

import { currency, type Purchase, type PurchaseState } from '../gateway/payment-gateway.ts';
import { type FreePlace, fullSentence, type Places, type PurchaseStatus } from '../purchases/place-rules.ts';

/** `earlier`: it was decided when this purchase was settled before. */
export type ReturnReason =
  | 'vault-gone'
  | 'vault-active'
  | 'price-differs'
  | 'trial-used'
  | 'no-place'
  | 'place-was-free'
  | 'followed-before'
  | 'earlier';

type Decision<Vault> =
  | { act: 'nothing' }
  | { act: 'activate'; vault: Vault }
  | { act: 'activate-on-free-place'; place: FreePlace }
  | { act: 'return'; reason: ReturnReason };

interface VaultState {
  planType: string;
  paymentStatus: string;
}
type Price = Pick<Purchase, 'kind' | 'amountCents' | 'currency'>;
interface PricedPlan {
  planType: string;
  price: string;
}

type Paid = Price & { state: PurchaseState };

interface Facts<Vault> {
  purchase: Paid;
  plan: PricedPlan & { name: string };
  /** Null where the owner has no such vault any more. */
  vault: Vault | null;
  trialUsed: boolean;
  places: Places;
}

/** For a purchase that was not settled before. */
export function decideSettlement<Vault extends VaultState>(facts: Facts<Vault>): Decision<Vault> {
  const { purchase, plan, vault, trialUsed, places } = facts;
  if (!hasBegun(purchase.state)) return { act: 'nothing' };
  if (!vault) return { act: 'return', reason: 'vault-gone' };
  if (vault.paymentStatus !== 'unpaid') return { act: 'return', reason: 'vault-active' };
  if (vault.planType !== plan.name || !isPriceOf(purchase, plan)) return { act: 'return', reason: 'price-differs' };
  if (purchase.state === 'trialing' && trialUsed) return { act: 'return', reason: 'trial-used' };
  if (places.isFull) return { act: 'return', reason: 'no-place' };
  if (places.freePlace) return { act: 'activate-on-free-place', place: places.freePlace };
  return { act: 'activate', vault };
}

interface RestartFacts {
  purchase: Paid;
  plan: PricedPlan;
  /** Whether the purchase that ended waits for one to follow it. */
  isEnded: boolean;
  /** How many activated vaults it has left. */
  vaults: number;
  hasRoom: boolean;
  /** Where another purchase has room for all of them. */
  freePlace: FreePlace | null;
}

type RestartDecision =
  | { act: 'nothing' }
  | { act: 'restart' }
  | { act: 'move-to-free-place'; place: FreePlace }
  | { act: 'return'; reason: ReturnReason };

/** For a purchase that follows one that ended, and was not settled before. It begins with a payment, never with a free month. */
export function decideRestart(facts: RestartFacts): RestartDecision {
  const { purchase, plan, isEnded, vaults, hasRoom, freePlace } = facts;
  if (purchase.state === 'trialing') return { act: 'return', reason: 'trial-used' };
  if (!hasBegun(purchase.state)) return { act: 'nothing' };
  if (!isEnded) return { act: 'return', reason: 'followed-before' };
  if (vaults === 0) return { act: 'return', reason: 'vault-gone' };
  if (!isPriceOf(purchase, plan)) return { act: 'return', reason: 'price-differs' };
  if (!hasRoom) return { act: 'return', reason: 'no-place' };
  return freePlace ? { act: 'move-to-free-place', place: freePlace } : { act: 'restart' };
}

/** One that has fallen behind or rests had begun before, whether or not anybody heard of that. */
const hasBegun = (state: PurchaseState): boolean => state !== 'open' && state !== 'ended';

export const isPriceOf = (purchase: Price, plan: PricedPlan): boolean =>
  purchase.kind === kindOf(plan) && purchase.currency === currency && purchase.amountCents === centsOf(plan.price);

export const kindOf = ({ planType }: Pick<PricedPlan, 'planType'>): Purchase['kind'] =>
  planType === 'subscription' ? 'monthly' : 'once';

/** The cents of a decimal with two places. */
export const centsOf = (price: string): number => Number(price.replace('.', ''));

/** The decimal with two places of an amount in cents. */
export const priceOf = (cents: number): string => (cents / 100).toFixed(2);

const statuses = {
  open: 'incomplete',
  trialing: 'trialing',
  paid: 'active',
  'past-due': 'past_due',
  paused: 'paused',
  ended: 'lapsed',
} as const satisfies Record<PurchaseState, PurchaseStatus>;

export const statusOf = (state: PurchaseState): PurchaseStatus => statuses[state];

/** What a change of the plan makes of its vaults; a month not yet paid is given time and changes nothing. */
export const vaultStatusAfter = (state: PurchaseState): 'paid' | 'lapsed' | null =>
  state === 'paid' ? 'paid' : state === 'ended' || state === 'paused' ? 'lapsed' : null;

/** What the owner is told of a purchase that goes back. */
export function returnSentence(reason: ReturnReason, planName: string): string {
  switch (reason) {
    case 'vault-gone':
      return 'This vault no longer exists. Your payment is given back.';
    case 'price-differs':
      return 'The price of this plan has changed. Your payment is given back; please pay for the vault again.';
    case 'trial-used':
      return 'Your free month was used before. Nothing was charged; please start the plan again.';
    case 'followed-before':
      return 'This plan was started again before. This payment is given back.';
    case 'no-place':
      return `${fullSentence(planName)} Your payment is given back.`;
    default:
      return 'This payment bought nothing and is given back.';
  }
}
