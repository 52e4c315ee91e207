import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { closeDataDirectory } from './data-directory.ts';

let folder: string;
let dataDirectory: string;
beforeEach(() => {
  folder = makeTestFolder();
  dataDirectory = path.join(folder, 'new/data');
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (file: string) => statSync(file).mode & 0o777;
/** PostgreSQL's account passes through by its group, where we are root. */
const closedToOthers = process.getuid?.() === 0 ? 0o710 : 0o700;

test('DATA-1: the data folder is made closed to other people, and the folders above it as usual', () => {
  closeDataDirectory(dataDirectory, { embedded: false });
  expect(modeOf(dataDirectory)).toBe(0o700);
  expect(modeOf(path.join(folder, 'new')) & 0o755).toBe(0o755);
});

test('DATA-1: one of an earlier start that was open is closed, and PostgreSQL can still pass', () => {
  mkdirSync(path.join(dataDirectory, 'postgres'), { recursive: true });
  writeFileSync(path.join(dataDirectory, 'secrets.json'), '{}');
  chmodSync(dataDirectory, 0o755);
  closeDataDirectory(dataDirectory, { embedded: true });
  expect(modeOf(dataDirectory)).toBe(closedToOthers);
});

test('DATA-1: a folder that holds something else as well is left as it is', () => {
  mkdirSync(dataDirectory, { recursive: true });
  writeFileSync(path.join(dataDirectory, 'holiday.jpg'), '');
  chmodSync(dataDirectory, 0o755);
  closeDataDirectory(dataDirectory, { embedded: false });
  expect(modeOf(dataDirectory)).toBe(0o755);
});
