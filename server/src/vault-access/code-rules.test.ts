// How often a mailbox code is sent: soon at first, limited per hour, and a working code is always available.
import { recipientCode } from '@remembrance/contract/limits.ts';
import { expect, test } from 'vitest';
import { minutesLater } from '../lib/clock.ts';
import { nextCodeAt } from './code-rules.ts';

const start = new Date('2026-01-01T00:00:00Z');

test('CODE-3: requests all day long cause at most eight letters an hour, and a working code is always available', () => {
  const mailed: Date[] = [];
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const now = minutesLater(start, minute);
    const lastHour = mailed.filter((at) => at > minutesLater(now, -60));
    if (nextCodeAt(lastHour, now) <= now) mailed.unshift(now);
    expect(mailed[0] && minutesLater(mailed[0], recipientCode.minutes) > now).toBe(true);
    expect(mailed.filter((at) => at > minutesLater(now, -60)).length).toBeLessThanOrEqual(8);
  }
});

test('CODE-3: a letter that did not arrive can be sent again after two minutes', () => {
  expect(nextCodeAt([], start)).toEqual(start);
  expect(nextCodeAt([start], start)).toEqual(minutesLater(start, 2));
});
