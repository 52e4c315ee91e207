// The offer of a free month follows a visitor from page to page.
import { expect, test } from 'vitest';
import { hasTrialPromo, withPromo } from './promo.ts';

const offer = new URLSearchParams('promo=freetrial');

test('the offer is carried from page to page, and only if there was one', () => {
  expect(withPromo('/pricing', offer)).toBe('/pricing?promo=freetrial');
  expect(withPromo('/create-vault?plan=x', offer)).toBe('/create-vault?plan=x&promo=freetrial');
  expect(withPromo('/pricing', new URLSearchParams('promo=other'))).toBe('/pricing');
  expect(hasTrialPromo(new URLSearchParams('promo=FREETRIAL'))).toBe(false);
});
