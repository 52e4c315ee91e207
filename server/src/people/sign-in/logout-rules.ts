// When a visit to the sign-out URL signs out: only a navigation from our own pages or the address bar. Another site's link would
// send the cookie too, and a browser's prefetch is not a request to sign out. Pure.

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** 'ask' also applies to scripts, which send none of these headers. */
type LogoutDecision = 'sign-out' | 'ask' | 'not-now';

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
