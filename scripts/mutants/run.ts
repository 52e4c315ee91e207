// `npm run mutants [-- suite…]`: changes the sources a little, thousands of times, and expects a test to fail each time. Fails on a
// change that no test notices and nobody has explained, and on an explanation that no longer applies.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, run, tool } from '../processes.ts';
import { type Explanation, explain } from './explain.ts';
import { type Report, readMutants } from './report.ts';
import { type Suite, suites } from './suites.ts';

interface Result {
  commit: string;
  date: string;
  killed: number;
  explained: number;
  unexplained: number;
  /** Killed of all, in percent. */
  score: number;
}

const results = path.join(import.meta.dirname, 'results.json');
const folder = path.join(root, 'test-results/mutants');

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}
const explanations: Explanation[] = JSON.parse(readFileSync(path.join(import.meta.dirname, 'explained.json'), 'utf8'));
let isClean = true;
for (const [name, suite] of Object.entries(suites)) {
  if (named.length === 0 || named.includes(name)) isClean = (await runSuite(name, suite)) && isClean;
}
process.exitCode = isClean ? 0 : 1;

async function runSuite(name: string, suite: Suite): Promise<boolean> {
  console.log(`${name}:`);
  const report: Report = { files: {} };
  for (const part of suite.parts) Object.assign(report.files, (await mutate(part, suite)).files);
  const mutants = readMutants(report);
  const alive = mutants.filter(({ isAlive }) => isAlive);
  const { unexplained, stale } = explain(alive, explanations, Object.keys(report.files));
  for (const { file, line, before, after } of unexplained)
    console.log(`  ${file}:${line}\n    - ${before}\n    + ${after}`);
  for (const { file, before, after } of stale) {
    console.log(`  ${file}: this explanation applies to no mutant that survived\n    - ${before}\n    + ${after}`);
  }
  const killed = mutants.length - alive.length;
  const explained = alive.length - unexplained.length;
  const score = mutants.length === 0 ? 0 : Math.round((killed / mutants.length) * 1000) / 10;
  await writeResult(name, { killed, explained, unexplained: unexplained.length, score });
  console.log(
    `  ${killed} of ${mutants.length} killed, ${explained} explained, ${unexplained.length} not (${score} %)`,
  );
  return mutants.length > 0 && unexplained.length === 0 && stale.length === 0;
}

/** One worker, at the lowest priority: it runs for minutes beside other work. */
async function mutate(part: Suite['parts'][number], { usesDatabase = false }: Suite): Promise<Report> {
  mkdirSync(folder, { recursive: true });
  const fileName = path.join(folder, 'report.json');
  rmSync(fileName, { force: true });
  const settings = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: {
      configFile: usesDatabase ? 'vitest.config.ts' : 'scripts/mutants/vitest-rules.config.ts',
      related: false,
    },
    mutate: [...part.mutate, '!**/*.test.ts'],
    testFiles: part.tests,
    ignoreStatic: usesDatabase,
    concurrency: 1,
    timeoutMS: 5000,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName },
    ignorePatterns: ['web/dist', 'docs', 'pictures', 'test-results'],
    tempDirName: path.join(os.tmpdir(), `remembrance-mutants-${process.pid}`),
    allowEmpty: false,
  };
  const file = path.join(folder, 'config.json');
  writeFileSync(file, JSON.stringify(settings, null, 2));
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  const { ok } = await run([...tool('stryker'), 'run', file], { shown: true });
  if (!ok || !existsSync(fileName))
    throw new Error(`the mutants of ${part.mutate.join(', ')} could not be run; see above`);
  return JSON.parse(readFileSync(fileName, 'utf8'));
}

async function writeResult(name: string, counts: Omit<Result, 'commit' | 'date'>): Promise<void> {
  const { output } = await run(['git', 'rev-parse', '--short', 'HEAD']);
  const earlier: Record<string, Result> = JSON.parse(readFileSync(results, 'utf8'));
  const result = { commit: output.trim(), date: new Date().toISOString().slice(0, 10), ...counts };
  writeFileSync(results, `${JSON.stringify({ ...earlier, [name]: result }, null, 2)}\n`);
}
