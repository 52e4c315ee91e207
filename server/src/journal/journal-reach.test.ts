// What a restored database follows: the lines after its own, and only if none of them is missing.
import { expect, test } from 'vitest';
import type { JournalLine } from './journal-file.ts';
import { linesAfter, refuseEarlierJournal } from './journal-reach.ts';

const at = '2026-11-27T08:00:00.000Z';
const line = (position: number, id = 'a vault'): JournalLine => ({
  position,
  changeId: `change ${position}`,
  at,
  kind: 'vault',
  id,
  facts: null,
});
const reach = (position: number) => ({
  folder: '/journal',
  head: { position, writtenAt: new Date(at), onHoldSince: null },
});

test('JOURNAL-10: lines that the database has itself written say nothing, and those after them count, also written twice', () => {
  const lines = [1, 2, 3, 3, 4].map((position) => line(position));
  expect(linesAfter(reach(2), lines).map(({ position }) => position)).toEqual([3, 3, 4]);
  expect(linesAfter(reach(4), lines)).toEqual([]);
  expect(linesAfter(reach(0), [])).toEqual([]);
});

test('JOURNAL-11: a line that is appended again is no last word, and of two with one position the later one counts', () => {
  const [withdrawn, later] = [line(4, 'a code'), line(5, 'a code')];
  const again = { ...line(4, 'a code'), facts: { status: 'again' } };
  expect(linesAfter(reach(3), [withdrawn, later, withdrawn]).at(-1)).toBe(later);
  expect(linesAfter(reach(3), [withdrawn, again])).toEqual([withdrawn, again]);
});

test.each([
  [2, [1, 2, 4], 3],
  [2, [4, 5], 3],
  [0, [2], 1],
  [5, [7, 6, 9], 8],
])('JOURNAL-10: after line %i the lines %j lack line %i, and are refused', (position, positions, lacking) => {
  const lines = positions.map((one) => line(one));
  expect(() => linesAfter(reach(position), lines)).toThrow(
    expect.objectContaining({ name: 'StartRefused', message: expect.stringContaining(`lacks line ${lacking},`) }),
  );
});

test('JOURNAL-9: the last line may be that of the database or a later one', () => {
  refuseEarlierJournal(reach(0), null);
  refuseEarlierJournal(reach(4), line(4));
  refuseEarlierJournal(reach(4), line(5));
  expect(() => refuseEarlierJournal(reach(4), line(3))).toThrow('ends on 2026-11-27T08:00:00.000Z');
  expect(() => refuseEarlierJournal(reach(4), null)).toThrow('/journal holds no journal');
});
