// How often a mailbox code is sent: soon at first, limited per hour, and a working code is always available.
import { mailedCode } from '@remembrance/contract/limits.ts';
import { expect, test } from 'vitest';
import { minutesLater } from '../../platform/lib/clock.ts';
import { nextCodeAt } from './code-rules.ts';

const start = new Date('2026-01-01T00:00:00Z');

test('requests all day long cause at most eight letters an hour, and a working code is always available', () => {
  const mailed: Date[] = [];
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const now = minutesLater(start, minute);
    const lastHour = mailed.filter((at) => at > minutesLater(now, -60));
    if (nextCodeAt(lastHour, now) <= now) mailed.unshift(now);
    expect(mailed[0] && minutesLater(mailed[0], mailedCode.minutes) > now).toBe(true);
    expect(mailed.filter((at) => at > minutesLater(now, -60)).length).toBeLessThanOrEqual(8);
  }
});

test('a letter that did not arrive can be sent again after two minutes', () => {
  expect(nextCodeAt([], start)).toEqual(start);
  expect(nextCodeAt([start], start)).toEqual(minutesLater(start, 2));
});

const minute = (minutes: number) => minutesLater(start, minutes);
/** When the next code may be sent after letters mailed at these minutes, newest first. */
const nextAfter = (...minutes: number[]) =>
  (nextCodeAt(minutes.map(minute), start).getTime() - start.getTime()) / 60_000;

test('two letters may follow quickly; after the third in an hour the next one waits until the last code has expired', () => {
  expect(nextAfter(0)).toBe(2);
  expect(nextAfter(2, 0)).toBe(4);
  expect(nextAfter(4, 2, 0)).toBe(14);
  expect(nextAfter(14, 4, 2, 0)).toBe(24);
});

test('a wait never exceeds the hour since the third latest letter, or the validity of the code in the mailbox', () => {
  expect(nextAfter(53, 52, 0)).toBe(60);
  expect(nextAfter(57, 52, 0)).toBe(60);
  expect(nextAfter(58, 52, 0)).toBe(60);
  expect(nextAfter(59, 52, 0)).toBe(61);
  expect(nextAfter(45, 44, 0)).toBe(55);
  expect(nextAfter(45, 44, 43, 0)).toBe(55);
});
