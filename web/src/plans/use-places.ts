// What the signed-in owner has used of each plan. It is loaded again whenever a page asks, because another tab may have used one.
import { showPlaces } from '@remembrance/contract/plans.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query-client.ts';

export const usePlaces = () => useQuery({ ...queryOf(showPlaces), staleTime: 0 });
