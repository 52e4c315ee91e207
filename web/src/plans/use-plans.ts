// The plans on offer, ready for their cards.
import { listPlans, type Plan } from '@remembrance/contract/plans.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query-client.ts';
import { offeredPlan } from './offered-plan.ts';

const toOffered = (plans: Plan[]) => plans.map(offeredPlan);

export const usePlans = () => useQuery({ ...queryOf(listPlans), select: toOffered });
