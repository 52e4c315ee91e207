// Reads Playwright's report on the journeys: how many passed, and which failed once or twice.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './processes.ts';

const journeyResultsFile = path.join(root, 'test-results/playwright.json');

export interface JourneyResults {
  passed: number;
  skipped: number;
  failures: JourneyFailure[];
  /** Titles of the journeys that passed only on their second try. */
  secondTries: string[];
  /** Errors outside tests, such as a file that could not be loaded. */
  errors: string[];
  /** Slowest first. */
  files: { file: string; seconds: number }[];
}

export interface JourneyFailure {
  file: string;
  title: string;
  /** The error, and what the pages showed. */
  details: string;
}

/** @returns undefined if Playwright wrote no results. */
export const readJourneyResults = (): JourneyResults | undefined =>
  existsSync(journeyResultsFile) ? countJourneys(JSON.parse(readFileSync(journeyResultsFile, 'utf8'))) : undefined;

export function countJourneys(report: Report): JourneyResults {
  const journeys = report.suites.flatMap(journeysOf);
  const withStatus = (status: string) => journeys.filter((journey) => journey.status === status);
  const seconds = new Map<string, number>();
  for (const { file, milliseconds } of journeys) seconds.set(file, (seconds.get(file) ?? 0) + milliseconds / 1000);
  return {
    passed: withStatus('expected').length + withStatus('flaky').length,
    skipped: withStatus('skipped').length,
    failures: withStatus('unexpected').map(({ file, title, details }) => ({ file, title, details })),
    secondTries: withStatus('flaky').map(({ title }) => title),
    errors: report.errors.map(({ message }) => stripVTControlCharacters(message)),
    files: [...seconds]
      .map(([file, sum]) => ({ file, seconds: Math.round(sum) }))
      .sort((a, b) => b.seconds - a.seconds),
  };
}

interface Report {
  suites: Suite[];
  errors: { message: string }[];
}

interface Suite {
  suites?: Suite[];
  specs: { title: string; file: string; tests: { status: string; results: Result[] }[] }[];
}

interface Result {
  duration: number;
  error?: { message?: string; stack?: string };
  attachments: { name: string; contentType: string; path?: string; body?: string }[];
}

const journeysOf = ({ suites = [], specs }: Suite): Journey[] => [
  ...suites.flatMap(journeysOf),
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => ({
      title,
      file: `e2e/journeys/${file}`,
      status,
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
      details: results.slice(-1).map(detailsOf).join('\n'),
    })),
  ),
];

interface Journey extends JourneyFailure {
  status: string;
  milliseconds: number;
}

function detailsOf({ error, attachments }: Result): string {
  const shown = attachments.map(({ name, contentType, path: file, body }) => {
    const text = contentType.startsWith('text/') && body ? `\n${Buffer.from(body, 'base64').toString()}` : (file ?? '');
    return `${name}: ${text}`;
  });
  return stripVTControlCharacters([error?.stack ?? error?.message ?? 'no error', ...shown].join('\n'));
}
