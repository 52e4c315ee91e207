// Cents and the decimals that people read convert to each other without loss.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOf, priceOf } from './money.ts';

test('an amount in cents is written with two decimal places, and read back as the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
      expect(priceOf(cents)).toMatch(/^\d+\.\d{2}$/);
      expect(centsOf(priceOf(cents))).toBe(cents);
    }),
    { examples: [[0], [1], [10], [99], [100], [299], [4999], [2999]] },
  );
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [299, '2.99'],
  [4999, '49.99'],
  [110, '1.10'],
])('%d cents are %s', (cents, price) => {
  expect(priceOf(cents)).toBe(price);
  expect(centsOf(price)).toBe(cents);
});
