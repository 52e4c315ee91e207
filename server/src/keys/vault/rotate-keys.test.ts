// Rotating the ring loses no vault, and deleted vaults are lost with the old master key.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, draftVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { mergeKeys } from '../../commands/keys/merge-keys.ts';
import { vaultKeys, vaults } from '../../platform/database/schema.ts';
import { createKeyFile } from '../master/key-file.ts';
import { addKey, createMasterKeys, KeyUnavailable } from '../master/master-keys.ts';
import { addKeysOf, addMasterKey, retireKeys, rewrapKeys, rotateWhenDue } from './rotate-keys.ts';
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
test('a rotation rewraps every key, changes none of them, and can be repeated', { tags: 'long' }, async () => {
  const before = [await vaultWithFile(), await vaultWithFile()];
  app.clock.pass({ hours: 1 });
  await addMasterKey(app.services);
  expect(await rewrapKeys(app.services, undefined, 1)).toBe(await app.database.$count(vaultKeys));
  expect(await rewrapKeys(app.services)).toBe(0);
  for (const { vaultId, dataKey, wrappedKey } of before) {
    const now = await rowOf(vaultId);
    expect(now?.masterKey).toBe(await app.services.masterKeys.currentName());
    expect(now?.wrappedKey).not.toBe(wrappedKey);
    expect((await app.services.vaultKeys.ofVault(app.database, vaultId)).equals(dataKey)).toBe(true);
  }
});

test('an interrupted rotation continues where it was, and until then both master keys are needed', async () => {
  const { vaultId, dataKey } = await vaultWithFile();
  app.clock.pass({ hours: 1 });
  await addMasterKey(app.services);
  expect(await rewrapKeys(app.services, AbortSignal.abort())).toBe(0);
  app.clock.pass({ hours: 2 });
  expect(await retireKeys(app.services)).not.toContain((await rowOf(vaultId))?.masterKey);
  expect((await app.services.vaultKeys.ofVault(app.database, vaultId)).equals(dataKey)).toBe(true);
  expect(await rewrapKeys(app.services)).toBeGreaterThan(0);
});

test('a master key that wraps nothing is destroyed an hour after the rotation, and copies of deleted vaults no longer open', {
  tags: 'long',
}, async () => {
  const { vaultId, wrappedKey, masterKey } = await vaultWithFile();
  const other = await vaultWithFile();
  await app.database.delete(vaultKeys).where(eq(vaultKeys.vaultId, vaultId));
  app.clock.pass({ hours: 1 });
  await addMasterKey(app.services);
  await rewrapKeys(app.services);
  // Control: a copy of the deleted row, for example from a backup, opens while the old master key exists.
  expect(await app.services.vaultKeys.unwrap(wrappedKey, vaultId)).toHaveLength(32);
  app.clock.pass({ minutes: 59, seconds: 59 });
  expect(await retireKeys(app.services)).toEqual([]);
  app.clock.pass({ seconds: 1 });
  expect(await retireKeys(app.services)).toContain(masterKey);
  const { ino } = statSync(app.services.keyFile.path);
  expect(await retireKeys(app.services)).toEqual([]);
  expect(statSync(app.services.keyFile.path).ino).toBe(ino);
  await expect(app.services.vaultKeys.unwrap(wrappedKey, vaultId)).rejects.toThrow(KeyUnavailable);
  expect(readFileSync(app.services.keyFile.path, 'utf8')).not.toContain(masterKey);
  expect((await app.services.vaultKeys.ofVault(app.database, other.vaultId)).equals(other.dataKey)).toBe(true);
});

test('a key file is rotated after 90 days, and its operator is asked once to copy it before the old key is destroyed', async () => {
  const { keyFile, masterKeys, operatorEmail } = app.services;
  app.clock.pass({ hours: 1 });
  await addMasterKey(app.services);
  await rewrapKeys(app.services);
  app.clock.pass({ hours: 1 });
  await retireKeys(app.services);
  const before = await masterKeys.currentName();
  app.clock.pass({ days: 90, hours: -1 });
  await rotateWhenDue(app.services);
  expect(await masterKeys.currentName()).toBe(before);
  expect(await app.lettersTo(operatorEmail)).toEqual([]);
  app.clock.pass({ seconds: 1 });
  await rotateWhenDue(app.services);
  await rotateWhenDue(app.services);
  expect(await masterKeys.currentName()).not.toBe(before);
  expect(Object.keys(keyFile.read().keys)).toHaveLength(2);
  const asked = [
    expect.objectContaining({
      facts: expect.objectContaining({
        what: 'The key file has a new master key',
        details: [expect.stringContaining(`Copy ${keyFile.path} again`), expect.any(String)],
      }),
    }),
  ];
  expect(await app.lettersTo(operatorEmail)).toEqual(asked);
  app.clock.pass({ hours: 6 });
  await rotateWhenDue(app.services);
  expect(Object.keys(keyFile.read().keys)).toEqual([await masterKeys.currentName()]);
  expect(await app.lettersTo(operatorEmail)).toEqual(asked);
});

