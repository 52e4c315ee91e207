// The record of a visitor is bounded, and a request cannot forge its browser.
import { randomBytes } from 'node:crypto';
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { newLinkToken } from '../../platform/lib/ids.ts';
import { createSessionCookies } from './session-cookies.ts';
import { visitorOf } from './visitor.ts';

const keyring = createKeyring(randomBytes(32));
const cookiesOf = (publicUrl: string) => createSessionCookies({ publicUrl, keyring });
const cookies = cookiesOf('https://keep.example');
const visitor = (headers: Record<string, string>, ip = '192.0.2.7') =>
  visitorOf({ headers, ip } as never, 'https://keep.example', cookies);

test('a visitor has a network, a browser name of at most five hundred characters, and an origin for links', () => {
  expect(visitor({})).toEqual({ network: '192.0.2.7', userAgent: '', device: null, origin: 'https://keep.example' });
  expect(visitor({ 'user-agent': 'x'.repeat(501) }).userAgent).toBe('x'.repeat(500));
  expect(visitor({}, '2001:db8:1:2::9').network).toBe('2001:db8:1:2::/64');
});

test("a browser is recognised only by one of our tokens in this site's cookie", () => {
  const token = newLinkToken();
  const line = cookies.deviceLine(token).split(';')[0] ?? '';
  expect(visitor({ cookie: line }).device).toBe(token);
  expect(visitor({ cookie: line.replace('__Host-', '') }).device).toBeNull();
  expect(
    visitor({ cookie: cookiesOf('http://localhost:3000').deviceLine(token).split(';')[0] ?? '' }).device,
  ).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
      fc.pre(!/^[\w-]{43}$/.test(text));
      const cookie = `__Host-vault_device=${encodeURIComponent(text.toWellFormed())}`;
      return visitor({ cookie }).device === null;
    }),
    { examples: [[`${token}\n`], [` ${token}`], [`${token}A`], [token.slice(1)], ['']] },
  );
});

test('over https every cookie is bound to this host, and cookies with other names are ignored', () => {
  const session = cookies.newSession('a'.repeat(32), newLinkToken());
  const lines = [...session, cookies.twoFactor.line('x'), cookies.outside.line('x'), ...cookies.cleared];
  for (const line of lines) expect(line).toMatch(/^__Host-[^;]+; .*Path=\/.*Secure/);
  expect(lines.join()).not.toMatch(/Domain/i);
  for (const line of cookiesOf('http://localhost:3000').newSession('a'.repeat(32), 'x')) {
    expect(line).not.toMatch(/__Host-|Secure/);
  }
});

test('scripts can read only the hint, which reveals only that there may be a session', () => {
  const lines = cookies.newSession('a'.repeat(32), newLinkToken(), true);
  const readable = lines.filter((line) => !line.includes('HttpOnly'));
  expect(readable).toEqual([expect.stringMatching(/^__Host-session_hint=kept; Max-Age=2592000; /)]);
  expect(cookies.missingHint({ headers: {} })).toHaveLength(1);
  expect(cookies.missingHint({ headers: { cookie: '__Host-session_hint=1' } })).toEqual([]);
});
