// Reads the trial offer from the page on which Log In was clicked.

/**
 * Where to continue after Log In was clicked before the page's script had loaded: if the referrer has the trial offer, to the
 * plans it applies to.
 */
export function offerBehind(referer: string | undefined, ourOrigins: ReadonlySet<string>): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const { origin, searchParams } = new URL(referer);
  const hasOffer = ourOrigins.has(origin) && searchParams.get('promo') === 'freetrial';
  return hasOffer ? '/pricing?promo=freetrial' : undefined;
}
