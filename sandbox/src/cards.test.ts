// The rules of the test cards.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cards } from './card-page.ts';
import { chargeFault, hasCheckDigit, readCard, saveFault } from './cards.ts';

const now = new Date('2027-03-31T23:59:59Z');
const card = (change: Partial<Parameters<typeof readCard>[0]> = {}) =>
  readCard({ number: '4242424242424242', expMonth: 12, expYear: 2031, cvc: '123', ...change }, now);
const codeOf = (read: ReturnType<typeof readCard>) => ('fault' in read ? read.fault.code : read.behaviour);

test('a mistyped number, a past date, a short code and a card that is not a test card are refused', () => {
  expect(codeOf(card({ number: '4242424242424241' }))).toBe('incorrect_number');
  expect(codeOf(card({ number: '42' }))).toBe('incorrect_number');
  expect(codeOf(card({ expMonth: 13 }))).toBe('invalid_expiry_month');
  expect(codeOf(card({ expMonth: Number.NaN }))).toBe('invalid_expiry_month');
  expect(codeOf(card({ expYear: Number.NaN }))).toBe('expired_card');
  expect(codeOf(card({ expMonth: 2, expYear: 2027 }))).toBe('expired_card');
  expect(codeOf(card({ cvc: '12' }))).toBe('invalid_cvc');
  expect(codeOf(card({ number: '4111111111111111' }))).toBe('card_declined');
});

test('a card is valid to the end of its month, and each test card behaves as documented', () => {
  expect(codeOf(card({ expMonth: 3, expYear: 2027 }))).toBe('pays');
  expect(chargeFault('pays')).toBeNull();
  expect(chargeFault('declines')?.message).toBe('Your card was declined.');
  expect(chargeFault('lacks-funds')?.message).toBe('Your card has insufficient funds.');
  expect([saveFault('declines-charges'), chargeFault('declines-charges')?.code]).toEqual([null, 'card_declined']);
});

test('the check digit detects every single mistyped digit', () => {
  const right = '4000002500003155';
  expect(hasCheckDigit(right)).toBe(true);
  for (let place = 0; place < right.length; place++) {
    for (let digit = 0; digit < 10; digit++) {
      const typed = `${right.slice(0, place)}${digit}${right.slice(place + 1)}`;
      expect(hasCheckDigit(typed)).toBe(typed === right);
    }
  }
});

test('every card in the README behaves as described there', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = Array.from(
    readme.matchAll(/^\| (\d{4} \d{4} \d{4} \d{4}) \| (.+) \|$/gm),
    ([, number = '', does = '']) => ({
      number: number.replaceAll(' ', ''),
      does,
    }),
  );
  expect(rows.map(({ number }) => number)).toEqual(Object.values(cards));
  const outcomes: Record<string, unknown> = {
    pays: [undefined, undefined],
    'is declined': ['generic_decline', 'generic_decline'],
    'lacks funds': ['insufficient_funds', 'insufficient_funds'],
    'requires authentication': [undefined, undefined],
    'requires authentication for every charge': [undefined, undefined],
    'can be saved; every charge fails': [undefined, 'generic_decline'],
  };
  for (const { number, does } of rows) {
    const read = card({ number });
    if ('fault' in read) throw new Error(read.fault.message);
    const { behaviour } = read;
    expect([saveFault(behaviour)?.declineCode, chargeFault(behaviour)?.declineCode], does).toEqual(outcomes[does]);
    expect(behaviour.endsWith('asks-authentication'), does).toBe(does.startsWith('requires authentication'));
  }
});
