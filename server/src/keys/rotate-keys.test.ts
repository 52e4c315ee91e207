// The ring in its file, and its rotation: no vault is lost by it, and what was deleted dies with the old master key.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addFile, draftVault, signedIn } from '../../testing/people.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { vaultKeys } from '../database/schema.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { openKeyFile } from './key-file.ts';
import { createMasterKeys, KeyUnavailable } from './master-keys.ts';
import { addMasterKey, retireKeys, rewrapKeys, rotateWhenDue } from './rotate-keys.ts';
import { createVaultKeys } from './vault-keys.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
async function vaultWithFile() {
  const owner = await signedIn(app, another(ada, ++people));
  const vault = await draftVault(owner);
  await addFile(owner, vault.id, { name: 'lake.txt', type: 'text/plain', bytes: Buffer.from('the lake') });
  const [row] = await app.database.select().from(vaultKeys).where(eq(vaultKeys.vaultId, vault.id));
  if (!row) throw new Error('the vault has no key');
  return { ...row, dataKey: await app.services.vaultKeys.ofVault(app.database, vault.id) };
}
const rowOf = async (vaultId: string) => {
  const [row] = await app.database.select().from(vaultKeys).where(eq(vaultKeys.vaultId, vaultId));
  return row;
};
test('ROTATE-1: a rotation wraps every key again, changes none of them, and can be repeated', async () => {
  const before = [await vaultWithFile(), await vaultWithFile()];
  app.clock.pass({ hours: 1 });
  await addMasterKey(app.services);
  expect(await rewrapKeys(app.services)).toBe(await app.database.$count(vaultKeys));
  expect(await rewrapKeys(app.services)).toBe(0);
  for (const { vaultId, dataKey, wrappedKey } of before) {
    const now = await rowOf(vaultId);
    expect(now?.masterKey).toBe(app.services.masterKeys.currentName());
    expect(now?.wrappedKey).not.toBe(wrappedKey);
    expect((await app.services.vaultKeys.ofVault(app.database, vaultId)).equals(dataKey)).toBe(true);
  }
});

test('ROTATE-2: a stopped rotation goes on where it was, and until then both master keys are needed', async () => {
  const { vaultId, dataKey } = await vaultWithFile();
  app.clock.pass({ hours: 1 });
  await addMasterKey(app.services);
  expect(await rewrapKeys(app.services, AbortSignal.abort())).toBe(0);
  app.clock.pass({ hours: 2 });
  expect(await retireKeys(app.services)).not.toContain((await rowOf(vaultId))?.masterKey);
  expect((await app.services.vaultKeys.ofVault(app.database, vaultId)).equals(dataKey)).toBe(true);
  expect(await rewrapKeys(app.services)).toBeGreaterThan(0);
});

test('ROTATE-3: a master key that wraps nothing is destroyed an hour after the rotation, and a deleted vault with it', async () => {
  const { vaultId, wrappedKey, masterKey } = await vaultWithFile();
  const other = await vaultWithFile();
  await app.database.delete(vaultKeys).where(eq(vaultKeys.vaultId, vaultId));
  app.clock.pass({ hours: 1 });
  await addMasterKey(app.services);
  await rewrapKeys(app.services);
  // Control: a copy of the deleted row, as in a backup, opens while the old master key is there.
  expect(await app.services.vaultKeys.unwrap(wrappedKey, vaultId)).toHaveLength(32);
  expect(await retireKeys(app.services)).not.toContain(masterKey);
  app.clock.pass({ minutes: 61 });
  expect(await retireKeys(app.services)).toContain(masterKey);
  await expect(app.services.vaultKeys.unwrap(wrappedKey, vaultId)).rejects.toThrow(KeyUnavailable);
  expect(readFileSync(app.services.keyFile.path, 'utf8')).not.toContain(masterKey);
  expect((await app.services.vaultKeys.ofVault(app.database, other.vaultId)).equals(other.dataKey)).toBe(true);
});

test('ROTATE-4: a ring of our own is rotated after 90 days, without a hand', async () => {
  await rotateWhenDue(app.services);
  const before = app.services.masterKeys.currentName();
  app.clock.pass({ days: 89 });
  await rotateWhenDue(app.services);
  expect(app.services.masterKeys.currentName()).toBe(before);
  app.clock.pass({ days: 1, hours: 2 });
  await rotateWhenDue(app.services);
  expect(app.services.masterKeys.currentName()).not.toBe(before);
  app.clock.pass({ hours: 6 });
  await rotateWhenDue(app.services);
  expect(Object.keys(app.services.keyFile.read().keys)).toEqual([app.services.masterKeys.currentName()]);
});

