// The cookies of this site: the session's signed token, which scripts can't read; a hint for the page that there may be a session;
// the token that identifies a known browser; and the state of an unfinished sign-in.
import { sessionDays } from '@remembrance/contract/limits.ts';
import { hasSessionHint, sessionHint } from '@remembrance/contract/session-hint.ts';
import type { FastifyRequest } from 'fastify';
import type { Digests } from '../../keys/secret/digest-store.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { readCookie, writeCookie } from '../../platform/lib/cookies.ts';

type Reader = Pick<FastifyRequest, 'headers'>;

/** A cookie that scripts can't read. */
export interface HiddenCookie {
  read(request: Reader): string | null;
  /** Set-Cookie lines. */
  line(value: string): string;
  cleared: string;
}

export interface SessionCookies {
  /**
   * The stored id of the request's session and its ids under other secrets, or null if the signature is invalid. The table decides
   * whether the session exists.
   */
  readSids(request: Reader): Digests | null;
  /** The same for a read-only token in the header Authorization. */
  readTokenSids(request: Reader): Digests | null;
  /** The stored id for a session token: a keyed digest, so that a copy of the table opens no session. */
  sidOf(token: string): string;
  readDevice(request: Reader): string | null;
  /** Set-Cookie lines for a new session. The hint also tells the page if the sign-in undid a deletion. */
  newSession(token: string, device: string, restoredAccount?: boolean): string[];
  /** The name of the session cookie. */
  sessionName: string;
  /** Set-Cookie line that identifies a browser before it has a session. */
  deviceLine(device: string): string;
  cleared: string[];
  /** Set-Cookie lines for a browser that has lost the hint. */
  missingHint(request: Reader): string[];
  /** The state between the password and the code from the app or the mailbox. */
  twoFactor: HiddenCookie;
  /** The state between leaving for the OpenID provider and the first page after it. */
  outside: HiddenCookie;
}

const deviceDays = 400; // the longest that browsers store a cookie
const underWayMinutes = 30;

export function createSessionCookies({ publicUrl, keyring }: { publicUrl: string; keyring: Keyring }): SessionCookies {
  const secure = publicUrl.startsWith('https:');
  // Browsers accept a __Host- cookie only over https and from this exact host, so no sibling domain can set one.
  const nameOf = (name: string) => (secure ? `__Host-vault_${name}` : `vault_${name}`);
  const cookie = (name: string, maxAgeSeconds: number): HiddenCookie => ({
    read: (request) => readCookie(request, nameOf(name)),
    line: (value) => writeCookie(nameOf(name), value, { maxAgeSeconds, secure }),
    cleared: writeCookie(nameOf(name), '', { maxAgeSeconds: 0, secure }),
  });
  const session = cookie('session', sessionDays * 86_400);
  const device = cookie('device', deviceDays * 86_400);
  const hintName = secure ? `__Host-${sessionHint}` : sessionHint;
  const hintLine = (value: string, maxAgeSeconds = sessionDays * 86_400) =>
    writeCookie(hintName, value, { maxAgeSeconds, secure, scripts: true });
  return {
    sessionName: nameOf('session'),
    sidOf: (token) => keyring.digest('session-token', token),
    readSids(request) {
      const [, token, signature] = /^([A-Za-z0-9]+)\.([\w-]{43})$/.exec(session.read(request) ?? '') ?? [];
      if (!token || !signature) return null;
      return keyring.isSigned('session-cookie', token, signature) ? keyring.digests('session-token', token) : null;
    },
    readTokenSids({ headers }) {
      const [, token] = /^Bearer (rt_[\da-f]{32})$/.exec(headers.authorization ?? '') ?? [];
      return token ? keyring.digests('session-token', token) : null;
    },
    readDevice: (request) => /^[\w-]{43}$/.exec(device.read(request) ?? '')?.[0] ?? null,
    newSession: (token, mark, restoredAccount = false) => [
      session.line(`${token}.${keyring.sign('session-cookie', token)}`),
      hintLine(restoredAccount ? 'kept' : '1'),
      device.line(mark),
    ],
    missingHint: (request) => (readCookie(request, hintName) ? [] : [hintLine('1')]),
    deviceLine: device.line,
    cleared: [session.cleared, hintLine('', 0)],
    twoFactor: cookie('second_step', underWayMinutes * 60),
    outside: cookie('outside', underWayMinutes * 60),
  };
}

interface LostHintNeeds {
  cookies: SessionCookies;
  readOwner: (request: FastifyRequest) => Promise<unknown>;
}

/**
 * A browser can lose the session hint but keep the session, because scripts can clear only the hint. Its next page restores the hint,
 * so that the owner does not see the page for strangers.
 * @returns the Set-Cookie lines, if any
 */
export async function findLostHint({ cookies, readOwner }: LostHintNeeds, request: FastifyRequest): Promise<string[]> {
  if (hasSessionHint(request.headers.cookie ?? '') || !cookies.readSids(request)) return [];
  const owner = await readOwner(request).catch(() => null); // the page is sent even if the session cannot be read
  return owner ? cookies.missingHint(request) : [];
}
