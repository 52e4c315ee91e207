// Where someone goes once they are signed in: the page they came from, else the vault or the offer they had chosen.

import { hasTrialPromo, withPromo } from '../lib/promo.ts';
import { sitePath } from '../lib/site-path.ts';

export function destinationOf(search: URLSearchParams, origin: string): string {
  const next = sitePath(search.get('next'), origin);
  if (next) return next;
  const plan = search.get('plan');
  if (plan) return withPromo(`/create-vault?plan=${encodeURIComponent(plan)}`, search);
  return hasTrialPromo(search) ? withPromo('/pricing', search) : '/';
}

/** Another page of signing in or up, with the destination carried along. */
export const onward = (path: string, destination: string): string =>
  destination === '/' ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(destination)}`;
