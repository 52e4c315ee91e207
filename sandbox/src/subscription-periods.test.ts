// The months of a subscription, in a calendar with months of different lengths.
import { expect, test } from 'vitest';
import { monthLater } from './subscription-periods.ts';

const seconds = (date: string) => Date.parse(date) / 1000;

test.each([
  ['2027-01-15T09:30:00Z', '2027-02-15T09:30:00Z'],
  ['2027-01-31T23:59:59Z', '2027-02-28T23:59:59Z'],
  ['2028-01-30T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['2027-02-28T12:00:00Z', '2027-03-28T12:00:00Z'],
  ['2027-03-31T00:00:00Z', '2027-04-30T00:00:00Z'],
  ['2027-12-31T00:00:00Z', '2028-01-31T00:00:00Z'],
  ['2027-03-28T01:30:00Z', '2027-04-28T01:30:00Z'],
])('a month after %s is %s', (from, to) => {
  expect(monthLater(seconds(from))).toBe(seconds(to));
});

test('from every day of five years, a month has 28 to 31 days, keeps its time of day and skips no month', () => {
  for (let from = seconds('2024-01-01T09:30:00Z'); from < seconds('2029-01-01T00:00:00Z'); from += 86_400) {
    const to = monthLater(from);
    const [before, after] = [new Date(from * 1000), new Date(to * 1000)];
    expect(after.getUTCMonth(), before.toISOString()).toBe((before.getUTCMonth() + 1) % 12);
    expect([after.getUTCHours(), after.getUTCMinutes()]).toEqual([9, 30]);
    expect([28, 29, 30, 31]).toContain((to - from) / 86_400);
  }
});
