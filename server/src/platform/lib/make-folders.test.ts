// Folders are created with their mode, and a place that allows none is refused immediately.
import { rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { makeFolders } from './make-folders.ts';

test('folders are created with their mode, and the highest missing one is returned', () => {
  const folder = makeTestFolder();
  const deep = path.join(folder, 'a/b/c');
  expect(makeFolders(deep, 0o700)).toBe(path.join(folder, 'a'));
  expect(statSync(path.join(folder, 'a/b')).mode & 0o777).toBe(0o700);
  expect(makeFolders(deep)).toBeUndefined();
  expect(makeFolders(path.join(deep, 'd'))).toBe(path.join(deep, 'd'));
  writeFileSync(path.join(folder, 'file'), '');
  expect(() => makeFolders(path.join(folder, 'file'))).toThrow('EEXIST');
  expect(() => makeFolders(path.join(folder, 'file/below'))).toThrow('ENOTDIR');
  rmSync(folder, { recursive: true });
});

test.runIf(process.platform === 'linux')('a place where no folder can exist is refused immediately', () => {
  for (const place of ['/proc/none', '/proc/none/below']) expect(() => makeFolders(place)).toThrow('ENOENT');
});
