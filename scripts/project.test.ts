// What is installed before a script runs: everything it needs, no test tools on a machine that does not test, and nothing is
// removed.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeTestFolder } from '../server/testing/test-folder.ts';
import { installWords, readSettingsFile } from './project.mjs';

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

test('PKG-2: a test on a machine that has only started the service installs the rest', () => {
  expect(installWords(lock, installed, 'all')).toEqual(['install', '--no-save', '--include=dev']);
  expect(installWords(lock, undefined, 'all')).toEqual(['ci', '--include=dev']);
});

test('PKG-3: a start on a machine that tests installs nothing and removes nothing', () => {
  const everything = { ...installed, 'node_modules/vitest': { version: '5.0.0', dev: true } };
  expect(installWords(lock, everything, 'production')).toBeUndefined();
  expect(installWords(lock, everything, 'all')).toBeUndefined();
  const changed = { ...lock, 'node_modules/fastify': { version: '5.0.1' } };
  expect(installWords(changed, everything, 'production')).toEqual(['install', '--no-save', '--include=dev']);
  expect(installWords(changed, installed, 'production')).toEqual(['install', '--no-save', '--omit=dev']);
});

test('PKG-5: a new workspace is linked', () => {
  const changed = { ...lock, 'node_modules/@remembrance/sandbox': {} };
  expect(installWords(changed, installed, 'production')).toEqual(['install', '--no-save', '--omit=dev']);
});

test('CFG-17: settings come from .env in the project folder, and what the environment has wins', () => {
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
