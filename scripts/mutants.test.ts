// Mutation testing: what it reads from a report, what it accepts, and that its suites name existing files.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Explanation, explain } from './mutants/explain.ts';
import { readMutants } from './mutants/report.ts';
import { suites } from './mutants/suites.ts';

const root = path.dirname(import.meta.dirname);
const file = 'some-rules.ts';
const source = ['export const isOver = (tries: number) =>', '  tries >= 3;', ''].join('\n');
const mutant = (status: string, replacement: string, columns: [number, number]) => ({
  status,
  replacement,
  location: { start: { line: 2, column: columns[0] }, end: { line: 2, column: columns[1] } },
});

test('a mutant is read as the line it changes, before and after, and an untried one is left out', () => {
  const mutants = [
    mutant('Survived', 'tries > 3', [3, 13]),
    mutant('Killed', 'true', [3, 13]),
    mutant('Ignored', 'false', [3, 13]),
    mutant('CompileError', '', [3, 13]),
    {
      ...mutant('NoCoverage', '() => undefined', [0, 0]),
      location: { start: { line: 1, column: 23 }, end: { line: 2, column: 13 } },
    },
  ];
  expect(readMutants({ files: { [file]: { source, mutants } } })).toEqual([
    { file, line: 2, before: 'tries >= 3;', after: 'tries > 3;', isAlive: true },
    { file, line: 2, before: 'tries >= 3;', after: 'true;', isAlive: false },
    {
      file,
      line: 1,
      isAlive: true,
      before: 'export const isOver = (tries: number) => tries >= 3;',
      after: 'export const isOver = () => undefined;',
    },
  ]);
});

test('a survivor without an explanation is reported, as is an explanation without a survivor', () => {
  const alive = { file, line: 2, before: 'tries >= 3;', after: 'tries > 3;' };
  const explained: Explanation = { file, before: alive.before, after: alive.after, reason: 'equal' };
  expect(explain([alive], [], [file])).toEqual({ unexplained: [alive], stale: [] });
  expect(explain([{ ...alive, line: 7 }], [explained], [file])).toEqual({ unexplained: [], stale: [] });
  const old = { ...explained, after: 'tries < 3;' };
  expect(explain([alive], [explained, old], [file])).toEqual({ unexplained: [], stale: [old] });
  const elsewhere = { ...old, file: 'of-another-suite.ts' };
  expect(explain([alive], [explained, elsewhere], [file]).stale).toEqual([]);
});

test('every mutated file exists and is in one suite, and every suite has tests', () => {
  const files = (patterns: string[]) => {
    const [wanted, not] = [
      patterns.filter((one) => !one.startsWith('!')),
      patterns.filter((one) => one.startsWith('!')),
    ];
    const left = new Set(not.flatMap((one) => globSync(one.slice(1), { cwd: root })));
    for (const pattern of wanted)
      expect([pattern, globSync(pattern, { cwd: root }).length > 0]).toEqual([pattern, true]);
    return wanted.flatMap((one) => globSync(one, { cwd: root })).filter((one) => !left.has(one));
  };
  const mutated = Object.values(suites).flatMap(({ mutate, tests }) => {
    expect(files(tests).every((name) => name.endsWith('.test.ts'))).toBe(true);
    return files(mutate).filter((name) => !name.endsWith('.test.ts'));
  });
  expect(mutated.length).toBeGreaterThan(40);
  expect(mutated.filter((name, i) => mutated.indexOf(name) !== i)).toEqual([]);
  const mustNotFail = ['keys/*', 'vaults/release'].flatMap((folder) => files([`server/src/${folder}/*.ts`]));
  expect(mustNotFail.filter((name) => !name.endsWith('.test.ts') && !mutated.includes(name))).toEqual([]);
});

test('a timed-out test has detected nothing, and a loop that exceeds Stryker’s hit limit counts as detected', () => {
  const isAlive = (status: string, statusReason?: string) =>
    readMutants({
      files: {
        [file]: { source, mutants: [{ ...mutant(status, 'true', [3, 13]), ...(statusReason && { statusReason }) }] },
      },
    })[0]?.isAlive;
  expect(isAlive('Timeout')).toBe(true);
  expect(isAlive('RuntimeError', 'the runner ended')).toBe(true);
  expect(isAlive('RuntimeError', 'An error occurred outside of a test run: keys.test.ts')).toBe(false);
  expect(isAlive('Timeout', 'Hit limit reached (501/500)')).toBe(false);
  expect(isAlive('Killed', 'Error: Test timed out in 60000ms.')).toBe(true);
  expect(isAlive('Killed', 'AssertionError: expected true to be false')).toBe(false);
});

test('every explanation names a mutated file and gives its reason', () => {
  const explanations: Explanation[] = JSON.parse(
    readFileSync(path.join(root, 'scripts/mutants/explained.json'), 'utf8'),
  );
  for (const { file: named, before, after, reason } of explanations) {
    const text = readFileSync(path.join(root, named), 'utf8').replaceAll(/\s+/g, ' ');
    expect([named, text.includes(before)]).toEqual([named, true]);
    expect(after).not.toBe(before);
    expect(reason.length).toBeGreaterThan(20);
  }
});
