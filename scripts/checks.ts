// The checks of `npm run check`: everything that can be verified without running the code. Each prints one line.
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { forbiddenLicences } from './licences.ts';
import { deniedVersions, namesOfAbsentPlatforms, namesWithoutIntegrity } from './lock-file.ts';
import { type Outcome, root, run, tool } from './processes.ts';

const workspaces = ['contract', 'sandbox', 'server', 'web', 'e2e', 'lab', 'scripts'];

const checks: Record<string, () => Promise<Outcome>> = {
  'format and lint': () => run([...tool('biome'), 'check', '--error-on-warnings', '--max-diagnostics=50']),
  'dead code': () => run([...tool('knip'), '--no-progress', '--treat-config-hints-as-errors']),
  ladder: checkLadder,
  migrations: checkMigrations,
  // In one program, because they have the same settings and import each other.
  'types of contract, server and lab': () => run([...tool('tsc'), '-p', '.']),
  ...Object.fromEntries(
    ['sandbox', 'sandbox/src/browser', 'web', 'e2e', 'scripts'].map((name) => [
      `types of ${name}`,
      () => run([...tool('tsc'), '-p', name]),
    ]),
  ),
  'duplicate code': () => run([...tool('jscpd'), '--no-colors']),
  'generated files': checkGeneratedFiles,
  'lock file': checkLockFile,
  'promises and tests': checkPromises,
  'tests of the screens': checkScreens,
  'texts of a translated page': checkLooseTexts,
  "the README's pictures": checkReadmePictures,
  tidy: checkTidy,
  'files and counts in docs/design/asvs.md': checkAsvs,
  'API document': checkApiDocument,
};

export interface CheckResults {
  passed: number;
  /** The names of the failed checks. */
  failed: string[];
}

export async function runChecks(): Promise<CheckResults> {
  const waiting = Object.entries(checks);
  const results: CheckResults = { passed: 0, failed: [] };
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, check] = next;
      const started = performance.now();
      const { ok, output } = await check();
      const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
      console.log(`${ok ? 'ok    ' : 'FAILED'}${seconds} s  ${name}${ok ? '' : `\n\n${output.trim()}\n`}`);
      if (ok) results.passed += 1;
      else results.failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  return results;
}

// The tool skips what it cannot parse, so its result counts only if it saw every import of every file.
async function checkLadder(): Promise<Outcome> {
  const folders = workspaces.filter((name) => existsSync(path.join(root, name)));
  const command = [...tool('depcruise'), '--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders];
  const { ok, output: report } = await run(command);
  if (!report.startsWith('{')) return { ok, output: report }; // it could not read the sources
  const { modules, summary } = JSON.parse(report) as CruiseResult;
  const forbidden = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  if (forbidden.length > 0) return { ok: false, output: forbidden.join('\n') };
  const seen = new Set(
    modules.flatMap(({ source, dependencies }) => dependencies.map(({ module }) => `${source} → ${module}`)),
  );
  const missed = folders.flatMap(localImports).filter((line) => !seen.has(line));
  const output = `dependency-cruiser did not see these (it needs @swc/core, and misses "export type"):\n${missed.join('\n')}`;
  return { ok: seen.size > 0 && missed.length === 0, output };
}

interface CruiseResult {
  modules: { source: string; dependencies: { module: string }[] }[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
}

const localImport = /(?:\bfrom |^import |\bimport\()'(\.[^'$]*)'/gm;

function localImports(folder: string): string[] {
  const files = globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  return files.flatMap((file) => {
    const found = readFileSync(path.join(root, file), 'utf8').matchAll(localImport);
    return Array.from(found, ([, specifier]) => `${file} → ${specifier}`);
  });
}

// drizzle-kit always exits with 0, so only its message counts.
async function checkMigrations(): Promise<Outcome> {
  const schemas = { server: 'src/platform/database/schema.ts', sandbox: 'src/schema.ts' };
  const outputs = await Promise.all(
    Object.entries(schemas).map(([workspace, schema]) => generateIntoCopy(path.join(root, workspace), schema)),
  );
  const ok = outputs.every((output) => output.includes('No schema changes'));
  const advice = 'A schema and its migrations differ: run npm run generate and read what it writes.';
  return { ok, output: [...outputs, advice].join('\n') };
}

async function generateIntoCopy(workspace: string, schema: string): Promise<string> {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'remembrance-migrations-'));
  cpSync(path.join(workspace, 'migrations'), copy, { recursive: true });
  const out = path.relative(workspace, copy); // it cannot read an absolute path
  const words = ['generate', '--dialect', 'postgresql', '--schema', schema, '--out', out];
  const { output } = await run([...tool('drizzle-kit'), ...words], { cwd: workspace });
  rmSync(copy, { recursive: true });
  return output;
}

