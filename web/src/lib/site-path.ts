// Where to go on to after signing in: a page of this site and nothing else.
export function sitePath(wanted: string | null, origin: string): string | undefined {
  if (!wanted || !URL.canParse(wanted, origin)) return undefined;
  const url = new URL(wanted, origin);
  if (url.origin !== origin || url.pathname.startsWith('/api/')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
