import { expect, test } from 'vitest';
import { pauseAfter } from './guess-rules.ts';

const now = new Date('2026-01-01T00:00:00Z');

test('GUESS-1: five wrong in a row pause for 15 minutes, ten for a day, and every fifth after for a day again', () => {
  const paused = Array.from({ length: 20 }, (_, i) => pauseAfter(i + 1, now)).map((until) =>
    until ? (until.getTime() - now.getTime()) / 60_000 : 0,
  );
  expect(paused).toEqual([0, 0, 0, 0, 15, 0, 0, 0, 0, 1440, 0, 0, 0, 0, 1440, 0, 0, 0, 0, 1440]);
});
