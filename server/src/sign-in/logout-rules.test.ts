// Whether a visit to the sign-out URL signs out, asks first, or does nothing.
import { expect, test } from 'vitest';
import { decideLogout } from './logout-rules.ts';

const ours = new Set(['https://keep.example']);
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

test.each([
  ['our own page', { ...navigation, 'sec-fetch-site': 'same-origin' }, 'sign-out'],
  ['the address bar', { ...navigation, 'sec-fetch-site': 'none' }, 'sign-out'],
  ['another site', { ...navigation, 'sec-fetch-site': 'cross-site' }, 'ask'],
  ['a picture', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' }, 'ask'],
  ['an old browser on our page', { referer: 'https://keep.example/account' }, 'sign-out'],
  ['an old browser elsewhere', { referer: 'https://else.example/' }, 'ask'],
  ['a script without headers', {}, 'ask'],
  ['a prefetch', { ...navigation, 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' }, 'not-now'],
] as const)('SES-42: a visit from %s signs out, asks or waits as it should', (_, headers, decision) => {
  expect(decideLogout(headers, ours)).toBe(decision);
});