async function checkGeneratedFiles(): Promise<Outcome> {
  const { generatedFiles } = await import('./generated.ts');
  const isCurrent = (file: string, content: string) =>
    existsSync(path.join(root, file)) && readFileSync(path.join(root, file), 'utf8') === content;
  const stale = Object.entries(generatedFiles).filter(([file, content]) => !isCurrent(file, content()));
  const output = `${stale.map(([file]) => file).join(', ')} would be written otherwise: run npm run generate.`;
  return { ok: stale.length === 0, output };
}

async function checkLockFile(): Promise<Outcome> {
  const findings = [
    ...namesOfAbsentPlatforms().map((name) => `package-lock.json lacks ${name}: run npm run generate.`),
    ...namesWithoutIntegrity().map((name) => `${name} has no integrity: install it again with npm.`),
    ...deniedVersions().map((line) => `${line} has a known hole: update it.`),
    ...forbiddenLicences().map((line) => `${line}: this licence is not in scripts/allowed-licences.json.`),
  ];
  return { ok: findings.length === 0, output: findings.join('\n') };
}

async function checkAsvs(): Promise<Outcome> {
  const { findingsOfAsvs } = await import('./asvs.ts');
  const findings = findingsOfAsvs();
  return { ok: findings.length === 0, output: findings.join('\n') };
}

async function checkPromises(): Promise<Outcome> {
  const { findPromiseGaps } = await import('./promises.ts');
  const gaps = findPromiseGaps();
  return { ok: gaps.length === 0, output: gaps.join('\n') };
}

async function checkScreens(): Promise<Outcome> {
  const { rowsWithoutTest } = await import('./promises.ts');
  const rows = rowsWithoutTest();
  return { ok: rows.length === 0, output: `These rows of docs/design/screens.md name no test:\n${rows.join('\n')}` };
}

async function checkApiDocument(): Promise<Outcome> {
  const { findingsOfApiDocument } = await import('./api-document.ts');
  const findings = await findingsOfApiDocument();
  return { ok: findings.length === 0, output: findings.join('\n') };
}

async function checkLooseTexts(): Promise<Outcome> {
  const { findLooseTexts } = await import('./loose-text.ts');
  const isScreen = (file: string) => file.startsWith('web/src/') && !file.endsWith('.test.tsx');
  const found = findLooseTexts(root, isScreen);
  const advice = 'Each of these needs an element of its own, or to be one string with its siblings (CONTRIBUTING.md).';
  return { ok: found.length === 0, output: [...found, advice].join('\n') };
}

async function checkReadmePictures(): Promise<Outcome> {
  const { findStalePictures } = await import('./readme-pictures.ts');
  const stale = findStalePictures(root);
  return { ok: stale.length === 0, output: stale.join('\n') };
}

async function checkTidy(): Promise<Outcome> {
  const { findUntidy } = await import('./tidy/tidy.ts');
  const sentences = findUntidy();
  return { ok: sentences.length === 0, output: sentences.join('\n') };
}