test('ROTATE-5: of two uploads that need the first key of a vault at once, both use the same', async () => {
  const owner = await signedIn(app, another(ada, ++people));
  const vault = await draftVault(owner);
  const keys = await Promise.all(
    Array.from({ length: 5 }, () => app.services.vaultKeys.ofVault(app.database, vault.id)),
  );
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  const gone = app.services.vaultKeys.ofVault(app.database, '00000000-0000-4000-8000-000000000000');
  await expect(gone).rejects.toMatchObject({ code: 'vault-not-found' });
});

test('ROTATE-6: of rotations at once, in processes that each read the file for themselves, no master key is lost', async () => {
  const processes = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => ({
      ...app.services,
      keyFile: await openKeyFile({ keyringFile: app.services.keyFile.path, dataDirectory: '' }, [], app.clock.now()),
      // Two of them in the same millisecond.
      clock: { ...app.clock, now: () => new Date(app.clock.now().getTime() + Math.max(index, 1)) },
    })),
  );
  const before = Object.keys(app.services.keyFile.read().keys).length;
  const wrapped = await Promise.all(
    processes.map(async (needs) => {
      await addMasterKey(needs);
      return createMasterKeys(needs.keyFile.read).wrap(Buffer.alloc(32, 7), 'a vault');
    }),
  );
  expect(Object.keys(app.services.keyFile.read().keys)).toHaveLength(before + 5);
  for (const one of wrapped) await expect(app.services.masterKeys.unwrap(one, 'a vault')).resolves.toHaveLength(32);
});

describe('RING-5: the key file', () => {
  const now = new Date('2026-11-22T12:00:00.000Z');
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'remembrance-keys-'));
    return () => rmSync(folder, { recursive: true, force: true });
  });
  const source = (keyringFile?: string) => ({ keyringFile, dataDirectory: folder });
  const file = () => path.join(folder, 'keyring.json');
  const refusal = (open: Promise<unknown>, words: string) =>
    expect(open).rejects.toThrow(expect.objectContaining({ message: expect.stringContaining(words) }));

  test('is made once, however many starts there are, and closed to others', async () => {
    const rings = await Promise.all(Array.from({ length: 4 }, () => openKeyFile(source(), [], now)));
    expect(new Set(rings.map((one) => JSON.stringify(one.read()))).size).toBe(1);
    expect(Object.keys(rings[0]?.read().keys ?? {})).toEqual([now.toISOString()]);
  });

  test.each([
    ['is missing', () => rmSync(file()), 'is missing'],
    ['is cut', () => writeFileSync(file(), readFileSync(file(), 'utf8').slice(0, 40)), 'is damaged'],
    ['names a current key it does not hold', () => writeFileSync(file(), '{"current":"a","keys":{}}'), 'is damaged'],
    ['holds a key of another length', () => writeFileSync(file(), '{"current":"a","keys":{"a":"AAAA"}}'), 'is damaged'],
  ])('that %s refuses the start over existing vaults, and is never replaced', async (_, damage, words) => {
    await openKeyFile(source(), [], now);
    damage();
    const before = existsSync(file()) ? readFileSync(file(), 'utf8') : null;
    await refusal(openKeyFile(source(), [now.toISOString()], now), words);
    await expect(openKeyFile(source(), [now.toISOString()], now)).rejects.toThrow(StartRefused);
    expect(existsSync(file()) ? readFileSync(file(), 'utf8') : null).toBe(before);
  });

  test('without a key that the database names refuses the start', async () => {
    await openKeyFile(source(), [], now);
    await refusal(
      openKeyFile(source(), ['2020-01-01T00:00:00.000Z'], now),
      'lacks the master key 2020-01-01T00:00:00.000Z',
    );
  });

  test('of KEYRING_FILE is never made', async () => {
    await refusal(openKeyFile(source(path.join(folder, 'elsewhere.json')), [], now), 'is missing');
    expect(existsSync(path.join(folder, 'elsewhere.json'))).toBe(false);
  });

  test('is read again when it was replaced', async () => {
    const keyFile = await openKeyFile(source(), [], now);
    const [one, other] = [createMasterKeys(keyFile.read), await openKeyFile(source(), [], now)];
    const clock = { ...app.clock, now: () => new Date('2027-03-01T00:00:00.000Z') };
    await addMasterKey({ ...app.services, clock, keyFile: other, masterKeys: one });
    expect(one.currentName()).toBe('2027-03-01T00:00:00.000Z');
    expect(createVaultKeys({ masterKeys: one, clock, onUnreadable: () => {} })).toBeDefined();
  });
});
