// The login URL shows each person the page they need first, and a visit to the sign-out URL signs out, asks first, or does nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideLogout, loginPage } from './navigation-rules.ts';

test.each(['/', '/?promo=freetrial', '/create-vault?promo=freetrial', '/pricing', '/vault-access/x', '/accounting'])(
  'a browser without an account that goes to %s is asked to sign up',
  (next) => {
    expect(loginPage({ isKnownBrowser: false, next })).toBe('/sign-up');
    expect(loginPage({ isKnownBrowser: true, next })).toBe('/sign-in');
  },
);

test.each(['/account', '/account/billing', '/vault/1/edit', '/checkout?x', '/checkout/1'])(
  'a link to %s leads to the sign-in page in every browser, because it belongs to an account',
  (next) => {
    expect(loginPage({ isKnownBrowser: false, next })).toBe('/sign-in');
  },
);

test('a button named Log In leads to the sign-in page, even in a browser without an account', () => {
  expect(loginPage({ isKnownBrowser: false, next: '/', start: 'sign-in' })).toBe('/sign-in');
});

const ours = new Set(['https://keep.example']);
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

test.each([
  ['our own page', 'sign-out', { ...navigation, 'sec-fetch-site': 'same-origin' }],
  ['the address bar', 'sign-out', { ...navigation, 'sec-fetch-site': 'none' }],
  ['another site', 'ask', { ...navigation, 'sec-fetch-site': 'cross-site' }],
  ['a picture', 'ask', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' }],
  ['an old browser on our page', 'sign-out', { referer: 'https://keep.example/account' }],
  ['an old browser elsewhere', 'ask', { referer: 'https://else.example/' }],
  ['a script without headers', 'ask', {}],
  ['a prefetch', 'not-now', { ...navigation, 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' }],
] as const)('a sign-out requested by %s is answered with the decision “%s”', (_, decision, headers) => {
  expect(decideLogout(headers, ours)).toBe(decision);
});

const value = fc.oneof(
  fc.constantFrom(undefined, 'navigate', 'no-cors', 'document', 'empty', 'image', 'iframe', 'prefetch', 'none'),
  fc.string({ maxLength: 20 }),
);
const headers = fc.record({
  'sec-fetch-mode': value,
  'sec-fetch-dest': value,
  'sec-purpose': value,
  purpose: value,
  'x-moz': value,
  referer: fc.oneof(value, fc.webUrl(), fc.constant('https://keep.example/account')),
});

test('another site can sign nobody out, whatever else the request contains', () => {
  fc.assert(
    fc.property(headers, fc.constantFrom('cross-site', 'same-site', 'nonsense', ''), (sent, site) => {
      expect(decideLogout({ ...sent, 'sec-fetch-site': site }, ours)).not.toBe('sign-out');
    }),
  );
});

test('a page that is prefetched, framed or loaded as a picture signs nobody out, even from our own page', () => {
  const own = { ...navigation, 'sec-fetch-site': 'same-origin' };
  for (const ahead of ['sec-purpose', 'purpose', 'x-moz']) {
    expect(decideLogout({ ...own, [ahead]: 'Prefetch' }, ours), ahead).toBe('not-now');
  }
  for (const place of ['iframe', 'frame', 'embed', 'object', 'image', 'script']) {
    expect(decideLogout({ ...own, 'sec-fetch-dest': place }, ours), place).toBe('ask');
  }
  expect(decideLogout({ ...own, 'sec-fetch-dest': 'empty' }, ours)).toBe('sign-out'); // through our service worker
});

test.each([
  ['https://keep.example.evil.example/', 'ask'],
  ['https://keep.example:8443/', 'ask'],
  ['http://keep.example/', 'ask'],
  ['https://evil.example/https://keep.example/', 'ask'],
  ['keep.example', 'ask'],
  ['', 'ask'],
  ['https://keep.example', 'sign-out'],
] as const)('an old browser that comes from "%s" is answered: %s', (referer, decision) => {
  expect(decideLogout({ referer }, ours)).toBe(decision);
});
