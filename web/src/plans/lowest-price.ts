// The lowest price of each kind of plan, for texts that state a vault's minimum price.
import { type PlanType, planCatalogue } from '@remembrance/contract/plan-catalogue.ts';

export const plansOf = (planType: PlanType) => planCatalogue.filter((plan) => plan.planType === planType);

export const lowestPrice = (planType: PlanType): string =>
  plansOf(planType)
    .map((plan) => plan.price)
    .sort((a, b) => Number(a) - Number(b))[0] ?? '';
