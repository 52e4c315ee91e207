// Other users of the machine cannot look into the data directory, and a folder with other files is not changed.
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { closeDataDirectory } from './private-folder.ts';

let folder: string;
let dataDirectory: string;
beforeEach(() => {
  folder = makeTestFolder();
  dataDirectory = path.join(folder, 'new/data');
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (file: string) => statSync(file).mode & 0o777;
/** If we are root, PostgreSQL's account passes through by its group. */
const closedToOthers = process.getuid?.() === 0 ? 0o710 : 0o700;

test('the data directory is created closed to other users, and the folders above it with the usual permissions', () => {
  closeDataDirectory(dataDirectory, { embedded: false });
  expect(modeOf(dataDirectory)).toBe(0o700);
  expect(modeOf(path.join(folder, 'new')) & 0o755).toBe(0o755);
});

test('an open data directory of an earlier start is closed, and PostgreSQL can still pass through', () => {
  mkdirSync(path.join(dataDirectory, 'postgres'), { recursive: true });
  for (const name of ['secrets.json', 'refused-starts.jsonl', 'refused-starts.jsonl.x.tmp', 'breached-passwords'])
    writeFileSync(path.join(dataDirectory, name), '{}');
  chmodSync(dataDirectory, 0o755);
  closeDataDirectory(dataDirectory, { embedded: true });
  expect(modeOf(dataDirectory)).toBe(closedToOthers);
});

test('a folder that contains other files is not changed', () => {
  mkdirSync(dataDirectory, { recursive: true });
  writeFileSync(path.join(dataDirectory, 'holiday.jpg'), '');
  chmodSync(dataDirectory, 0o755);
  closeDataDirectory(dataDirectory, { embedded: false });
  expect(modeOf(dataDirectory)).toBe(0o755);
});
