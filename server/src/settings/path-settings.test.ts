// A path of the wrong kind is refused with the name of its setting, whatever would have opened it.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { readConfig } from './config.ts';

let home: string;
const at = (name: string) => path.join(home, name);
beforeAll(() => {
  home = makeTestFolder();
  mkdirSync(at('folder'));
  writeFileSync(at('file'), 'a-secret-that-no-line-may-show');
});
afterAll(() => rmSync(home, { recursive: true }));

test.each(['DATA_DIR', 'JOURNAL_DIR'])('%s may be a folder or missing, and a file is refused', (name) => {
  for (const right of ['folder', 'missing', 'missing/deep']) readConfig({ [name]: at(right) });
  for (const wrong of ['file', 'file/deep'])
    expect(() => readConfig({ [name]: at(wrong) })).toThrow(
      `${name} is "${at(wrong)}"; it takes the path of a folder.`,
    );
});

const transit = { TRANSIT_URL: 'https://vault.example/v1/transit', TRANSIT_KEYS: 'vaults' };

test.each([
  ['KEYRING_FILE', {}],
  ['TRANSIT_TOKEN_FILE', transit],
])('%s may be a file or missing, and a folder is refused', (name, others) => {
  for (const right of ['file', 'missing']) readConfig({ ...others, [name]: at(right) });
  for (const wrong of ['folder', 'file/deep'])
    expect(() => readConfig({ ...others, [name]: at(wrong) })).toThrow(
      `${name} is "${at(wrong)}"; it takes the path of a file.`,
    );
});

test('a file in the place of the default data folder is refused too', () => {
  const before = process.cwd();
  writeFileSync(at('data'), '');
  process.chdir(home);
  try {
    expect(() => readConfig({})).toThrow('DATA_DIR is "./data"; it takes the path of a folder.');
  } finally {
    process.chdir(before);
  }
});
