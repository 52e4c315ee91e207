// A plan as its card shows it: the service's facts, and the catalogue's texts if it has the plan.
import { fallbackFeatures, findPlan, type PlanType } from '@remembrance/contract/plan-catalogue.ts';
import type { Plan } from '@remembrance/contract/plans.ts';

export interface OfferedPlan {
  name: string;
  displayName: string;
  planType: PlanType;
  price: string;
  description: string;
  features: readonly string[];
  isRecommended: boolean;
}

export const isMonthly = ({ planType }: { planType: string }): boolean => planType === 'subscription';

export function offeredPlan(plan: Plan): OfferedPlan {
  const entry = findPlan(plan.name);
  return {
    name: plan.name,
    displayName: plan.displayName,
    planType: isMonthly(plan) ? 'subscription' : 'one_time',
    price: plan.price,
    description: entry?.description ?? '',
    features: entry?.features ?? fallbackFeatures(plan),
    isRecommended: entry?.recommended ?? false,
  };
}
