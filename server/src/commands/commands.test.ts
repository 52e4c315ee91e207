// What every command does first: help prints only its usage, a mistake is refused with it, and no command creates an
// installation.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { childEnvironment } from '../../testing/child-environment.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { readConfig } from '../settings/config.ts';
import { readCommandLine, refuseLongText, refuseOtherOptions, refuseWithoutYes } from './run/command-line.ts';
import { describeInstallation, refuseWithoutInstallation } from './run/existing-installation.ts';

const usage = 'npm run count -- <what>   counts it';
const options = { yes: { type: 'boolean' } } as const;
let folder: string;
beforeEach(() => {
  folder = makeTestFolder();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function typed(...words: string[]) {
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'count.ts', ...words]);
  return readCommandLine({ usage, options, words: 1 });
}

test.each([['--help'], ['-h'], ['help'], ['letters', '--help'], ['--wrong', '--help']])(
  '%j %j only prints the usage',
  (...words) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`ended with ${code}`);
    });
    expect(() => typed(...words.filter((word) => word !== undefined))).toThrow('ended with 0');
    expect(write.mock.calls).toEqual([[`${usage}\n`]]);
  },
);

test("unknown arguments and options are refused with the command's usage", () => {
  expect(typed('letters', '--yes')).toMatchObject({ positionals: ['letters'], values: { yes: true } });
  for (const words of [['letters', '--resaon', 'x'], ['letters', 'vaults'], ['--yes=no']])
    expect(() => typed(...words)).toThrow(
      expect.objectContaining({ name: 'StartRefused', message: expect.stringContaining(usage) }),
    );
});

test.each([
  [['--fast'], 'There is no option --fast.'],
  [['-x'], 'There is no option -x.'],
  [['letters', '--dry-run=1'], 'There is no option --dry-run.'],
  [['--yes=no'], '--yes takes no value.'],
  [['--what'], '--what needs a value.'],
  [['--what', '--yes'], '--what needs a value; write one that begins with “-” as --what=<value>.'],
])('the words %j are answered in a sentence about the option', (words, sentence) => {
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'count.ts', ...words]);
  const read = () => readCommandLine({ usage, options: { ...options, what: { type: 'string' } }, words: 1 });
  expect(read).toThrow(expect.objectContaining({ message: `${sentence}\n${usage}` }));
});

test('a folder without a database is refused with the places that were checked, and nothing is created in it', async () => {
  const config = readConfig({ DATA_DIR: path.join(folder, 'data') });
  await expect(refuseWithoutInstallation(config)).rejects.toThrow(
    `${folder}/data contains no database. Run this where the service runs, with its settings: DATA_DIR, DATABASE_URL, or .env in the project folder. Nothing was created.`,
  );
  expect(readdirSync(folder)).toEqual([]);
  expect(describeInstallation(config)).toBe(`DATA_DIR ${folder}/data, its own database, settings from the environment`);
  const ofServer = readConfig({ DATABASE_URL: 'postgres://us:hunter2@localhost/vaults', SETTINGS_FILE: '/srv/.env' });
  expect(describeInstallation(ofServer)).toMatch(
    /, the database vaults at localhost:5432 of DATABASE_URL, settings from \/srv\/\.env$/,
  );
});

test('an irreversible action needs --yes', () => {
  expect(() => refuseWithoutYes(undefined, 'It goes.')).toThrow(
    'It goes. This cannot be undone. To do it, add --yes. Nothing was changed.',
  );
  expect(() => refuseWithoutYes(true, 'It goes.')).not.toThrow();
});

test('a command with several forms refuses the options of another form', () => {
  expect(() => refuseOtherOptions('status', { failed: true }, [])).toThrow('status does not take --failed.');
  expect(() => refuseOtherOptions('letters', { failed: true }, ['failed'])).not.toThrow();
});

test('a reason or a message of more than 1,000 characters is refused', () => {
  expect(() => refuseLongText('--reason', 'x'.repeat(1001))).toThrow(
    '--reason takes 1000 characters at most. This text has 1001.',
  );
  expect(() => refuseLongText('--reason', 'x'.repeat(1000))).not.toThrow();
});

test('every command parses its command line with readCommandLine, which refuses mistakes', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'));
  const files = Object.values<string>(scripts).flatMap(
    (script) => /server\/src\/commands\/(\S+)/.exec(script)?.[1] ?? [],
  );
  expect(files.length).toBeGreaterThan(7);
  for (const file of files) {
    const source = readFileSync(path.join(import.meta.dirname, file), 'utf8').replace(/^import .*$/gm, '');
    expect(source.indexOf('readCommandLine('), file).toBeGreaterThan(0);
  }
});

/** What a file imports before its first line runs, and what these import. */
function importsOf(file: string, seen = new Set<string>()): Set<string> {
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)(?! type)[^;]*? from '([^']+)'/gm,
  )) {
    const found = name.startsWith('.') ? path.resolve(path.dirname(file), name) : name;
    if (seen.has(found)) continue;
    seen.add(found);
    if (existsSync(found)) importsOf(found, seen);
  }
  return seen;
}

test('no command loads the service, its settings or a package before it has read its words', () => {
  for (const file of readdirSync(import.meta.dirname).filter((name) => /^[\w-]+\.ts$/.test(name))) {
    const loaded = [...importsOf(path.join(import.meta.dirname, file))];
    const own = /^node:|\/src\/(commands|platform\/lib)\//;
    expect(
      loaded.filter((name) => !own.test(name)),
      file,
    ).toEqual([]);
  }
});

test('a command in the wrong folder exits with status 1 and one sentence', { tags: 'long' }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'keys.ts'), 'list'], {
    cwd: folder,
    env: childEnvironment({}),
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^DATA_DIR \S+data, its own database, settings from the environment\n\S+data contains no database\. [^\n]+\n$/,
  );
  expect(readdirSync(folder)).toEqual([]);
});
