// Whether the visitor still has their free month. Each owner has one; a visitor without an account has not used it yet.
import { showPlaces } from '@remembrance/contract/plans.ts';
import { useQuery } from '@tanstack/react-query';
import { acceptsUnauthorized, queryOf } from '../lib/query-client.ts';
import { useUser } from '../people/sessions/use-user.ts';

export type Trial = 'unknown' | 'left' | 'used';

export function useTrial(): Trial {
  const { status } = useUser();
  const { data, isError } = useQuery({
    ...queryOf(showPlaces),
    enabled: status === 'signed-in',
    meta: acceptsUnauthorized,
  });
  if (data) return data.trialUsed ? 'used' : 'left';
  return status === 'signed-out' || status === 'failed' || isError ? 'left' : 'unknown';
}
