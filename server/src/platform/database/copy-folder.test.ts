// Copying a folder that is in use: existing files are copied completely, skipped ones are not, and a vanishing file causes no fault.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { copyFolder } from './copy-folder.ts';

let home: string;
let source: string;
let copy: string;
beforeEach(() => {
  home = makeTestFolder();
  [source, copy] = [path.join(home, 'source'), path.join(home, 'copies/one')];
  mkdirSync(path.join(source, 'a/b'), { recursive: true });
  writeFileSync(path.join(source, 'a/b/whole'), Buffer.alloc(100_000, 'heron'));
  writeFileSync(path.join(source, 'top.tmp'), 'half');
  writeFileSync(path.join(source, 'a/empty'), '');
});
afterEach(() => rmSync(home, { recursive: true }));

test('a copy has every file and folder, bit for bit, and is closed to other users', async () => {
  await copyFolder(source, copy);
  expect(readFileSync(path.join(copy, 'a/b/whole')).equals(Buffer.alloc(100_000, 'heron'))).toBe(true);
  expect(readFileSync(path.join(copy, 'a/empty'), 'utf8')).toBe('');
  expect(statSync(copy).mode & 0o777).toBe(0o700);
});

test('skipped names are relative to the folder, for files and folders alike', async () => {
  const asked: string[] = [];
  await copyFolder(source, copy, {
    skips: (name) => {
      asked.push(name);
      return name === 'a/b' || name.endsWith('.tmp');
    },
  });
  expect(asked.sort()).toEqual(['a', 'a/b', 'a/empty', 'top.tmp']);
  expect(['a/b', 'top.tmp', 'a/empty'].map((name) => existsSync(path.join(copy, name)))).toEqual([false, false, true]);
});

test('a file that is deleted during the copy is skipped, and the rest is copied', async () => {
  await copyFolder(source, copy, {
    skips: (name) => {
      if (name === 'a/empty') rmSync(path.join(source, name));
      return false;
    },
  });
  expect(existsSync(path.join(copy, 'a/empty'))).toBe(false);
  expect(existsSync(path.join(copy, 'a/b/whole'))).toBe(true);
});

test('links are not followed, so that a copy contains nothing from elsewhere', async () => {
  writeFileSync(path.join(home, 'elsewhere'), 'secret');
  symlinkSync(path.join(home, 'elsewhere'), path.join(source, 'link'));
  await copyFolder(source, copy);
  expect(existsSync(path.join(copy, 'link'))).toBe(false);
});

test('a copy that cannot be written is a fault', async () => {
  writeFileSync(path.join(home, 'copies'), 'a file is in its place');
  await expect(copyFolder(source, copy)).rejects.toThrow();
});

test('a file that the previous copy already has is hard-linked, and one that differs in size is copied', async () => {
  await copyFolder(source, copy);
  writeFileSync(path.join(source, 'a/b/new'), 'a photo');
  writeFileSync(path.join(copy, 'a/empty'), 'not empty');
  const second = path.join(home, 'copies/two');
  await copyFolder(source, second, { earlier: copy });
  const inode = (folder: string, name: string) => statSync(path.join(folder, name)).ino;
  expect(inode(second, 'a/b/whole')).toBe(inode(copy, 'a/b/whole'));
  expect(readFileSync(path.join(second, 'a/b/new'), 'utf8')).toBe('a photo');
  expect(readFileSync(path.join(second, 'a/empty'), 'utf8')).toBe('');
});
