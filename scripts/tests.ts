// Runs all checks and tests one after the other, and counts their results together.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findChromium, hasHeadlessShell, headlessShell } from '../e2e/support/chromium.ts';
import { debianPostgresPackage, hasDebianPostgres } from '../server/testing/debian-cluster.ts';
import { hasRadosGateway, radosGatewayPackages } from '../server/testing/rados-gateway.ts';
import { runChecks, type Tally } from './checks.ts';
import { type Outcome, root, run, tool } from './processes.ts';
import { unhandledErrorsFile } from './unhandled-errors.ts';
import { buildWebIfChanged } from './web-build.mjs';

const results = path.join(root, 'test-results');

export async function runTests(): Promise<Tally> {
  rmSync(results, { recursive: true, force: true });
  await ensureChromium();
  await ensureServers();
  buildWebIfChanged();
  const tallies = [await runChecks(), await runVitest(), await runPlaywright(), await compareRefusals()];
  sayWhatFailed();
  const sum = (kind: keyof Tally) => tallies.reduce((total, tally) => total + tally[kind], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** Debian's package, else what the system has, else Playwright's. */
async function ensureChromium(): Promise<void> {
  if (process.env.CHROMIUM_PATH || hasHeadlessShell()) return;
  await installPackages([headlessShell], 'the browser tests');
  if (findChromium()) return;
  console.log("Installing Playwright's Chromium for the browser tests.");
  await run([...tool('playwright'), 'install', 'chromium'], { shown: true });
}

const stopCluster = '/usr/bin/pg_ctlcluster';

/** Where this is not Debian, or it cannot be installed, the tests that need it are skipped. */
async function ensureServers(): Promise<void> {
  if (!hasRadosGateway) await installPackages(radosGatewayPackages, 'the tests of files in a bucket');
  if (hasDebianPostgres) return;
  await installPackages([debianPostgresPackage], 'the tests with a PostgreSQL server');
  // Debian starts one of its own, which nobody asked for.
  if (existsSync(stopCluster)) await run([stopCluster, '15', 'main', 'stop']);
}

async function installPackages(packages: readonly string[], what: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${packages.join(', ')} for ${what}.`);
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await run(['apt-get', 'update', '--quiet=2'], { shown: true });
  const words = ['install', '--yes', '--quiet=2', '--no-install-recommends', ...packages];
  await run(['apt-get', ...words], { shown: true, environment });
}

async function runVitest(): Promise<Tally> {
  const file = path.join(results, 'vitest.json');
  const reporters = ['default', 'json', './scripts/unhandled-errors.ts'].map((name) => `--reporter=${name}`);
  const words = ['run', ...reporters, `--outputFile.json=${file}`];
  const outcome = await run([...tool('vitest'), ...words], { shown: true });
  const found = readResults(file) as VitestResults | undefined;
  return believe(outcome, {
    passed: found?.numPassedTests ?? 0,
    // A file that could not be loaded has no tests to count, and is one failure.
    failed: (found?.numFailedTests ?? 0) + (found?.testResults ?? []).filter(isBroken).length,
    skipped: (found?.numPendingTests ?? 0) + (found?.numTodoTests ?? 0),
  });
}

/** Once more at the end, because the output before it is long. */
function sayWhatFailed(): void {
  const found = readResults(path.join(results, 'vitest.json')) as VitestResults | undefined;
  const tests = (found?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name}: ${fullName}`),
  );
  const unhandled = existsSync(unhandledErrorsFile) ? [readFileSync(unhandledErrorsFile, 'utf8')] : [];
  for (const line of [...tests, ...unhandled]) console.log(`\nfailed: ${line}`);
}

interface VitestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

const isBroken = (file: VitestResults['testResults'][number]): boolean =>
  file.status === 'failed' && file.assertionResults.length === 0;

async function runPlaywright(): Promise<Tally> {
  const outcome = await run([...tool('playwright'), 'test'], { cwd: path.join(root, 'e2e'), shown: true });
  const { stats } = (readResults(path.join(results, 'playwright.json')) as PlaywrightResults | undefined) ?? {};
  return believe(outcome, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  });
}

interface PlaywrightResults {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Each call has met each refusal that it declares; server/testing/record-refusals.ts writes down what the tests meet. */
async function compareRefusals(): Promise<Tally> {
  const { api } = await import('../contract/src/api.ts');
  const file = path.join(results, 'refusals.txt');
  const met = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  const declared = Object.values(api).flatMap(({ method, path: url, refusals }) =>
    refusals.map((code) => `${method} ${url} ${code}`),
  );
  const unmet = declared.filter((line) => !met.has(line));
  for (const line of unmet) console.log(`no test has met the refusal ${line}`);
  return unmet.length === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** A runner that fails or runs nothing without reporting a failed test counts as one failure. */
function believe({ ok }: Outcome, tally: Tally): Tally {
  const isSilent = tally.failed === 0 && (!ok || tally.passed === 0);
  return isSilent ? { ...tally, failed: 1 } : tally;
}

const readResults = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
