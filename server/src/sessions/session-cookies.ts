// The cookies of a browser at this site: the session's signed token, which no script can read; a hint for the page that there
// may be a session, which identifies nobody; the mark by which a browser is known again; and what a sign-in under way keeps.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sessionDays } from '@remembrance/contract/limits.ts';
import type { FastifyRequest } from 'fastify';
import type { Keyring } from '../keys/keyring.ts';
import { readCookie, writeCookie } from '../lib/cookies.ts';

type Reader = Pick<FastifyRequest, 'headers'>;

/** A cookie no script can read. */
export interface HiddenCookie {
  read(request: Reader): string | null;
  /** Set-Cookie lines. */
  line(value: string): string;
  cleared: string;
}

export interface SessionCookies {
  /**
   * What the session of a request is stored under, or null where the signature is not ours. Whether there is such a session is
   * for the table to say.
   */
  readSid(request: Reader): string | null;
  /** What the session of a token is stored under: a keyed digest, so that a copy of the table opens nothing. */
  sidOf(token: string): string;
  readDevice(request: Reader): string | null;
  /** Set-Cookie lines of a session that has begun; the hint also says where that took a deletion back. */
  begun(token: string, device: string, keptAccount?: boolean): string[];
  /** What the session's cookie is called here. */
  sessionName: string;
  /** Set-Cookie line by which a browser is known again before it has a session. */
  deviceLine(device: string): string;
  cleared: string[];
  /** Set-Cookie lines that say to the page again that there may be a session, where the browser lost the hint. */
  missingHint(request: Reader): string[];
  /** Between the password and the code of the authenticator app. */
  twoFactor: HiddenCookie;
  /** Between leaving for the OpenID provider and the first page after it. */
  outside: HiddenCookie;
}

const deviceDays = 400; // browsers keep no cookie longer
const underWayMinutes = 30;

export function createSessionCookies({ publicUrl, keyring }: { publicUrl: string; keyring: Keyring }): SessionCookies {
  const secure = publicUrl.startsWith('https:');
  // Browsers take a __Host- cookie only over https and only from this very host, so no neighbour can plant one.
  const nameOf = (name: string) => (secure ? `__Host-vault_${name}` : `vault_${name}`);
  const cookie = (name: string, maxAgeSeconds: number): HiddenCookie => ({
    read: (request) => readCookie(request, nameOf(name)),
    line: (value) => writeCookie(nameOf(name), value, { maxAgeSeconds, secure }),
    cleared: writeCookie(nameOf(name), '', { maxAgeSeconds: 0, secure }),
  });
  const session = cookie('session', sessionDays * 86_400);
  const device = cookie('device', deviceDays * 86_400);
  const sign = (token: string) =>
    createHmac('sha256', keyring.librarySecret('session-cookie')).update(token).digest('base64');
  const hintName = secure ? '__Host-session_hint' : 'session_hint';
  const hintLine = (value: string, maxAgeSeconds = sessionDays * 86_400) =>
    writeCookie(hintName, value, { maxAgeSeconds, secure, scripts: true });
  const sidOf = (token: string) => keyring.digest('session-token', token);
  return {
    sessionName: nameOf('session'),
    sidOf,
    readSid(request) {
      const [, token, signature] = /^([A-Za-z0-9]+)\.([A-Za-z0-9+/]{43}=)$/.exec(session.read(request) ?? '') ?? [];
      if (!token || !signature) return null;
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(token))) ? sidOf(token) : null;
    },
    readDevice: (request) => /^[\w-]{43}$/.exec(device.read(request) ?? '')?.[0] ?? null,
    begun: (token, mark, keptAccount = false) => [
      session.line(`${token}.${sign(token)}`),
      hintLine(keptAccount ? 'kept' : '1'),
      device.line(mark),
    ],
    missingHint: (request) => (readCookie(request, hintName) ? [] : [hintLine('1')]),
    deviceLine: device.line,
    cleared: [session.cleared, hintLine('', 0)],
    twoFactor: cookie('second_step', underWayMinutes * 60),
    outside: cookie('outside', underWayMinutes * 60),
  };
}
