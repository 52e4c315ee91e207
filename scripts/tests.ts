// `npm test [-- unit|journeys|changed|<path>… [-t <title>]]`: proves what the product promises, even from a fresh clone. A passing run
// prints one line per check and suite. The last line counts everything: `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chooseSuites, usage } from './chosen-suites.ts';
import { ensureChromium } from './debian-packages.ts';
import { readJourneyResults } from './journey-results.ts';
import { type Outcome, root, run, tool } from './processes.ts';
import { makeTestFolder } from './test-folder.ts';
import { type UnitResults, unitResultsFile } from './unit-results.ts';
import { buildWebIfChanged } from './web-build.mjs';

const results = path.join(root, 'test-results');

/** What a run writes for `npm run test:soak` into test-results/summary.json. */
export interface Summary {
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  failures: string[];
  /** Journeys that passed only on their second try. */
  secondTries: string[];
}

const summary: Summary = { passed: 0, failed: 0, skipped: 0, seconds: 0, failures: [], secondTries: [] };
const began = performance.now();

const suites = chooseSuites(process.argv.slice(2));
if (!suites) {
  console.error(usage);
  process.exit(2);
}
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const folder = makeTestFolder();
process.env.TMPDIR = folder.path;
process.env.REMEMBRANCE_TEST_FOLDER = folder.path; // for tests with a database
if (suites.journeys) await ensureChromium();
buildWebIfChanged();
if (suites.checks) await runAllChecks();
if (suites.unit) await runUnit(suites.unit);
if (suites.journeys) await runJourneys(suites.journeys);
if (suites.isComplete) await compareRefusals();
count('no process is left behind', folder.clear());
writeSummary();

/** Counts a check as passed if it found no problem. */
function count(name: string, findings: string[]): void {
  summary[findings.length === 0 ? 'passed' : 'failed'] += 1;
  if (findings.length === 0) return;
  console.log(`FAILED         ${name}\n\n${findings.join('\n')}\n`);
  summary.failures.push(name);
}

async function runAllChecks(): Promise<void> {
  const { runChecks } = await import('./checks.ts');
  const { passed, failed } = await runChecks();
  summary.passed += passed;
  summary.failed += failed.length;
  summary.failures.push(...failed);
}

async function runUnit(words: string[]): Promise<void> {
  const started = performance.now();
  const reporters = ['minimal', './scripts/unit-results.ts'].map((name) => `--reporter=${name}`);
  const outcome = await run([...tool('vitest'), 'run', ...reporters, ...words]);
  writeFileSync(path.join(results, 'unit.log'), outcome.output);
  const found = readUnitResults();
  const failures = found.failures.map(({ file, title }) => nameOf(file, title));
  if (isSilent(outcome, failures, found)) failures.push('the unit tests ended without a result');
  add('unit', started, { passed: found.passed, skipped: found.skipped, failures });
  if (failures.length > 0) console.log(outcome.output.trim());
  for (const { file, title } of found.failures) sayHowToRepeat(file, title);
}

async function runJourneys(words: string[]): Promise<void> {
  const started = performance.now();
  const outcome = await run([...tool('playwright'), 'test', ...words], {
    cwd: path.join(root, 'e2e'),
  });
  writeFileSync(path.join(results, 'journeys.log'), outcome.output);
  const found = readJourneyResults();
  const failures = (found?.failures ?? []).map(({ file, title }) => nameOf(file, title));
  if (isSilent(outcome, failures, found)) failures.push('the journeys ended without a result');
  summary.secondTries.push(...(found?.secondTries ?? []));
  add('journeys', started, { passed: found?.passed ?? 0, skipped: found?.skipped ?? 0, failures });
  if (failures.length > 0 && !found?.failures.length)
    console.log([...(found?.errors ?? []), outcome.output.trim()].join('\n'));
  for (const { file, title, details } of found?.failures ?? []) {
    console.log(`\nFAILED ${file}: ${title}\n${details}`);
    sayHowToRepeat(file, title);
  }
}

/** A runner that fails without naming a test has failed, and so has a runner that ran no test although it had to. */
function isSilent({ ok }: Outcome, failures: string[], found?: { passed: number }): boolean {
  const ranNothing = !found?.passed && !suites?.mayBeEmpty;
  return failures.length === 0 && (!ok || ranNothing);
}

function readUnitResults(): UnitResults {
  if (existsSync(unitResultsFile)) return JSON.parse(readFileSync(unitResultsFile, 'utf8'));
  return { passed: 0, skipped: 0, failures: [], files: [] };
}

function nameOf(file: string, title = 'could not be loaded'): string {
  return `${file}: ${title}`;
}

function sayHowToRepeat(file: string, title?: string): void {
  if (file) console.log(`\nRun it again: npm test -- ${file}${title ? ` -t '${title.replaceAll("'", "'\\''")}'` : ''}`);
}

function add(name: string, started: number, found: { passed: number; skipped: number; failures: string[] }): void {
  const { passed, skipped, failures } = found;
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
  console.log(`${failures.length === 0 ? 'ok    ' : 'FAILED'}${seconds} s  ${name}: ${passed} passed`);
  summary.passed += passed;
  summary.skipped += skipped;
  summary.failed += failures.length;
  summary.failures.push(...failures);
}

/** Every call has returned every refusal it declares; server/testing/record-refusals.ts records those that the tests get. */
async function compareRefusals(): Promise<void> {
  const { api } = await import('../contract/src/api.ts');
  const file = path.join(results, 'refusals.txt');
  const met = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const declared = Object.values(api).flatMap(({ method, path: url, refusals }) =>
    refusals.map((code) => `${method} ${url} ${code}`),
  );
  const unmet = declared.filter((line) => !met.has(line));
  count(
    'every declared refusal is met by a test',
    unmet.map((line) => `no test has met ${line}`),
  );
}

function writeSummary(): void {
  const { passed, failed, skipped, failures, secondTries } = summary;
  summary.seconds = Math.round((performance.now() - began) / 1000);
  writeFileSync(path.join(results, 'summary.json'), JSON.stringify(summary, null, 1));
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
  if (secondTries.length > 0)
    console.log(`\n${secondTries.length} passed on the second try: ${secondTries.join(', ')}`);
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
