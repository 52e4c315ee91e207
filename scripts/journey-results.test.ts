// How Playwright's report is counted.
import { expect, test } from 'vitest';
import { countJourneys } from './journey-results.ts';

const journey = (title: string, status: string, errors: (string | undefined)[]) => ({
  title,
  file: 'plans.test.ts',
  tests: [
    {
      status,
      results: errors.map((message) => ({ duration: 1500, attachments: [], ...(message && { error: { message } }) })),
    },
  ],
});

test('a journey that passes on its second try counts as passed and is named', () => {
  const specs = [
    journey('PLAN-1: at once', 'expected', [undefined]),
    journey('the second time', 'flaky', ['too slow', undefined]),
    journey('never', 'unexpected', ['first', 'second']),
  ];
  expect(countJourneys({ suites: [{ suites: [{ specs }], specs: [] }], errors: [] })).toEqual({
    passed: 2,
    skipped: 0,
    secondTries: ['the second time'],
    failures: [{ file: 'e2e/journeys/plans.test.ts', title: 'never', details: 'second' }],
    errors: [],
    files: [{ file: 'e2e/journeys/plans.test.ts', seconds: 8 }],
  });
});
