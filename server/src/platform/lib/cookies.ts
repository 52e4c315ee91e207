// Reads cookies of a request and builds Set-Cookie headers, with the library `cookie` (RFC 6265).
import { parseCookie, stringifySetCookie } from 'cookie';

interface Requested {
  headers: { cookie?: string | undefined };
}

/** Null if the browser sends no such cookie. */
export const readCookie = ({ headers }: Requested, name: string): string | null =>
  parseCookie(headers.cookie ?? '')[name] ?? null;

interface Attributes {
  maxAgeSeconds: number;
  /** The cookie is only sent over https. */
  secure: boolean;
  /** Whether scripts of the page may read it. */
  scripts?: boolean;
  /** `strict` if the cookie should not be sent when a link on another site is followed. */
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
