// What is installed before a script runs: everything it needs, no test tools on a machine that does not test, and nothing is removed.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeTestFolder } from '../server/testing/test-folder.ts';
import { installWords, readSettingsFile, root } from './project.mjs';

const service = {
  '': {},
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vite-mac': { version: '8.0.0', optional: true },
};
const lock = { ...service, 'node_modules/vitest': { version: '5.0.0', dev: true } };
const { 'node_modules/vite-mac': _, ...installed } = service;

test('PKG-1: a start on a fresh clone installs no development package, whatever NODE_ENV says', () => {
  expect(installWords(lock, undefined, 'production')).toEqual(['ci', '--omit=dev']);
  expect(installWords(lock, installed, 'production')).toBeUndefined();
});

test('a test run on a machine that has only started the service installs the missing packages', () => {
  expect(installWords(lock, installed, 'all')).toEqual(['install', '--no-save', '--include=dev']);
  expect(installWords(lock, undefined, 'all')).toEqual(['ci', '--include=dev']);
});

test('a start on a machine that runs tests installs nothing and removes nothing', () => {
  const everything = { ...installed, 'node_modules/vitest': { version: '5.0.0', dev: true } };
  expect(installWords(lock, everything, 'production')).toBeUndefined();
  expect(installWords(lock, everything, 'all')).toBeUndefined();
  const changed = { ...lock, 'node_modules/fastify': { version: '5.0.1' } };
  expect(installWords(changed, everything, 'production')).toEqual(['install', '--no-save', '--include=dev']);
  expect(installWords(changed, installed, 'production')).toEqual(['install', '--no-save', '--omit=dev']);
});

test('a production installation of the real lock file is complete, and an installation without a package of the service is not', () => {
  const real: { packages: Packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const installed = installedWithoutDevelopment(real.packages);
  expect(Object.keys(installed).length).toBeGreaterThan(200);
  expect(installWords(real.packages, installed, 'production')).toBeUndefined();
  const { 'node_modules/fastify': _, ...incomplete } = installed;
  expect(installWords(real.packages, incomplete, 'production')).toEqual(['install', '--no-save', '--omit=dev']);
});

interface Entry {
  version?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
type Packages = Record<string, Entry>;

/** What `npm ci --omit=dev` installs: all that the workspaces ask for outside `devDependencies`, as npm resolves it, without flags. */
function installedWithoutDevelopment(packages: Packages): Packages {
  const found: Packages = {};
  const visit = (place: string) => {
    const entry = packages[place];
    if (!entry || found[place]) return;
    found[place] = entry;
    if (entry.link) visit(entry.resolved ?? '');
    const needed = Object.keys(entry.peerDependencies ?? {}).filter(
      (name) => !entry.peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...needed, ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })])
      visit(resolve(place, name));
  };
  const resolve = (from: string, name: string): string => {
    const own = `${from ? `${from}/` : ''}node_modules/${name}`;
    if (own in packages || !from) return own;
    return resolve(path.dirname(from) === '.' ? '' : path.dirname(from), name);
  };
  for (const place of Object.keys(packages)) if (packages[place]?.link) visit(place);
  visit('');
  return found;
}

test('a new workspace is linked', () => {
  const changed = { ...lock, 'node_modules/@remembrance/sandbox': {} };
  expect(installWords(changed, installed, 'production')).toEqual(['install', '--no-save', '--omit=dev']);
});

test('settings come from .env in the project folder, and existing environment variables override them', () => {
  const folder = makeTestFolder();
  const file = path.join(folder, '.env');
  for (const name of ['CFG_17_FIRST', 'CFG_17_SECOND', 'SETTINGS_FILE']) vi.stubEnv(name, undefined);
  try {
    readSettingsFile(file);
    expect(process.env.SETTINGS_FILE).toBeUndefined();
    vi.stubEnv('CFG_17_FIRST', 'of the environment');
    writeFileSync(file, 'CFG_17_FIRST=of the file\nCFG_17_SECOND="with a # sign"\n');
    readSettingsFile(file);
    const { CFG_17_FIRST, CFG_17_SECOND, SETTINGS_FILE } = process.env;
    expect([CFG_17_FIRST, CFG_17_SECOND, SETTINGS_FILE]).toEqual(['of the environment', 'with a # sign', file]);
  } finally {
    vi.unstubAllEnvs();
    delete process.env.CFG_17_SECOND;
    rmSync(folder, { recursive: true });
  }
});

test('settings that this user may not read are refused with the reason', () => {
  const folder = makeTestFolder();
  try {
    // A folder instead of the file, which not even root can read as a file.
    const script = `import { readSettingsFile } from ${JSON.stringify(path.join(import.meta.dirname, 'project.mjs'))}; readSettingsFile(process.argv[1]);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, folder], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('cannot be read: EISDIR')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Root may write everywhere, so the test uses another user if that user can run Node. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const canRun = spawnSync(process.execPath, ['--version'], { ...user, cwd: '/' }).status === 0;

test.runIf(canRun)(
  'a build in a checkout that this user cannot write fails with one sentence',
  { tags: 'long' },
  () => {
    const folder = makeTestFolder();
    const closed = path.join(folder, 'closed');
    const project = path.join(folder, 'project.mjs');
    copyFileSync(path.join(import.meta.dirname, 'project.mjs'), project);
    mkdirSync(closed);
    chmodSync(closed, 0o555);
    const script = `(await import(process.argv[1])).refuseClosed(process.argv[2], 'run npm run build')`;
    const look = (place: string) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script, project, place], {
        ...user,
        cwd: '/',
        encoding: 'utf8',
      });
    for (const place of [closed, path.join(closed, 'dist')])
      expect(look(place)).toMatchObject({
        status: 1,
        stderr: `${closed} cannot be written by this user; run npm run build as the user who owns it.\n`,
      });
    chmodSync(closed, 0o755);
    rmSync(folder, { recursive: true });
  },
);
