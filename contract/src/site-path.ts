// Where a person may be sent after signing in: only to a page of this site. The server and the pages use the same rule.
import { lengths } from './limits.ts';

/** The path of `next` as a browser reads it, or '/' if it is not a page of this site. */
export function sitePath(next: string | null | undefined): string {
  const url = next && isOwnPath(next) ? parsed(next) : undefined;
  if (!url) return '/';
  const { origin, pathname, search, hash } = url;
  const path = pathname + search + hash;
  // The decoded path is checked too, because a proxy may decode it.
  const plain = decoded(pathname);
  const isCall = /^\/api(\/|$)/i.test(plain); // for example /api/logout, which would undo the sign-in
  const isShort = path.length <= lengths.next; // sign-in calls refuse a longer one
  return origin === anySite && isShort && isOwnPath(path) && isOwnPath(plain) && !isCall ? path : '/';
}

/** `path` with the destination as its query parameter `next`. */
export function withNext(path: string, next: string | undefined): string {
  const destination = sitePath(next);
  if (destination === '/') return path;
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(destination)}`;
}

const anySite = 'https://this-site.invalid';

// Browsers read '//' and '/\' as the start of another host, and remove tabs and line ends first.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
const isOwnPath = (path: string): boolean => /^\/(?!\/)[^\\\u0000-\u001f\u007f]*$/u.test(path);

// `URL.canParse` is missing in Safari before 17.
function parsed(path: string): URL | undefined {
  try {
    return new URL(path, anySite);
  } catch {
    return undefined;
  }
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
