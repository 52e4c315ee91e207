// `npm run mutants [-- suite…]`: changes the sources a little, thousands of times, and expects a test to fail each time. Fails on a
// change that no test detects and nobody has explained, and on an explanation that no longer applies.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, run, tool } from '../processes.ts';
import { type Explanation, explain } from './explain.ts';
import { type Report, readMutants } from './report.ts';
import { rulesOnly, type Suite, suites } from './suites.ts';

interface Result {
  commit: string;
  date: string;
  killed: number;
  explained: number;
  unexplained: number;
  /** Killed mutants as a percentage of all. */
  score: number;
}

const results = path.join(import.meta.dirname, 'results.json');
const folder = path.join(root, 'test-results/mutants');
const explanations: Explanation[] = JSON.parse(readFileSync(path.join(import.meta.dirname, 'explained.json'), 'utf8'));

const named = process.argv.slice(2).flatMap((name) => (name === 'rules' ? rulesOnly : [name]));
const chosen = named.length > 0 ? named : Object.keys(suites);
const failed: string[] = [];
for (const name of chosen) {
  const suite = suites[name];
  if (!suite) {
    console.error(
      `There is no suite ${name}; there are rules (all without a database), ${Object.keys(suites).join(', ')}.`,
    );
    process.exit(2);
  }
  if (!(await runSuite(name, suite))) failed.push(name);
}
if (failed.length > 0) console.error(`Not every mutant is killed or explained: ${failed.join(', ')}.`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runSuite(name: string, suite: Suite): Promise<boolean> {
  const report = await mutate(name, suite);
  if (!report) return false;
  const mutants = readMutants(report);
  const alive = mutants.filter(({ isAlive }) => isAlive);
  const { unexplained, stale } = explain(alive, explanations, Object.keys(report.files));
  for (const { file, line, before, after } of unexplained) console.log(`${file}:${line}\n  - ${before}\n  + ${after}`);
  for (const { file, before, after } of stale) {
    console.log(`${file}: this explanation applies to no survivor\n  - ${before}\n  + ${after}`);
  }
  const killed = mutants.length - alive.length;
  const explained = alive.length - unexplained.length;
  const score = mutants.length === 0 ? 0 : Math.round((killed / mutants.length) * 1000) / 10;
  await writeResult(name, { killed, explained, unexplained: unexplained.length, score });
  console.log(
    `${name}: ${killed} of ${mutants.length} killed (${score} %), ${explained} explained, ${unexplained.length} not`,
  );
  return mutants.length > 0 && unexplained.length === 0 && stale.length === 0;
}

/** Uses one worker at the lowest priority, because it runs for minutes beside other work. Null if the tests fail without a mutant. */
async function mutate(name: string, { mutate: files, tests, usesDatabase }: Suite): Promise<Report | null> {
  mkdirSync(folder, { recursive: true });
  const fileName = path.join(folder, `${name}.json`);
  rmSync(fileName, { force: true });
  const settings = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutants/vitest-mutants.config.ts', related: false },
    mutate: [...files, '!**/*.test.ts'],
    ignoreStatic: usesDatabase,
    concurrency: 1,
    // Longer than the timeouts of a test and its hook, so that Stryker only ends what no test can.
    timeoutFactor: 5,
    timeoutMS: 300_000,
    dryRunTimeoutMinutes: 30,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName },
    ignorePatterns: ['docs', 'pictures', 'test-results', ...(usesDatabase ? ['web/dist'] : ['web', 'e2e', 'lab'])],
    tempDirName: path.join(os.tmpdir(), `remembrance-mutants-${process.pid}`),
  };
  const file = path.join(folder, `${name}.config.json`);
  writeFileSync(file, JSON.stringify(settings, null, 2));
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  const { ok } = await run([...tool('stryker'), 'run', file], {
    shown: true,
    environment: { MUTANT_SUITE: JSON.stringify({ tests, usesDatabase }) },
  });
  if (ok && existsSync(fileName)) return JSON.parse(readFileSync(fileName, 'utf8'));
  console.error(`${name}: the mutants could not be run; see above.`);
  return null;
}

async function writeResult(name: string, counts: Omit<Result, 'commit' | 'date'>): Promise<void> {
  const { output } = await run(['git', 'rev-parse', '--short', 'HEAD']);
  const { output: changed } = await run(['git', 'status', '--porcelain', '--', 'contract', 'server']);
  const earlier: Record<string, Result> = JSON.parse(readFileSync(results, 'utf8'));
  const result = {
    commit: `${output.trim()}${changed ? '-dirty' : ''}`,
    date: new Date().toISOString().slice(0, 10),
    ...counts,
  };
  writeFileSync(results, `${JSON.stringify({ ...earlier, [name]: result }, null, 2)}\n`);
}
