// The chain of the journal: any reader detects every line that was changed, and returns no altered batch.
import { expect, test } from 'vitest';
import { newKey } from '../../platform/lib/ids.ts';
import { composeBatch, createChainReader, type SignedHead } from './journal-chain.ts';
import { keysFrom } from './journal-keys.ts';

const keys = keysFrom(newKey());
const stranger = keysFrom(newKey());
const at = '2026-11-27T08:00:00.000Z';

function write(sizes: readonly number[], by = keys): string[] {
  let head: SignedHead | null = null;
  let text = '';
  for (const [batch, size] of sizes.entries()) {
    const entries = Array.from({ length: size }, (_, n) => ({
      kind: 'vault' as const,
      id: `${batch}-${n}`,
      facts: { status: 'active' },
    }));
    const written = composeBatch(by, head, { entries, at, changeIds: [`change ${batch}`] });
    text += written.text;
    head = written.head;
  }
  return text.split('\n').filter(Boolean);
}

function read(lines: readonly string[]) {
  const reader = createChainReader(keys);
  const batches = lines.flatMap((line) => reader.add(Buffer.from(line)) ?? []);
  return { ids: batches.flatMap((batch) => batch.lines.map(({ id }) => id)), findings: reader.findings };
}

/** The lines 1 to 3, 4 to 6 and 7 to 9; each third one is signed. */
const whole = write([2, 2, 2]);
const ids = ['0-0', '0-1', '1-0', '1-1', '2-0', '2-1'];
const lines = (...positions: number[]) => positions.map((position) => whole[position - 1] ?? '');
const without = (...positions: number[]) => whole.filter((_, index) => !positions.includes(index + 1));
const altered = (position: number, from: string | RegExp, to: string) =>
  whole.map((line, index) => (index + 1 === position ? line.replace(from, to) : line));

test('an unaltered journal has no finding, even after old files were deleted or with a batch half written', () => {
  expect(read(whole)).toEqual({ ids, findings: [] });
  expect(read(whole.slice(3))).toEqual({ ids: ids.slice(2), findings: [] });
  expect(read(whole.slice(0, 8))).toEqual({ ids: ids.slice(0, 4), findings: [] });
  expect(read([...lines(1, 2, 3, 4), whole[4]?.slice(0, 30) ?? ''])).toEqual({ ids: ids.slice(0, 2), findings: [] });
});

test.each([
  ['altered', altered(5, 'active', 'deleted'), ['line 5 was altered'], [4, 5]],
  ['altered at the beginning of a batch', altered(4, 'active', 'deleted'), ['line 4 was altered'], [4, 5]],
  [
    'altered where it is signed',
    altered(6, 'change 1', 'change 0'),
    ['the signature of line 6 is wrong', 'line 6 was altered'],
    [4, 5],
  ],
  ['given another time', altered(2, '08:00', '09:00'), ['line 2 was altered'], [1, 2]],
  ['removed', without(5), ['the lines 5 to 5 are missing'], [4, 5]],
  ['removed with its batch', without(4, 5, 6), ['the lines 4 to 6 are missing'], [4, 5]],
  [
    'removed with the signed line before it, to join two batches',
    without(6, 7),
    ['the lines 6 to 7 are missing'],
    [4, 5, 7, 8],
  ],
  [
    'put in another place',
    lines(1, 2, 3, 5, 4, 6, 7, 8, 9),
    ['the lines 4 to 4 are missing', 'line 4 is repeated, or out of order'],
    [4],
  ],
  ['replayed after its batch', lines(1, 2, 3, 4, 5, 6, 4, 7, 8, 9), ['line 4 is repeated, or out of order'], []],
  ['replayed at the end', [...whole, ...lines(2)], ['line 2 is repeated, or out of order'], []],
  [
    'made unreadable',
    altered(5, '{', ''),
    ['what comes after line 4 cannot be read', 'the lines 5 to 5 are missing'],
    [4, 5],
  ],
  [
    'forged without the key',
    [...whole.slice(0, 6), ...write([2, 2, 2], stranger).slice(6)],
    ['line 6 was altered', 'line 9 is signed with a key that is not this installation’s'],
    [7, 8],
  ],
  [
    'forged by another signature under our key’s name',
    altered(6, /"signature":"[^"]{4}/, '"signature":"AAAA'),
    ['the signature of line 6 is wrong', 'line 6 was altered'],
    [4, 5],
  ],
] as const)(
  'JOURNAL-12: a line that was %s is detected, and its complete batch is rejected',
  (_, changed, findings, lost) => {
    const believed = read(changed);
    expect(believed.findings).toEqual(findings);
    const lostIds = lost.map((position) => JSON.parse(whole[position - 1] ?? '').id);
    expect(believed.ids).toEqual(ids.filter((id) => !lostIds.includes(id)));
  },
);

test('JOURNAL-12: a journal signed from its first line with another key is rejected', () => {
  const { ids: believed, findings } = read(write([1, 1], stranger));
  expect(believed).toEqual([]);
  expect(findings).toEqual([2, 4].map((n) => `line ${n} is signed with a key that is not this installation’s`));
});
