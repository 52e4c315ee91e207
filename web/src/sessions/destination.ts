// Where someone goes once they are signed in: the page they came from, else the vault or the offer they had chosen.
import { sitePath } from '@remembrance/contract/site-path.ts';
import { hasTrialPromo, withPromo } from '../lib/promo.ts';

export function destinationOf(search: URLSearchParams): string {
  const next = sitePath(search.get('next'));
  if (next !== '/') return next;
  const plan = search.get('plan');
  if (plan) return withPromo(`/create-vault?plan=${encodeURIComponent(plan)}`, search);
  return hasTrialPromo(search) ? withPromo('/pricing', search) : '/';
}
