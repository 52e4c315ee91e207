// When a visit to the sign-out address signs out: only a navigation that began on our own pages or in the address bar.
// Another site's link or redirect would bring the cookie too, and a browser that fetches ahead means nothing by it. Pure.

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** 'ask' also meets scripts, which send none of these headers, unless they say Sec-Fetch-Site and Sec-Fetch-Mode. */
type LogoutAnswer = 'sign-out' | 'ask' | 'not-now';

export function answerLogout(headers: Headers, ourOrigins: ReadonlySet<string>): LogoutAnswer {
  const ahead = [headers['sec-purpose'], headers.purpose, headers['x-moz']];
  if (ahead.some((purpose) => /\bprefetch\b/i.test(String(purpose)))) return 'not-now';
  return isOwnNavigation(headers, ourOrigins) ? 'sign-out' : 'ask';
}

function isOwnNavigation(headers: Headers, ourOrigins: ReadonlySet<string>): boolean {
  const site = headers['sec-fetch-site'];
  // Not sent by old browsers nor over plain http; a page can hide its address from Referer, but not give ours.
  if (site === undefined) return ourOrigins.has(originOf(headers.referer));
  const isNavigation = headers['sec-fetch-mode'] === 'navigate';
  // A service worker that passes the navigation on makes its destination 'empty'.
  const isWholePage = ['document', 'empty', undefined].includes(headers['sec-fetch-dest'] as string | undefined);
  return (site === 'same-origin' || site === 'none') && isNavigation && isWholePage;
}

const originOf = (referer: string | string[] = ''): string =>
  typeof referer === 'string' && URL.canParse(referer) ? new URL(referer).origin : '';
