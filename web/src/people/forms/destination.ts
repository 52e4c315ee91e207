// Where to go after signing in: the page the person came from, otherwise the plan or offer they had chosen.
import { sitePath } from '@remembrance/contract/site-path.ts';
import { useSearch } from '../../lib/location.tsx';
import { hasTrialPromo, withPromo } from '../../lib/promo.ts';

export function destinationOf(search: URLSearchParams): string {
  const next = sitePath(search.get('next'));
  if (next !== '/') return next;
  const plan = search.get('plan');
  if (plan) return sitePath(withPromo(`/create-vault?plan=${encodeURIComponent(plan)}`, search));
  return hasTrialPromo(search) ? withPromo('/pricing', search) : '/';
}

/**
 * Opens the page after signing in. A full page load, so that no cached data of an earlier session can be shown. It replaces the form or the
 * used link, so that Back does not lead to it.
 */
export const openAfterSignIn = (destination: string): void => window.location.replace(destination);

/** The destination after signing in, read from the current page's address. */
export function useDestination(): string {
  const search = useSearch();
  return destinationOf(search);
}
