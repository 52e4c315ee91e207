// The trial offer is carried in the address, from the shared link to the checkout.
export const trialPromo = 'freetrial';

export const hasTrialPromo = (search: URLSearchParams): boolean => search.get('promo') === trialPromo;

/** The path, with the offer if the current address has it. */
export function withPromo(path: string, search: URLSearchParams): string {
  if (!hasTrialPromo(search)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}promo=${trialPromo}`;
}
