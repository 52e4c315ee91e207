// The trial offer is found in an address of ours and nowhere else.
import { expect, test } from 'vitest';
import { offerBehind } from './offer-behind.ts';

test.each([
  ['https://vault.example/?promo=freetrial', '/pricing?promo=freetrial'],
  ['https://vault.example/', undefined],
  ['https://vault.example/?promo=else', undefined],
  ['https://elsewhere.example/?promo=freetrial', undefined],
  ['no address', undefined],
  [undefined, undefined],
])('the trial offer behind a press at %j leads to %j', (referer, path) => {
  expect(offerBehind(referer, new Set(['https://vault.example']))).toBe(path);
});
