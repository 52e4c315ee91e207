// The codes of authenticator apps.
import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { codeAt, newSecret, stepOf, uriOf } from './totp.ts';

const secret = Secret.fromUTF8('12345678901234567890').base32;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('the codes match RFC 6238 (at second %i: %s)', (seconds, code) => {
  expect(codeAt(secret, new Date(seconds * 1000))).toBe(code);
});

test('the codes of the previous and the next half minute are accepted, all others are not', () => {
  const at = new Date(1_234_567_890_000);
  const step = Math.floor(at.getTime() / 30_000);
  const steps = [-2, -1, 0, 1, 2].map((away) =>
    stepOf(secret, codeAt(secret, new Date(at.getTime() + away * 30_000)), at),
  );
  expect(steps).toEqual([null, step - 1, step, step + 1, null]);
  for (const code of ['', '1', '0059241', 'abcdef']) expect(stepOf(secret, code, at)).toBeNull();
});

test('every secret is new and has 160 bits, and the URI for the app contains it', () => {
  const [one, other] = [newSecret(), newSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  const uri = new URL(uriOf(one, { issuer: 'Keepsake & Co', label: 'ada@example.com' }));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Keepsake & Co:ada@example.com',
  ]);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: one, issuer: 'Keepsake & Co', period: '30' });
});
