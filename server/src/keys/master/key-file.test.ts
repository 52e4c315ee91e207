// The key file is created once and never replaced, and the service refuses to start if vaults need a missing master key.

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { openKeyFile } from './key-file.ts';
import { addKey, createMasterKeys, nameKey } from './master-keys.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const key = 'k'.repeat(43);
const name = nameKey(key, now.toISOString());
let folder: string;
let file: string;
beforeEach(() => {
  folder = makeTestFolder();
  file = path.join(folder, 'keyring.json');
  return () => rmSync(folder, { recursive: true, force: true });
});
const open = (namesInUse: string[] = []) =>
  openKeyFile({ keyringFile: undefined, dataDirectory: folder }, async () => namesInUse, now);
const refused = (message: string) => expect.objectContaining({ name: 'StartRefused', message });
const contentNow = () => (existsSync(file) ? readFileSync(file, 'utf8') : null);

const ring = (keys: Record<string, unknown>, rest: object = {}) => JSON.stringify({ current: name, keys, ...rest });
const missing = () =>
  `${file} is missing, and without its keys no vault can be read; restore it from its copy, or set KEYRING_FILE to its path.`;
const damaged = () => `${file} is damaged and has no complete ring of keys; restore it from its copy.`;

test('RING-5: the key file is created once, however many starts there are, and is not readable by others', async () => {
  const rings = await Promise.all(Array.from({ length: 4 }, () => open()));
  expect(new Set(rings.map((one) => JSON.stringify(one.read()))).size).toBe(1);
  const { current = '', keys = {} } = rings[0]?.read() ?? {};
  expect(Object.keys(keys)).toEqual([current]);
  expect(current).toBe(nameKey(keys[current] ?? '', now.toISOString()));
  expect(rings[0]?.path).toBe(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(contentNow()).toBe(`${JSON.stringify(rings[0]?.read(), null, 2)}\n`);
});

test('the key file is created with the data folder, and opened for the vaults that name its keys', async () => {
  const dataDirectory = path.join(folder, 'not', 'yet', 'there');
  const { path: made, read } = await openKeyFile({ keyringFile: undefined, dataDirectory }, async () => [], now);
  expect(made).toBe(path.join(dataDirectory, 'keyring.json'));
  const source = { keyringFile: made, dataDirectory: '' };
  expect((await openKeyFile(source, async () => [read().current], now)).path).toBe(made);
});

test.each([
  ['cut', '{"current":"a","ke'],
  ['empty', ''],
  ['without the key it names as the current one', ring({ [nameKey(key, '2026-01-01')]: key })],
  ['with a key that is too short', ring({ [name]: key.slice(1) })],
  ['with a key that is too long', ring({ [name]: `${key}k` })],
  ['with a key in other characters', ring({ [name]: `=${key.slice(1)}` })],
  ['with a key that has no name', ring({ [name]: key, '': key })],
  ['with a key of a name without end', ring({ [name]: key, ['n'.repeat(101)]: key })],
  ['with a key of another kind', ring({ [name]: 7 })],
  ['with something else', ring({ [name]: key }, { note: 'x' })],
])(
  'RING-5: a damaged key file (%s) stops the start, with or without vaults, and is not changed',
  async (_, content) => {
    writeFileSync(file, content);
    await expect(open()).rejects.toThrow(refused(damaged()));
    await expect(open([name])).rejects.toThrow(refused(damaged()));
    expect(contentNow()).toBe(content);
  },
);

test("a key under another key's name stops the start, and is named", async () => {
  const other = 'o'.repeat(43);
  writeFileSync(file, ring({ [name]: other }));
  const wrong = `${file} contains a key that does not match its name ${name}; restore the complete file from its copy.`;
  await expect(open()).rejects.toThrow(refused(wrong));
  await expect(open([name])).rejects.toThrow(refused(wrong));
  writeFileSync(file, ring({ [name]: key, 'of another kind': other }));
  await expect(open([name])).rejects.toThrow('contains a key that does not match its name of another kind');
  writeFileSync(file, ring({ [name]: key }));
  await open([name]);
});

test('RING-5: a key file that is missing although vaults exist stops the start, and no new one is created', async () => {
  await open();
  rmSync(file);
  await expect(open([name])).rejects.toThrow(refused(missing()));
  expect(contentNow()).toBeNull();
});

test('RING-5: a key file that cannot be read stops the start, with the reason', async () => {
  mkdirSync(file);
  await expect(open()).rejects.toThrow(
    refused(`${file} cannot be read (EISDIR); restore it from its copy, readable by this user.`),
  );
});

test('RING-5: the start is refused if the key file lacks a key that the database uses', async () => {
  const { current } = (await open()).read();
  await expect(open([current, '2020-01-01#0123456789abcdef'])).rejects.toThrow(
    refused(
      `${file} lacks the master key 2020-01-01#0123456789abcdef, and without it some vaults of this database cannot be read; restore the complete file from its copy. If another copy has that key, “npm run keys -- merge <copy>” adds it.`,
    ),
  );
});

test('RING-5: the file in KEYRING_FILE is never created', async () => {
  file = path.join(folder, 'elsewhere.json');
  const opening = openKeyFile({ keyringFile: file, dataDirectory: folder }, async () => [], now);
  await expect(opening).rejects.toThrow('start once without KEYRING_FILE');
  expect(contentNow()).toBeNull();
});

test('the key file is read again only when it was replaced, and a running service that loses it reports so', async () => {
  const keyFile = await open();
  const masterKeys = createMasterKeys(keyFile.read);
  expect(keyFile.read()).toBe(keyFile.read());
  const first = keyFile.read();
  const other = await open();
  const both = addKey(other.read(), '2027-03-01');
  await other.write(both);
  expect(await masterKeys.currentName()).toBe(both.current);
  expect(Object.keys(keyFile.read().keys)).toEqual([first.current, both.current]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  rmSync(file);
  expect(keyFile.read).toThrow(refused(missing()));
});

test('if a key service wraps, no key file is created, an existing one opens, and a missing one is reported if vaults need it', async () => {
  const source = { keyringFile: undefined, dataDirectory: folder, wrapsWith: 'kms' as const };
  const none = await openKeyFile(source, async () => [], now);
  expect([none.wraps, none.isThere(), existsSync(file)]).toEqual([false, false, false]);
  await openKeyFile({ ...source, keyringFile: file }, async () => [], now);
  await expect(openKeyFile(source, async () => [name], now)).rejects.toThrow(refused(missing()));
  const ours = await open();
  const { current } = ours.read();
  const there = await openKeyFile(source, async () => [current], now);
  expect([ours.wraps, there.wraps, there.isThere(), there.read().current]).toEqual([true, false, true, current]);
});