test('a missing vault is reported as not found, and one whose key is lost or damaged as unreadable', async () => {
  const owner = await signedIn(app, another(ada, ++people));
  const [lost, torn] = [await draftVault(owner), await draftVault(owner)];
  const reported: [string, unknown][] = [];
  const keys = createVaultKeys({
    ...app.services,
    codeKey: Buffer.alloc(32),
    onUnreadable: (...what) => void reported.push(what),
  });
  await app.database.delete(vaultKeys).where(eq(vaultKeys.vaultId, lost.id));
  const gone = keys.ofVault(app.database, '00000000-0000-4000-8000-000000000000');
  await expect(gone).rejects.toMatchObject({ code: 'vault-not-found' });
  const unreadable = { code: 'vault-unreadable' };
  await expect(keys.ofVault(app.database, lost.id)).rejects.toMatchObject(unreadable);
  await app.database.update(vaultKeys).set({ wrappedKey: 'torn' }).where(eq(vaultKeys.vaultId, torn.id));
  await expect(keys.ofVault(app.database, torn.id)).rejects.toMatchObject(unreadable);
  expect(reported).toEqual([
    [lost.id, expect.objectContaining({ message: 'the data key of the vault is missing' })],
    [torn.id, expect.any(KeyUnavailable)],
  ]);
  await app.database.delete(vaults).where(inArray(vaults.id, [lost.id, torn.id])); // no rotation could rewrap their keys
});

test('concurrent rotations in processes that each read the file lose no master key', async () => {
  const processes = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => ({
      ...app.services,
      keyFile: createKeyFile({ keyringFile: app.services.keyFile.path, dataDirectory: '' }, async () => []),
      // Two of the keys are created in the same millisecond.
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
  expect(Object.keys(app.services.keyFile.read().keys)).toHaveLength(before + 6);
  for (const one of wrapped) await expect(app.services.masterKeys.unwrap(one, 'a vault')).resolves.toHaveLength(32);
});

test('merging two files with different keys keeps every key, and the newest wraps', async () => {
  const { keyFile, masterKeys } = app.services;
  const yesterday = keyFile.read();
  await addMasterKey(app.services);
  const right = keyFile.read();
  const wrapped = await masterKeys.wrap(Buffer.alloc(32, 7), 'a vault');
  // An older file replaced the newer one, and a key was created with it.
  app.clock.pass({ minutes: 1 });
  const laidOver = addKey(yesterday, app.clock.now().toISOString());
  await keyFile.write(laidOver);
  await expect(masterKeys.unwrap(wrapped, 'a vault')).rejects.toThrow('is not in the ring');
  expect(await addKeysOf(app.services, right)).toEqual([right.current]);
  expect(keyFile.read()).toEqual({ current: laidOver.current, keys: { ...laidOver.keys, ...right.keys } });
  await expect(masterKeys.unwrap(wrapped, 'a vault')).resolves.toHaveLength(32);
  expect(await addKeysOf(app.services, yesterday)).toEqual([]);
  expect(keyFile.read().current).toBe(laidOver.current);
});

test('a missing copy, another file, or one of another installation is refused and adds nothing', async () => {
  const { keyFile, config } = app.services;
  const before = keyFile.read();
  const copy = path.join(config.dataDirectory, 'other-keyring.json');
  const merge = () => mergeKeys({ config, database: app.database }, copy);
  await expect(merge()).rejects.toThrow(`${copy} does not exist. Nothing was changed.`);
  for (const content of ['SECRET=hunter2\n', '{"current":"a"']) {
    writeFileSync(copy, content);
    await expect(merge()).rejects.toThrow(`${copy} is not a complete key file: `);
  }
  writeFileSync(copy, JSON.stringify(addKey(null, '2026-01-01T00:00:00.000Z')));
  await expect(merge()).rejects.toThrow(`${copy} belongs to another installation: it shares no key with`);
  expect(keyFile.read()).toEqual(before);
});
