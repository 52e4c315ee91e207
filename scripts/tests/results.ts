// Reads the JSON reports of Vitest and Playwright: how many tests passed, and which failed once or twice.
import path from 'node:path';
import { root } from '../processes.ts';

export interface Results {
  passed: number;
  skipped: number;
  failures: Failure[];
  /** Titles of the journeys that passed only on their second try. */
  secondTries: string[];
}

export interface Failure {
  file: string;
  /** Undefined if the file itself failed, such as by a hook or an import. */
  title?: string;
}

export const nothing: Results = { passed: 0, skipped: 0, failures: [], secondTries: [] };

export interface UnitReport {
  numPassedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
}

export const countUnitTests = ({ numPassedTests, numPendingTests, testResults }: UnitReport): Results => ({
  ...nothing,
  passed: numPassedTests,
  skipped: numPendingTests,
  failures: testResults.filter(({ status }) => status === 'failed').flatMap(failuresOf),
});

function failuresOf({ name, assertionResults }: UnitReport['testResults'][number]): Failure[] {
  const file = path.relative(root, name);
  const tests = assertionResults.filter(({ status }) => status === 'failed');
  return tests.length > 0 ? tests.map(({ fullName }) => ({ file, title: fullName.trim() })) : [{ file }];
}

export interface JourneyReport {
  suites: Suite[];
}

interface Suite {
  suites?: Suite[];
  specs: { title: string; file: string; tests: { status: string }[] }[];
}

export function countJourneys({ suites }: JourneyReport): Results {
  const journeys = suites.flatMap(journeysOf);
  const withStatus = (wanted: string) => journeys.filter(({ status }) => status === wanted);
  return {
    passed: withStatus('expected').length + withStatus('flaky').length,
    skipped: withStatus('skipped').length,
    failures: withStatus('unexpected').map(({ file, title }) => ({ file, title })),
    secondTries: withStatus('flaky').map(({ title }) => title),
  };
}

const journeysOf = ({ suites = [], specs }: Suite): { file: string; title: string; status: string }[] => [
  ...suites.flatMap(journeysOf),
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status }) => ({ file: `e2e/journeys/${file}`, title, status })),
  ),
];
