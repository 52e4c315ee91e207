// Where a person may go after signing in: a page of this site and nothing else. The server and the pages both ask here.

/** The path of `next` as a browser reads it, or '/' where it leads anywhere but to a page of this site. */
export function sitePath(next: string | null | undefined): string {
  if (!next || !isOwnPath(next) || !URL.canParse(next, anySite)) return '/';
  const { origin, pathname, search, hash } = new URL(next, anySite);
  const path = pathname + search + hash;
  // Checked a second time without its encoding, as something that decodes it on the way would see it.
  const plain = decoded(pathname);
  const isCall = /^\/api(\/|$)/i.test(plain); // such as the one that signs out, which would undo the signing in
  return origin === anySite && isOwnPath(path) && isOwnPath(plain) && !isCall ? path : '/';
}

/** `path` with the destination carried along. */
export function withNext(path: string, next: string | undefined): string {
  const destination = sitePath(next);
  if (destination === '/') return path;
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(destination)}`;
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
