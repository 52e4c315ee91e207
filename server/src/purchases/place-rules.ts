// How a purchase stands, how many vaults a plan has room for, and where a place is free that was paid for. Pure.
import { findPlan, unlimited } from '@remembrance/contract/plan-catalogue.ts';

/**
 * How a purchase stands. `incomplete` until it is paid or its free month began; `paused` while nothing is charged and nothing
 * can be changed; `returning` while its money is on the way back, `returned` then. `lapsed` is the end: the card processor
 * never takes such a purchase up again. `followed`: it had ended, and its vaults went over to the purchase that follows it.
 */
export type PurchaseStatus =
  | 'incomplete'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'paused'
  | 'lapsed'
  | 'replaced'
  | 'refunding'
  | 'refunded';

/** A purchase that is paid for, or in its free month. */
export interface LivePurchase {
  id: string;
  status: string;
  /** Every vault that was ever activated on it. */
  vaultsCreated: number;
  /** Those of them that still exist. */
  vaultsNow: number;
}

export interface FreePlace {
  subscriptionId: string;
  paymentStatus: 'paid' | 'trial';
}

export interface Places {
  /** Activated vaults of the owner on this plan. */
  used: number;
  isFull: boolean;
  /** A place the owner has paid for and not used. */
  freePlace: FreePlace | null;
}

interface Plan {
  planType: string;
  vaultLimit: number;
}

export function placesIn(plan: Plan, used: number, purchases: readonly LivePurchase[]): Places {
  const isFull = !hasRoom(plan, used);
  return { used, isFull, freePlace: isFull ? null : placeFor(plan, purchases) };
}

/** The purchase that has room for so many vaults, all of them. */
export function placeFor(plan: Plan, purchases: readonly LivePurchase[], vaults = 1): FreePlace | null {
  const purchase = purchases.find((bought) => hasRoom(plan, takenOf(plan, bought) + vaults - 1));
  if (!purchase) return null;
  return { subscriptionId: purchase.id, paymentStatus: purchase.status === 'trialing' ? 'trial' : 'paid' };
}

const hasRoom = ({ vaultLimit }: Plan, taken: number): boolean => vaultLimit === unlimited || taken < vaultLimit;

// What was paid once is used up by the vault it paid for, deleted or not; a monthly plan holds so many at a time.
const takenOf = ({ planType }: Plan, purchase: LivePurchase): number =>
  planType === 'subscription' ? purchase.vaultsNow : purchase.vaultsCreated;

/** What an owner is told when a plan is full: which plan has more room. */
export function fullSentence(planName: string): string {
  const plan = findPlan(planName);
  if (!plan) return 'Your plan has no place left for another vault.';
  const vaults = plan.vaultLimit === 1 ? '1 vault' : `${plan.vaultLimit} vaults`;
  const higher = plan.higherPlan && findPlan(plan.higherPlan);
  const advice = higher
    ? `${higher.displayName} has room for another.`
    : 'To make room for another, please delete one of them.';
  return `${plan.displayName} holds ${vaults}, and you have used ${plan.vaultLimit === 1 ? 'it' : 'them all'}. ${advice}`;
}
