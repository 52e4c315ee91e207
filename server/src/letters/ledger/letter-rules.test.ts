// When a letter is retried and given up. A recorded reason contains no secret.
import { expect, test } from 'vitest';
import { type Failure, pauseSeconds, reasonOf } from './letter-rules.ts';

/** The pauses after each try if all of them fail in the same way. */
function pausesOf(failure: Failure): number[] {
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const declinedAttempts = failure === 'declined' ? attempts : 0;
    const unansweredAttempts = failure === 'unanswered' ? attempts : 0;
    const pause = pauseSeconds(failure, { attempts, declinedAttempts, unansweredAttempts });
    if (pause === null) return pauses;
    pauses.push(pause);
  }
}
const sum = (pauses: number[]) => pauses.reduce((one, other) => one + other, 0);

test('pauses start at half a minute, never get shorter and end at a day', () => {
  const pauses = pausesOf('later');
  expect(pauses[0]).toBe(30);
  expect(pauses.at(-1)).toBe(86_400);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(sum(pauses)).toBeGreaterThan(28 * 86_400);
});

test('only a refusal of the address ends a letter immediately; one without a reason ends it after more than three days', () => {
  expect(pausesOf('refused')).toEqual([]);
  const days = sum(pausesOf('declined')) / 86_400;
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(4);
});

test('a first refusal without a reason does not end a letter sooner after many other tries', () => {
  expect(pauseSeconds('declined', { attempts: 30, declinedAttempts: 1, unansweredAttempts: 0 })).toBe(30);
});

test('a letter without a reply waits an hour, and is tried at most five times', () => {
  expect(pausesOf('unanswered')).toEqual([3600, 3600, 3600, 3600]);
});

test.each([
  ['550 no mailbox <rosa.r+x@mail.example.com> here', '550 no mailbox <(address)> here'],
  ['spam: https://keep.example/vault-access/abc?x=1 listed', 'spam: (link) listed'],
  ['code K7QXM-2VJTR-9WDFH-4NPZC refused', 'code (hidden) refused'],
  ['token pJ8s0Zq_3Lw-9aVb7cXd1eYf2gWh4iUj6kTlmNoPqR0', 'token (hidden)'],
  ['two\r\nlines\u0000', 'two lines '],
])('the recorded reason contains no address, link or code: %s', (message, reason) => {
  expect(reasonOf(new Error(message))).toBe(reason);
});

test('a reason is short, and a hostile reply does not slow it down', () => {
  expect(reasonOf(new Error('a.'.repeat(1_000_000))).length).toBeLessThanOrEqual(300);
});
