// A purchase must match its plan's price to the cent, in our currency and of the right kind.
import { expect, test } from 'vitest';
import { isPriceOf, kindOf } from './price-rules.ts';

const once = { planType: 'one_time', price: '29.99' };
const monthly = { planType: 'subscription', price: '2.99' };

test("a purchase matches its plan's price only with the same kind, currency and cents", () => {
  expect([kindOf(once), kindOf(monthly)]).toEqual(['once', 'monthly']);
  const paid = { kind: 'once', amountCents: 2999, currency: 'usd' } as const;
  expect(isPriceOf(paid, once)).toBe(true);
  expect(isPriceOf({ ...paid, amountCents: 2998 }, once)).toBe(false);
  expect(isPriceOf({ ...paid, currency: 'eur' }, once)).toBe(false);
  expect(isPriceOf({ ...paid, kind: 'monthly' }, once)).toBe(false);
  expect(isPriceOf({ ...paid, kind: 'monthly', amountCents: 299 }, monthly)).toBe(true);
});
