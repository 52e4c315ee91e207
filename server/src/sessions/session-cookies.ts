// The two cookies of a signed-in browser: the session's signed token, which no script can read, and a hint for the page
// that there may be a session, which identifies nobody.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Keyring } from '../keys/keyring.ts';
import { sessionDays } from './session-rules.ts';

export interface SessionCookies {
  /** The signed token's cookie, as the library that sets it wants to be told. */
  token: { name: string; attributes: { httpOnly: true; secure: boolean; sameSite: 'lax'; path: '/' } };
  /** The token of a request whose signature is ours, or null. Whether there is such a session is for the table to say. */
  readToken(request: Pick<FastifyRequest, 'headers'>): string | null;
  /** Set-Cookie lines. */
  hint: string;
  cleared: string[];
}

export function createSessionCookies({ publicUrl, keyring }: { publicUrl: string; keyring: Keyring }): SessionCookies {
  const secure = publicUrl.startsWith('https:');
  // Browsers take a __Host- cookie only over https and only from this very host, so no neighbour can plant one.
  const name = secure ? '__Host-vault_session' : 'vault_session';
  const shared = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  const secret = keyring.librarySecret('session-cookie');
  return {
    token: { name, attributes: { httpOnly: true, secure, sameSite: 'lax', path: '/' } },
    readToken: (request) => verifiedToken(cookieValue(request.headers.cookie, name), secret),
    hint: `session_hint=1; Max-Age=${sessionDays * 86_400}; ${shared}`,
    cleared: [`${name}=; Max-Age=0; ${shared}; HttpOnly`, `session_hint=; Max-Age=0; ${shared}`],
  };
}

function cookieValue(header: string | undefined, name: string): string | undefined {
  const found = header?.split(';').find((part) => part.slice(0, part.indexOf('=')).trim() === name);
  return found?.slice(found.indexOf('=') + 1).trim();
}

// The library writes token.signature, the signature being base64 of HMAC-SHA256, and encodes the whole for the header.
function verifiedToken(value: string | undefined, secret: string): string | null {
  const [, token, signature] = /^([A-Za-z0-9]+)\.([A-Za-z0-9+/]{43}=)$/.exec(decoded(value ?? '')) ?? [];
  if (!token || !signature) return null;
  const right = createHmac('sha256', secret).update(token).digest('base64');
  return timingSafeEqual(Buffer.from(signature), Buffer.from(right)) ? token : null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
