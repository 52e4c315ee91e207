// The checks of `npm run check`: everything that can be verified without running the code.
import os from 'node:os';
import { type Outcome, run, tool } from '../processes.ts';
import { findForbiddenImports } from './imports.ts';
import { findMissingMigrations } from './migrations.ts';

const runs =
  (name: string, ...words: string[]) =>
  (): Promise<Outcome> =>
    run([...tool(name), ...words]);

/** A check that passes if it finds nothing. */
const finds = (find: () => Promise<string[]>) => async (): Promise<Outcome> => {
  const findings = await find();
  return { ok: findings.length === 0, output: findings.join('\n') };
};

const checks: Record<string, () => Promise<Outcome>> = {
  'format and lint': runs('biome', 'check', '--error-on-warnings', '--max-diagnostics=50'),
  'dead code': runs('knip', '--no-progress', '--treat-config-hints-as-errors'),
  ladder: finds(findForbiddenImports),
  migrations: finds(findMissingMigrations),
  'released migrations': finds(async () => (await import('../release/released-migrations.ts')).findEditedMigrations()),
  // In one program, because they have the same settings and import each other.
  'types of contract, server and lab': runs('tsc', '-p', '.'),
  'types of sandbox': runs('tsc', '-p', 'sandbox'),
  'types of sandbox/src/browser': runs('tsc', '-p', 'sandbox/src/browser'),
  'types of web': runs('tsc', '-p', 'web'),
  'types of e2e': runs('tsc', '-p', 'e2e'),
  'types of scripts': runs('tsc', '-p', 'scripts'),
  'duplicate code': runs('jscpd', '--no-colors'),
  'generated files': finds(async () => (await import('./settings-documents.ts')).findStaleDocuments()),
  'lock file': finds(async () => (await import('./packages.ts')).findPackageFaults()),
  'promises and tests': finds(async () => (await import('./promises.ts')).findPromiseGaps()),
  "the README's pictures": finds(async () => (await import('./readme-pictures.ts')).findStalePictures()),
  tidy: finds(async () => (await import('./tidy.ts')).findUntidy()),
  'API document': finds(async () => (await import('./api-document.ts')).findingsOfApiDocument()),
};

export interface CheckResults {
  passed: number;
  /** The names of the failed checks. */
  failed: string[];
  times: { name: string; seconds: number }[];
}

/** Prints a line for each check, or only for those that fail. */
export async function runChecks({ isQuiet = false } = {}): Promise<CheckResults> {
  const waiting = Object.entries(checks);
  const results: CheckResults = { passed: 0, failed: [], times: [] };
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, check] = next;
      const started = performance.now();
      const { ok, output } = await check();
      const seconds = (performance.now() - started) / 1000;
      const line = `${ok ? 'ok    ' : 'FAILED'}${seconds.toFixed(1).padStart(5)} s  ${name}`;
      if (!ok) console.log(`${line}\n\n${output.trim()}\n`);
      else if (!isQuiet) console.log(line);
      results.times.push({ name, seconds });
      if (ok) results.passed += 1;
      else results.failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  return results;
}
