// Where a person may be sent on to after signing in: a page of this site and nothing else. Pure.

/** The path of `next` as a browser will understand it, or '/' where it leads off the pages of this site. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !isOwnPath(next) || !URL.canParse(next, anySite)) return '/';
  const { origin, pathname, search, hash } = new URL(next, anySite);
  const path = pathname + search + hash;
  // Looked at once more without its encoding, as whoever decodes it on the way would see it.
  const plain = decoded(pathname);
  const isCall = /^\/api(\/|$)/i.test(plain); // such as the one that signs out, which would undo the signing in
  return origin === anySite && isOwnPath(path) && isOwnPath(plain) && !isCall ? path : '/';
}

/** `path` with the destination carried along. */
export function withNext(path: string, next: string | undefined): string {
  const destination = safeNext(next);
  if (destination === '/') return path;
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(destination)}`;
}

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

const anySite = 'https://this-site.invalid';

// Browsers read '//' and '/\' as the start of another host, and drop tabs and line ends before they look.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
const isOwnPath = (path: string): boolean => /^\/(?!\/)[^\\\u0000-\u001f\u007f]*$/u.test(path);

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
