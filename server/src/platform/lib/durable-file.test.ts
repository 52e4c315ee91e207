// Files that survive a power cut: a reader sees either the previous or the complete new content, and a failed write leaves nothing.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { isAbandoned, isUnfinished, replaceDurably, syncFolder, writeSynced } from './durable-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = makeTestFolder();
  file = path.join(folder, 'letter.eml');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string) => replaceDurably(file, (unfinished) => writeSynced(unfinished, Buffer.from(text)));

test('a file appears under its name only when it is complete, and only this user can read it', async () => {
  let during: string[] = [];
  await replaceDurably(file, async (unfinished) => {
    await writeSynced(unfinished, Buffer.from('whole'));
    during = readdirSync(folder);
  });
  expect(during).toHaveLength(1);
  expect(during.every(isUnfinished)).toBe(true);
  expect(readdirSync(folder)).toEqual(['letter.eml']);
  expect(readFileSync(file, 'utf8')).toBe('whole');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a failing write leaves the previous file unchanged and no unfinished file, and throws its own error', async () => {
  await write('earlier');
  const failing = replaceDurably(file, async (unfinished) => {
    writeFileSync(unfinished, 'half of it');
    throw new Error('no space left on device');
  });
  await expect(failing).rejects.toThrow('no space left on device');
  await expect(replaceDurably(file, () => Promise.reject(new Error('not even begun')))).rejects.toThrow('begun');
  expect(readdirSync(folder)).toEqual(['letter.eml']);
  expect(readFileSync(file, 'utf8')).toBe('earlier');
});

test('many concurrent writes leave the complete content of one, and no unfinished file', async () => {
  const texts = Array.from({ length: 20 }, (_, number) => `${number} `.repeat(5000));
  await Promise.all(texts.map(write));
  expect(texts).toContain(readFileSync(file, 'utf8'));
  expect(readdirSync(folder)).toEqual(['letter.eml']);
});

test('an unfinished file is never written over another file', async () => {
  writeFileSync(file, 'here first');
  await expect(writeSynced(file, Buffer.from('second'))).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(file, 'utf8')).toBe('here first');
  await expect(syncFolder(path.join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('an unfinished file counts as abandoned after a quarter of an hour without a write, and not at that moment', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const now = Date.now();
    const ages = [0, 15 * 60_000 - 1, 15 * 60_000, 15 * 60_000 + 1];
    expect(ages.map((age) => isAbandoned({ mtimeMs: now - age }))).toEqual([false, false, false, true]);
    expect(isAbandoned({ mtimeMs: now + 60_000 })).toBe(false); // the machine's clock has gone back
  } finally {
    vi.useRealTimers();
  }
});

test('a name is of an unfinished file only if it has that ending', () => {
  expect(['a.eml.1.tmp', '.tmp', 'a.eml', 'a.tmp.eml', 'atmp', ''].map(isUnfinished)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
});
