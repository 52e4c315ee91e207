// The comparison of promises and tests finds what is missing on either side.
import { expect, test } from 'vitest';
import { comparePromises, heldIn, rowsWithoutTest } from './promises.ts';

const file = 'some.test.ts';
const nameOf = (id: string) => `  test('${id}: a release happens once', () => {});\n`;

test('a promise without a test, a duplicate promise and a test of no promise are reported', () => {
  const held = heldIn(file, nameOf('REL-1') + nameOf('REL-3'));
  expect(comparePromises(['REL-1', 'REL-3'], held)).toEqual([]);
  expect(comparePromises(['REL-1', 'REL-2', 'REL-1'], held)).toEqual([
    'docs/promises.md: no test proves REL-2',
    'docs/promises.md: REL-1 is listed twice',
    'some.test.ts: REL-3 is not in docs/promises.md',
  ]);
});

test('a promise that only tests of the long suite prove is reported', () => {
  const tagged = "test('REL-1: a release happens once', { tags: 'long' }, () => {});\n";
  expect(comparePromises(['REL-1'], heldIn(file, tagged))).toEqual([
    'docs/promises.md: only the long suite proves REL-1',
  ]);
  expect(comparePromises(['REL-1'], heldIn('some.long.test.ts', nameOf('REL-1')))).toHaveLength(1);
  expect(comparePromises(['REL-1'], heldIn(file, tagged + nameOf('REL-1')))).toEqual([]);
  const journey = "test(\n  'REL-1: a release happens once',\n  { tag: '@everyday' },\n  async () => {});\n";
  expect(comparePromises(['REL-1'], heldIn('e2e/journeys/a.test.ts', journey))).toEqual([]);
  expect(comparePromises(['REL-1'], heldIn('e2e/journeys/a.test.ts', nameOf('REL-1')))).toHaveLength(1);
});

test('a test in a comment, and an id that is not at the beginning of a name, prove no promise', () => {
  expect(heldIn(file, `  // ${nameOf('REL-1')}  test('as REL-1 says: once', () => {});\n`)).toEqual([]);
});

test('a row of screens.md without a test is reported, and a heading is not', () => {
  const rows = [
    '| the specification says | shown by |',
    '|---|---|',
    '| **Landing page** | |',
    '| header | `a.test.tsx` |',
  ];
  expect(rowsWithoutTest(rows.join('\n'))).toEqual([]);
  expect(rowsWithoutTest([...rows, '| footer | |', '| hero | `a.ts` |'].join('\n'))).toEqual([
    '| footer | |',
    '| hero | `a.ts` |',
  ]);
});
