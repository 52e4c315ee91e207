// Checks the order of the folders with dependency-cruiser. It skips what it cannot parse, so its result counts only if it saw every import
// of every file.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, tool } from '../processes.ts';

const workspaces = ['contract', 'sandbox', 'server', 'web', 'e2e', 'lab', 'scripts'];

interface CruiseResult {
  modules: { source: string; dependencies: { module: string }[] }[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
}

export async function findForbiddenImports(): Promise<string[]> {
  const words = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...workspaces];
  const { output } = await run([...tool('depcruise'), ...words]);
  if (!output.startsWith('{')) return [output]; // dependency-cruiser could not read the sources
  const { modules, summary } = JSON.parse(output) as CruiseResult;
  const seen = new Set(
    modules.flatMap(({ source, dependencies }) => dependencies.map(({ module }) => `${source} → ${module}`)),
  );
  const missed = workspaces.flatMap(localImports).filter((line) => !seen.has(line));
  return [
    ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...missed.map(
      (line) => `dependency-cruiser did not see this (it needs @swc/core, and misses "export type"): ${line}`,
    ),
  ];
}

const localImport = /(?:\bfrom |^import |\bimport\()'(\.[^'$]*)'/gm;

function localImports(folder: string): string[] {
  const files = globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  return files.flatMap((file) => {
    const found = readFileSync(path.join(root, file), 'utf8').matchAll(localImport);
    return Array.from(found, ([, specifier]) => `${file} → ${specifier}`);
  });
}
