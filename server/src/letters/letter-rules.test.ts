import { expect, test } from 'vitest';
import { pauseSeconds, reasonOf } from './letter-rules.ts';

test('LET-8: pauses never shrink, begin at half a minute and end at a day', () => {
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const pause = pauseSeconds(attempts);
    if (pause === null) break;
    pauses.push(pause);
  }
  expect(pauses[0]).toBe(30);
  expect(pauses.at(-1)).toBe(86_400);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test.each([
  ['550 no mailbox <rosa.r+x@mail.example.com> here', '550 no mailbox <(address)> here'],
  ['spam: https://keep.example/vault-access/abc?x=1 listed', 'spam: (link) listed'],
  ['code K7QXM-2VJTR-9WDFH-4NPZC refused', 'code (hidden) refused'],
  ['token pJ8s0Zq_3Lw-9aVb7cXd1eYf2gWh4iUj6kTlmNoPqR0', 'token (hidden)'],
  ['two\r\nlines\u0000', 'two lines '],
])('LET-15: the reason of a failure names no address, link or code: %s', (message, said) => {
  expect(reasonOf(new Error(message))).toBe(said);
});

test('LET-15: a reason is short, and found quickly in a hostile answer', () => {
  expect(reasonOf(new Error('a.'.repeat(1_000_000))).length).toBeLessThanOrEqual(300);
});
