// Which suites the arguments of `npm test --` select.
import { expect, test } from 'vitest';
import { chooseSuites } from './chosen-suites.ts';

const unit = ['--tags-filter=!long'];
const journeys = ['--grep', '@everyday'];

test('npm test without arguments runs all but the long suite, and an argument selects a suite, a file or what has changed', () => {
  expect(chooseSuites([])).toEqual({ checks: true, unit, journeys, isComplete: true });
  expect(chooseSuites(['unit'])).toEqual({ checks: false, unit, isComplete: false });
  expect(chooseSuites(['journeys', '--shard', '1/2'])).toEqual({
    checks: false,
    journeys: [...journeys, '--shard', '1/2'],
    isComplete: false,
  });
  expect(chooseSuites(['changed'])).toMatchObject({ checks: true, isComplete: false, mayBeEmpty: true });
  expect(chooseSuites(['server/src/vaults', 'e2e/journeys/keyboard.test.ts'])).toEqual({
    checks: false,
    unit: ['server/src/vaults'],
    journeys: ['journeys/keyboard.test.ts'],
    isComplete: false,
  });
});

test('a title is matched as it is printed, with its groups and punctuation', () => {
  expect(chooseSuites(['scripts', '-t', 'a (suspended) owner > is signed out'])?.unit).toEqual([
    'scripts',
    '-t',
    'a \\(suspended\\) owner is signed out',
  ]);
});

test('arguments that select nothing are refused', () => {
  expect(chooseSuites(['no-such-folder'])).toBeUndefined();
  expect(chooseSuites(['--watch'])).toBeUndefined();
  expect(chooseSuites(['-t', 'a title'])).toBeUndefined();
});
