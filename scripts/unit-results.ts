// A Vitest reporter that writes what `npm test` counts and names: tests, failures, errors outside tests, and each file's duration.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from './processes.ts';

export const unitResultsFile = path.join(root, 'test-results/unit.json');

export interface UnitResults {
  passed: number;
  skipped: number;
  failures: Failure[];
  /** Slowest first. */
  files: { file: string; seconds: number }[];
}

export interface Failure {
  file: string;
  /** The full title, or undefined if the file itself failed. */
  title?: string;
}

export default class UnitResultsReporter implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandledErrors) => {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const results: UnitResults = {
      passed: count('passed'),
      skipped: count('skipped'),
      failures: [
        ...modules.flatMap(failuresOf),
        ...unhandledErrors.map(({ message }) => ({ file: '', title: message })),
      ],
      files: modules.map((module) => ({ file: fileOf(module), seconds: secondsOf(module) })).sort(slowestFirst),
    };
    mkdirSync(path.dirname(unitResultsFile), { recursive: true });
    writeFileSync(unitResultsFile, JSON.stringify(results, null, 1));
  };
}

const fileOf = ({ moduleId }: TestModule): string => path.relative(root, moduleId);

function failuresOf(module: TestModule): Failure[] {
  const file = fileOf(module);
  const tests = [...module.children.allTests()].filter((test) => test.result().state === 'failed');
  // A failed hook or import leaves its tests without a result.
  const isBroken = tests.length === 0 && module.state() === 'failed';
  return isBroken ? [{ file }] : tests.map(({ fullName }) => ({ file, title: fullName }));
}

function secondsOf(module: TestModule): number {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return Math.round((collectDuration + duration + setupDuration) / 100) / 10;
}

const slowestFirst = (one: { seconds: number }, other: { seconds: number }): number => other.seconds - one.seconds;
