// The trial offer is read only from a referrer of this site.
import { expect, test } from 'vitest';
import { offerBehind } from './offer-behind.ts';

test.each([
  ['https://vault.example/?promo=freetrial', '/pricing?promo=freetrial'],
  ['https://vault.example/', undefined],
  ['https://vault.example/?promo=else', undefined],
  ['https://elsewhere.example/?promo=freetrial', undefined],
  ['no address', undefined],
  [undefined, undefined],
])('SES-34: with the referrer %j a sign-in continues to %j', (referer, path) => {
  expect(offerBehind(referer, new Set(['https://vault.example']))).toBe(path);
});
