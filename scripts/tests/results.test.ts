// How the reports of Vitest and Playwright are counted.
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../processes.ts';
import { countJourneys, countUnitTests } from './results.ts';

test('a failed test is reported with its file and title, and a file that cannot be loaded only with its path', () => {
  const failed = [
    { fullName: ' a vault is released once', status: 'passed' },
    { fullName: ' a group a vault is read', status: 'failed' },
    { fullName: ' a vault is exported on Windows', status: 'pending', tags: [] },
    { fullName: ' a large vault is exported', status: 'skipped', tags: ['long'] },
  ];
  const time = { startTime: 1_000, endTime: 3_500 };
  const testResults = [
    { name: path.join(root, 'server/some.test.ts'), status: 'failed', assertionResults: failed, ...time },
    { name: path.join(root, 'server/broken.test.ts'), status: 'failed', assertionResults: [], ...time },
    { name: path.join(root, 'server/good.test.ts'), status: 'passed', assertionResults: [], ...time },
  ];
  expect(countUnitTests({ numPassedTests: 1, testResults })).toEqual({
    passed: 1,
    skipped: 1,
    failures: [{ file: 'server/some.test.ts', title: 'a group a vault is read' }, { file: 'server/broken.test.ts' }],
    secondTries: [],
    times: ['some', 'broken', 'good'].map((name) => ({ name: `server/${name}.test.ts`, seconds: 2.5 })),
  });
});

test('a journey that passes on its second try counts as passed and is named', () => {
  const journey = (title: string, status: string) => ({
    title,
    file: 'plans.test.ts',
    tests: [{ status, results: [{ duration: 1_000 }, { duration: 500 }] }],
  });
  const specs = [
    journey('PLAN-1: at once', 'expected'),
    journey('the second time', 'flaky'),
    journey('never', 'unexpected'),
  ];
  expect(countJourneys({ suites: [{ suites: [{ specs }], specs: [] }] })).toEqual({
    passed: 2,
    skipped: 0,
    secondTries: ['the second time'],
    failures: [{ file: 'e2e/journeys/plans.test.ts', title: 'never' }],
    times: ['PLAN-1: at once', 'the second time', 'never'].map((title) => ({
      name: `e2e/journeys/plans.test.ts: ${title}`,
      seconds: 1.5,
    })),
  });
});
