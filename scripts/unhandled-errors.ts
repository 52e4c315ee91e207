// A reporter for vitest that writes down the errors no test has caught. They fail a run in which every test passed.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter } from 'vitest/node';
import { root } from './processes.ts';

export const unhandledErrorsFile = path.join(root, 'test-results/unhandled-errors.txt');

export default class UnhandledErrors implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors) => {
    if (errors.length === 0) return;
    mkdirSync(path.dirname(unhandledErrorsFile), { recursive: true });
    writeFileSync(unhandledErrorsFile, errors.map(({ stack, message }) => stack ?? message).join('\n\n'));
  };
}
