// Which lines a restored database follows: those after its own, and only if none of them is missing.
import { expect, test } from 'vitest';
import type { Batch } from './journal-chain.ts';
import { linesAfter, refuseEarlierJournal, refuseReplaced } from './journal-refusals.ts';

const at = '2026-11-27T08:00:00.000Z';
const head = (position: number, digest = `of ${position}`) => ({ position, digest, at, changeIds: [] });
/** A line, and the signed line that follows it. */
const batch = (position: number): Batch => ({
  lines: [{ position, at, kind: 'vault', id: 'a vault', facts: null }],
  head: head(position + 1),
});
const reach = (position: number) => ({
  place: '/journal',
  head: { position, digest: position === 0 ? null : `of ${position}`, writtenAt: new Date(at), onHoldSince: null },
});

test('lines that the database wrote itself are ignored, and later lines count', () => {
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
  'after line %i the batches from %j to line %i lack line %i, and are refused',
  (position, positions, last, lacking) => {
    const batches = positions.map((one) => batch(one));
    expect(() => linesAfter(reach(position), batches, last)).toThrow(
      expect.objectContaining({ name: 'StartRefused', message: expect.stringContaining(`lacks line ${lacking},`) }),
    );
  },
);

test('JOURNAL-16: a journal that has another line where the database ends is refused', () => {
  const other = 'is not the line that this database wrote';
  expect(() => refuseEarlierJournal(reach(4), head(4, 'of another database'))).toThrow(other);
  const batches = [1, 3, 5].map((position) => batch(position));
  const forked = batches.map((one) => ({ ...one, head: { ...one.head, digest: 'of another database' } }));
  expect(() => linesAfter(reach(4), forked, 6)).toThrow(other);
  expect(() => linesAfter(reach(4), [batch(5)], 6)).toThrow(other);
  expect(linesAfter(reach(4), batches, 6).map(({ position }) => position)).toEqual([5]);
});

test('a database that another one has replaced, according to the journal, is refused with what to do', () => {
  const [{ lines } = { lines: [] }] = [batch(1)];
  refuseReplaced('/journal', lines);
  const lifted = { position: 2, at, kind: 'act' as const, id: 'an act', facts: { event: 'hold-lifted' } };
  expect(() => refuseReplaced('/journal', [...lines, lifted])).toThrow(
    expect.objectContaining({
      name: 'StartRefused',
      message: expect.stringContaining(`replaced this one on ${at}`),
    }),
  );
});

test('the journal may end with the database’s last line or a later one', () => {
  refuseEarlierJournal(reach(0), null);
  refuseEarlierJournal(reach(4), head(4));
  refuseEarlierJournal(reach(4), head(5));
  expect(() => refuseEarlierJournal(reach(4), head(3))).toThrow('ends on 2026-11-27T08:00:00.000Z');
  expect(() => refuseEarlierJournal(reach(4), null)).toThrow('There is no journal in /journal');
});
