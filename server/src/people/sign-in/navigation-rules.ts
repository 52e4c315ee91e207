// Which page the login URL shows, and when a visit to the sign-out URL signs out. Pure.

/** Pages that belong to an account. Anyone who follows a link to one has an account, perhaps in another browser. */
const ownedPages = /^\/(?:vault|account|checkout)(?:[/?#]|$)/;

interface LoginInput {
  /** Whether an account was created or signed in to from this browser. */
  isKnownBrowser: boolean;
  /** The page to continue to, a path of this site. */
  next: string;
  /** The purpose of a button named Log In. */
  start?: 'sign-in' | undefined;
}

/** Sign-up for a browser that never had an account here, sign-in for any other. */
export const loginPage = ({ isKnownBrowser, next, start }: LoginInput): '/sign-in' | '/sign-up' =>
  start === 'sign-in' || isKnownBrowser || ownedPages.test(next) ? '/sign-in' : '/sign-up';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** 'ask' also applies to scripts, which send none of these headers. */
type LogoutDecision = 'sign-out' | 'ask' | 'not-now';

/**
 * Only a navigation from our own pages or the address bar signs out. Another site's link would send the cookie too, and a browser's
 * prefetch is not a request to sign out.
 */
export function decideLogout(headers: Headers, ourOrigins: ReadonlySet<string>): LogoutDecision {
  const ahead = [headers['sec-purpose'], headers.purpose, headers['x-moz']];
  if (ahead.some((purpose) => /\bprefetch\b/i.test(String(purpose)))) return 'not-now';
  return isOwnNavigation(headers, ourOrigins) ? 'sign-out' : 'ask';
}

function isOwnNavigation(headers: Headers, ourOrigins: ReadonlySet<string>): boolean {
  const site = headers['sec-fetch-site'];
  // Old browsers and plain http do not send it. A page can hide its address from Referer, but can't forge ours.
  if (site === undefined) return ourOrigins.has(originOf(headers.referer));
  const isNavigation = headers['sec-fetch-mode'] === 'navigate';
  // A service worker that forwards the navigation changes its destination to 'empty'.
  const isWholePage = ['document', 'empty', undefined].includes(headers['sec-fetch-dest'] as string | undefined);
  return (site === 'same-origin' || site === 'none') && isNavigation && isWholePage;
}

const originOf = (referer: string | string[] = ''): string =>
  typeof referer === 'string' && URL.canParse(referer) ? new URL(referer).origin : '';
