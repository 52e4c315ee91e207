// The trial offer travels in the address, from the shared link to the checkout, so that it survives every page between.
export const trialPromo = 'freetrial';

export const hasTrialPromo = (search: URLSearchParams): boolean => search.get('promo') === trialPromo;

/** The path with the offer of the current address carried along. */
export function withPromo(path: string, search: URLSearchParams): string {
  if (!hasTrialPromo(search)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}promo=${trialPromo}`;
}
