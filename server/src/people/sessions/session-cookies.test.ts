// The exact Set-Cookie lines of this site, and which cookies are read back.
import { randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { newLinkToken } from '../../platform/lib/ids.ts';
import { createSessionCookies } from './session-cookies.ts';

const keyring = createKeyring(randomBytes(32));
const open = (publicUrl = 'https://keep.example') => createSessionCookies({ publicUrl, keyring });
const token = 'a'.repeat(32);
const device = newLinkToken();
const sent = (lines: string[]) => ({ headers: { cookie: lines.map((line) => line.split(';')[0]).join('; ') } });
/** A line without the value, which differs. */
const shape = (line: string) => line.replace(/=[^;]*/, '=…');

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const hidden = 'Path=/; HttpOnly; Secure; SameSite=Lax';

test('SES-13: over https a session, its hint and its browser are three cookies with their own ages', () => {
  const cookies = open();
  const month = 30 * 86_400;
  expect(cookies.newSession(token, device).map(shape)).toEqual([
    `__Host-vault_session=…; Max-Age=${month}; ${hidden}`,
    `__Host-session_hint=…; Max-Age=${month}; Path=/; Secure; SameSite=Lax`,
    `__Host-vault_device=…; Max-Age=${400 * 86_400}; ${hidden}`,
  ]);
  expect(cookies.newSession(token, device)[1]).toContain('=1;');
  expect(cookies.newSession(token, device, true)[1]).toContain('=kept;');
  expect(cookies.missingHint({ headers: {} })).toEqual([cookies.newSession(token, device)[1]]);
  expect(cookies.missingHint(sent(cookies.newSession(token, device)))).toEqual([]);
  expect(cookies.deviceLine(device)).toBe(cookies.newSession(token, device)[2]);
  expect(cookies.sessionName).toBe('__Host-vault_session');
});

test('signing out clears the session and its hint, and the browser stays known', () => {
  expect(open().cleared).toEqual([
    `__Host-vault_session=; Max-Age=0; ${hidden}`,
    '__Host-session_hint=; Max-Age=0; Path=/; Secure; SameSite=Lax',
  ]);
});

test('an unfinished sign-in lasts half an hour and has a separate cookie for each way to sign in', () => {
  const { twoFactor, outside } = open();
  for (const [cookie, name] of [
    [twoFactor, '__Host-vault_second_step'],
    [outside, '__Host-vault_outside'],
  ] as const) {
    expect(cookie.line('state')).toBe(`${name}=state; Max-Age=1800; ${hidden}`);
    expect(cookie.cleared).toBe(`${name}=; Max-Age=0; ${hidden}`);
    expect(cookie.read(sent([cookie.line('state')]))).toBe('state');
    expect(cookie.read({ headers: {} })).toBeNull();
  }
  expect(outside.read(sent([twoFactor.line('state')]))).toBeNull();
});

test('without https the cookies have their short names and are sent over http', () => {
  const cookies = open('http://localhost:3000');
  const [session = '', hint = '', browser = ''] = cookies.newSession(token, device).map(shape);
  expect(session).toMatch(/^vault_session=…; .*HttpOnly; SameSite=Lax$/);
  expect(hint).toMatch(/^session_hint=…; .*Path=\/; SameSite=Lax$/);
  expect(browser).toMatch(/^vault_device=…; /);
  expect(cookies.sessionName).toBe('vault_session');
});

test('a session is read from its own cookie, signed by this service, with nothing added', () => {
  const cookies = open();
  const [line = ''] = cookies.newSession(token, device);
  expect(cookies.readSids(sent([line]))).toEqual([cookies.sidOf(token)]);
  expect(cookies.sidOf(token)).toBe(keyring.digest('session-token', token));
  const value = decodeURIComponent(line.split(';')[0]?.split('=').slice(1).join('=') ?? '');
  expect(value).toBe(`${token}.${keyring.sign('session-cookie', token)}`);
  const withValue = (text: string) => ({ headers: { cookie: `__Host-vault_session=${encodeURIComponent(text)}` } });
  expect(cookies.readSids(withValue(value))).toEqual([cookies.sidOf(token)]);
  for (const altered of [
    `-${value}`,
    `${value}=`,
    ` ${value}`,
    `${value}\n`,
    value.slice(1),
    value.slice(0, -1),
    '',
    token,
  ]) {
    expect([altered, cookies.readSids(withValue(altered))]).toEqual([altered, null]);
  }
  expect(cookies.readSids({ headers: {} })).toBeNull();
});

test('a browser is read from its own cookie only if the value is exactly one of our tokens', () => {
  const cookies = open();
  const withValue = (text: string) => ({ headers: { cookie: `__Host-vault_device=${encodeURIComponent(text)}` } });
  expect(cookies.readDevice(sent([cookies.deviceLine(device)]))).toBe(device);
  for (const altered of [`-${device}`, `${device}-`, `${device.slice(1)}!`, device.slice(1), '']) {
    expect([altered, cookies.readDevice(withValue(altered))]).toEqual([altered, null]);
  }
  expect(cookies.readDevice({ headers: {} })).toBeNull();
});
