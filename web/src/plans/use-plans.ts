// The plans on offer, ready for their cards.
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import { listPlans, type Plan, showPlaces } from '@remembrance/contract/plans.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query-client.ts';
import { type OfferedPlan, offeredPlan } from './offered-plan.ts';

const toOffered = (plans: Plan[]) => plans.map(offeredPlan);

export const usePlans = () => useQuery({ ...queryOf(listPlans), select: toOffered });

export const knownPlans = planCatalogue.map((plan) => offeredPlan({ ...plan, id: plan.name }));

/** The plans on offer, or the known ones while they cannot be loaded. The service always decides the price. */
export const useOfferedPlans = (): OfferedPlan[] => usePlans().data ?? knownPlans;

/** What the signed-in owner has used of each plan. Every page fetches it again, because another tab may have used a place. */
export const usePlaces = () => useQuery({ ...queryOf(showPlaces), staleTime: 0 });
