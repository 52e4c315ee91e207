// Reads the JSON reports of Vitest and Playwright: how many tests passed, which failed once or twice, and how long they took.
import path from 'node:path';
import { root } from '../processes.ts';

export interface Results {
  passed: number;
  skipped: number;
  failures: Failure[];
  /** Titles of the journeys that passed only on their second try. */
  secondTries: string[];
  /** Seconds inside the tests of each file, or inside each journey. */
  times: Time[];
}

export interface Time {
  name: string;
  seconds: number;
}

export interface Failure {
  file: string;
  /** Undefined if the file itself failed, such as by a hook or an import. */
  title?: string;
}

export const nothing: Results = { passed: 0, skipped: 0, failures: [], secondTries: [], times: [] };

export interface UnitReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; tags?: string[] }[];
  }[];
}

/** Tests of the long suite are not counted as skipped. */
export const countUnitTests = ({ numPassedTests, testResults }: UnitReport): Results => ({
  ...nothing,
  passed: numPassedTests,
  skipped: testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags = [] }) => ['pending', 'skipped', 'todo'].includes(status) && !tags.includes('long'))
    .length,
  failures: testResults.filter(({ status }) => status === 'failed').flatMap(failuresOf),
  times: testResults.map(({ name, startTime, endTime }) => ({
    name: path.relative(root, name),
    seconds: (endTime - startTime) / 1000,
  })),
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
  specs: { title: string; file: string; tests: { status: string; results?: { duration: number }[] }[] }[];
}

export function countJourneys({ suites }: JourneyReport): Results {
  const journeys = suites.flatMap(journeysOf);
  const withStatus = (wanted: string) => journeys.filter(({ status }) => status === wanted);
  return {
    passed: withStatus('expected').length + withStatus('flaky').length,
    skipped: withStatus('skipped').length,
    failures: withStatus('unexpected').map(({ file, title }) => ({ file, title })),
    secondTries: withStatus('flaky').map(({ title }) => title),
    times: journeys.map(({ file, title, seconds }) => ({ name: `${file}: ${title}`, seconds })),
  };
}

interface Journey {
  file: string;
  title: string;
  status: string;
  seconds: number;
}

const journeysOf = ({ suites = [], specs }: Suite): Journey[] => [
  ...suites.flatMap(journeysOf),
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results = [] }) => ({
      file: `e2e/journeys/${file}`,
      title,
      status,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  ),
];

/** Every file, journey and check with its time, then the slowest ten of each suite, and the time of the whole run. */
export function describeTimes(suites: Record<string, Time[]>, wholeSeconds: number): string {
  const line = ({ name, seconds }: Time) => `${seconds.toFixed(1).padStart(7)} s  ${name}`;
  const sorted = Object.entries(suites).map(
    ([suite, times]) => [suite, times.toSorted((one, other) => other.seconds - one.seconds)] as const,
  );
  return [
    ...sorted.flatMap(([suite, times]) => [`${suite}:`, ...times.map(line), '']),
    ...sorted.flatMap(([suite, times]) => [`The slowest of ${suite}:`, ...times.slice(0, 10).map(line), '']),
    `The whole run: ${wholeSeconds} s`,
    '',
  ].join('\n');
}
