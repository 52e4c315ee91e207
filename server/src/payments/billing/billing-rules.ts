// Builds the owner's view of a purchase. Pure.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import { type PlanEntry, planCatalogue, unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { planStateOf } from '../../plans/place-rules.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';

interface OwnedPlan {
  row: { id: string; status: string; vaultsCreated: number; createdAt: Date };
  plan: { name: string; displayName: string; planType: string; price: string; vaultLimit: number; isActive: boolean };
  /** How many active vaults are on it. */
  vaultsNow: number;
  vaults: BilledPlan['vaults'];
}

/** @param purchase the purchase at Stripe. Null for a one-time or ended purchase. */
export function billedPlanOf(
  { row, plan, vaultsNow, vaults }: OwnedPlan,
  purchase: Purchase | null,
): BilledPlan | null {
  const state = planStateOf(row.status);
  // An attempt that was never paid is not a plan, even after it ended.
  if (!state || (state === 'ended' && row.vaultsCreated === 0)) return null;
  const isMonthly = plan.planType === 'subscription';
  const runs = isMonthly && purchase && state !== 'ended' ? purchase : null;
  const endOf = runs?.periodEnd?.toISOString() ?? null;
  // A free month without a card ends without a renewal. A cancellation date may be after the next payment.
  const endsAt = runs?.endsAt?.toISOString() ?? (state === 'trial' && !runs?.card ? endOf : null);
  const endsThen = endsAt !== null && endOf !== null && endsAt <= endOf;
  const isPaused = state === 'paused';
  const other = runs && !isPaused && otherMonthlyPlan(plan);
  return {
    id: row.id,
    name: plan.name,
    displayName: plan.displayName,
    planType: plan.planType,
    price: plan.price,
    state,
    places: { used: isMonthly ? vaultsNow : row.vaultsCreated, limit: plan.vaultLimit },
    vaults,
    boughtAt: row.createdAt.toISOString(),
    nextPayment: endOf && !endsThen && !isPaused && state !== 'past-due' ? { at: endOf, amount: plan.price } : null,
    endsAt: isPaused ? null : endsAt,
    canRestart: state === 'ended' && vaultsNow > 0 && plan.isActive,
    isCancelled: runs?.endsAt != null,
    card: runs?.card ?? null,
    clientSecret: runs?.clientSecret ?? null,
    changesTo: other ? { name: other.name, displayName: other.displayName, price: other.price } : null,
  };
}

const otherMonthlyPlan = (plan: { name: string }): PlanEntry | undefined =>
  planCatalogue.find(({ name, planType }) => planType === 'subscription' && name !== plan.name);

/** Whether the vaults of a purchase fit on another plan next to those the owner already has there. */
export const fitsOn = (plan: Pick<PlanEntry, 'vaultLimit'>, vaultsThere: number, vaultsComing: number): boolean =>
  plan.vaultLimit === unlimited || vaultsThere + vaultsComing <= plan.vaultLimit;
