// The status of a purchase, how many vaults a plan has room for, and which paid place is free. Pure.
import { type PlanState, planStates } from '@remembrance/contract/billing.ts';
import { findPlan, unlimited } from '@remembrance/contract/plan-catalogue.ts';
import type { PurchaseId } from '../platform/lib/ids.ts';

/**
 * The status of a purchase: its state at Stripe, or what we decided since. `open`: not paid yet, and no free month started. `paused`: nothing
 * is charged and nothing can be changed. `ended`: permanently. `refunding`: the refund is decided, and Stripe has not confirmed it.
 * `refunded`: Stripe has. `replaced`: it had ended, and a renewal has taken over its vaults.
 */
export type PurchaseStatus = 'open' | PlanState | 'replaced' | 'refunding' | 'refunded';

/** The state of a purchase as its owner sees it; null if it is not a plan: never paid, replaced or refunded. */
export const planStateOf = (status: string | null): PlanState | null =>
  planStates.find((state) => state === status) ?? null;

/** A purchase that is paid for or in its free month. */
export interface LivePurchase {
  id: PurchaseId;
  status: string;
  /** How many vaults were ever activated on it. */
  vaultsCreated: number;
  /** How many of them still exist. */
  vaultsNow: number;
}

export interface FreePlace {
  purchaseId: PurchaseId;
  paymentStatus: 'paid' | 'trial';
}

export interface Places {
  /** How many active vaults the owner has on this plan. */
  used: number;
  isFull: boolean;
  /** A paid place that is not used. */
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

/** Returns a purchase that has room for this many vaults. */
export function placeFor(plan: Plan, purchases: readonly LivePurchase[], vaults = 1): FreePlace | null {
  const purchase = purchases.find((bought) => hasRoom(plan, usedPlacesOf(plan, bought) + vaults - 1));
  if (!purchase) return null;
  return { purchaseId: purchase.id, paymentStatus: purchase.status === 'trial' ? 'trial' : 'paid' };
}

const hasRoom = ({ vaultLimit }: Plan, taken: number): boolean => vaultLimit === unlimited || taken < vaultLimit;

// A deleted vault still uses its place on a one-time plan. On a monthly plan only existing vaults count.
const usedPlacesOf = ({ planType }: Plan, purchase: LivePurchase): number =>
  planType === 'subscription' ? purchase.vaultsNow : purchase.vaultsCreated;

/** The message for a full plan. It names a plan with more room. */
export function fullSentence(planName: string): string {
  const plan = findPlan(planName);
  if (!plan) return 'All vaults of your plan are in use.';
  const vaults = plan.vaultLimit === 1 ? '1 vault' : `${plan.vaultLimit} vaults`;
  const higher = plan.higherPlan && findPlan(plan.higherPlan);
  const advice = higher
    ? `${higher.displayName} has room for another vault.`
    : 'To make room for another, please delete a vault.';
  return `${plan.displayName} holds ${vaults}, and you have used ${plan.vaultLimit === 1 ? 'it' : 'them all'}. ${advice}`;
}
