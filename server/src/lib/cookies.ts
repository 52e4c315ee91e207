// Reads a cookie of a request and writes the Set-Cookie line of one, both by the library `cookie` (RFC 6265).
import { parseCookie, stringifySetCookie } from 'cookie';

interface Requested {
  headers: { cookie?: string | undefined };
}

/** Null where the browser sends no such cookie. */
export const readCookie = ({ headers }: Requested, name: string): string | null =>
  parseCookie(headers.cookie ?? '')[name] ?? null;

interface Attributes {
  maxAgeSeconds: number;
  /** Only over https. */
  secure: boolean;
  /** Whether scripts of the page may read it. */
  scripts?: boolean;
  /** `strict` where no link from another site should bring the cookie along. */
  sameSite?: 'lax' | 'strict';
}

export const writeCookie = (
  name: string,
  value: string,
  { maxAgeSeconds, secure, scripts = false, sameSite = 'lax' }: Attributes,
): string =>
  stringifySetCookie(
    { name, value, maxAge: maxAgeSeconds, path: '/', httpOnly: !scripts, secure, sameSite },
    { encode: encodeURIComponent },
  );
