// `npm test [-- unit|journeys|changed|<path>… [-t|--title <title>] [--shard 1/2]]`: proves what the product promises, even from a fresh
// clone. A passing run prints one line per suite. The last line counts everything: `N passed, N failed`. How long each file, journey
// and check took is in test-results/times.txt.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, tool } from '../processes.ts';
import { buildWebIfChanged } from '../web-build.mjs';
import { chooseSuites, usage } from './chosen-suites.ts';
import { ensureChromium } from './debian-packages.ts';
import {
  countJourneys,
  countUnitTests,
  describeTimes,
  type Failure,
  nothing,
  type Results,
  type Time,
} from './results.ts';
import { makeTestFolder } from './test-folder.ts';

const results = path.join(root, 'test-results');

/** The result of a run. */
interface Summary {
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
const times: Record<string, Time[]> = {};

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
  const started = performance.now();
  const { runChecks } = await import('../checks/checks.ts');
  const { passed, failed, times: spent } = await runChecks({ isQuiet: true });
  times.checks = spent;
  printLine('checks', { isGreen: failed.length === 0, started, passed });
  summary.passed += passed;
  summary.failed += failed.length;
  summary.failures.push(...failed);
}

function runUnit(words: string[]): Promise<void> {
  const report = path.join(results, 'unit.json');
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`];
  return runSuite('unit', [...tool('vitest'), 'run', ...reporters, ...words], { report, read: countUnitTests });
}

function runJourneys(words: string[]): Promise<void> {
  const report = path.join(results, 'playwright.json');
  const command = [...tool('playwright'), 'test', '--config', 'e2e/playwright.config.ts', ...words];
  return runSuite('journeys', command, { report, read: countJourneys });
}

interface Source<Report> {
  /** The file that the runner writes. */
  report: string;
  read: (report: Report) => Results;
}

async function runSuite<Report>(name: string, command: string[], { report, read }: Source<Report>): Promise<void> {
  const started = performance.now();
  const { ok, output } = await run(command);
  writeFileSync(path.join(results, `${name}.log`), output);
  const found = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : nothing;
  const failures = found.failures.map(nameOf);
  // A runner that fails without naming a test has failed, and so has a runner that ran no test although it had to.
  const ranNothing = found.passed === 0 && !suites?.mayBeEmpty;
  if (failures.length === 0 && (!ok || ranNothing)) failures.push(`${name}: ended without a result`);
  times[name] = found.times;
  printLine(name, { isGreen: failures.length === 0, started, passed: found.passed });
  summary.passed += found.passed;
  summary.skipped += found.skipped;
  summary.failed += failures.length;
  summary.failures.push(...failures);
  summary.secondTries.push(...found.secondTries);
  if (failures.length > 0) console.log(output.trim());
  for (const failure of found.failures) printHowToRepeat(failure);
}

function printLine(suite: string, outcome: { isGreen: boolean; started: number; passed: number }): void {
  const { isGreen, started, passed } = outcome;
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
  console.log(`${isGreen ? 'ok    ' : 'FAILED'}${seconds} s  ${suite}: ${passed} passed`);
}

function nameOf({ file, title = 'could not be loaded' }: Failure): string {
  return `${file}: ${title}`;
}

function printHowToRepeat({ file, title }: Failure): void {
  console.log(`\nRun it again: npm test -- ${file}${title ? ` -t '${title.replaceAll("'", "'\\''")}'` : ''}`);
}

/** Every call has returned every refusal it declares; server/testing/record-refusals.ts records those that the tests get. */
async function compareRefusals(): Promise<void> {
  const { api } = await import('../../contract/src/api.ts');
  const file = path.join(results, 'refusals.txt');
  const met = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const declared = Object.values(api).flatMap(({ method, path: url, refusals }) =>
    refusals.map((code) => `${method} ${url} ${code}`),
  );
  const unmet = declared.filter((line) => !met.has(line));
  count(
    'every declared refusal is tested',
    unmet.map((line) => `no test causes ${line}`),
  );
}

function writeSummary(): void {
  const { passed, failed, skipped, failures, secondTries } = summary;
  summary.seconds = Math.round((performance.now() - began) / 1000);
  writeFileSync(path.join(results, 'times.txt'), describeTimes(times, summary.seconds));
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
  if (secondTries.length > 0)
    console.log(`\n${secondTries.length} passed on the second try: ${secondTries.join(', ')}`);
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
