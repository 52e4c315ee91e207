// What a restored database follows: the lines after its own, and only if none of them is missing.
import { expect, test } from 'vitest';
import type { Batch } from './journal-chain.ts';
import { linesAfter, refuseEarlierJournal } from './journal-reach.ts';

const at = '2026-11-27T08:00:00.000Z';
const head = (position: number) => ({ position, digest: '', at, changeId: '' });
/** A line, and the signed one that follows it. */
const batch = (position: number): Batch => ({
  lines: [{ position, at, kind: 'vault', id: 'a vault', facts: null }],
  head: head(position + 1),
});
const reach = (position: number) => ({
  folder: '/journal',
  head: { position, writtenAt: new Date(at), onHoldSince: null },
});

test('JOURNAL-10: lines that the database has itself written say nothing, and those after them count', () => {
  const batches = [1, 3, 5].map((position) => batch(position));
  expect(linesAfter(reach(2), batches, 6).map(({ position }) => position)).toEqual([3, 5]);
  expect(linesAfter(reach(6), batches, 6)).toEqual([]);
  expect(linesAfter(reach(0), [], 0)).toEqual([]);
});

test.each([
  [2, [1, 5], 6, 3],
  [2, [5, 7], 8, 3],
  [0, [3], 4, 1],
  [4, [5, 9], 10, 7],
  [4, [5, 7], 10, 9],
])(
  'JOURNAL-10: after line %i the batches from %j to line %i lack line %i, and are refused',
  (position, positions, last, lacking) => {
    const batches = positions.map((one) => batch(one));
    expect(() => linesAfter(reach(position), batches, last)).toThrow(
      expect.objectContaining({ name: 'StartRefused', message: expect.stringContaining(`lacks line ${lacking},`) }),
    );
  },
);

test('JOURNAL-9: the last line may be that of the database or a later one', () => {
  refuseEarlierJournal(reach(0), null);
  refuseEarlierJournal(reach(4), head(4));
  refuseEarlierJournal(reach(4), head(5));
  expect(() => refuseEarlierJournal(reach(4), head(3))).toThrow('ends on 2026-11-27T08:00:00.000Z');
  expect(() => refuseEarlierJournal(reach(4), null)).toThrow('/journal holds no journal');
});
