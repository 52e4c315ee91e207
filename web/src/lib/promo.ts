// The offer of a free month is carried in the address, from the landing page to the checkout.
import { useLocation, useSearch } from './location.tsx';

export const trialPromo = 'freetrial';

export const hasTrialPromo = (search: URLSearchParams): boolean => search.get('promo') === trialPromo;

export const addPromo = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}promo=${trialPromo}`;

/** The path, with the offer if the current address has it. */
export const withPromo = (path: string, search: URLSearchParams): string =>
  hasTrialPromo(search) ? addPromo(path) : path;

/** For a public page's links. The landing page makes the offer to every visitor, so its links always include it. */
export function usePromoPath(): (path: string) => string {
  const { pathname } = useLocation();
  const search = useSearch();
  return (path) => (pathname === '/' ? addPromo(path) : withPromo(path, search));
}
