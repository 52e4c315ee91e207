// The trial offer of the page that a press on Log In came from.

/**
 * Where a press on Log In leads that came before the page's script could say so: with the trial offer in the address it
 * came from, on to the plans the offer is good for.
 */
export function offerBehind(referer: string | undefined, ourOrigins: ReadonlySet<string>): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const { origin, searchParams } = new URL(referer);
  const hasOffer = ourOrigins.has(origin) && searchParams.get('promo') === 'freetrial';
  return hasOffer ? '/pricing?promo=freetrial' : undefined;
}
