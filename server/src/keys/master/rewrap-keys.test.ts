// Rewrapping data keys under the current key of a service: it locks nothing, replaces no key with an unusable one, and does
// not change the service's keys.
import { rmSync } from 'node:fs';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq, like } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressOf } from '../../../testing/database-address.ts';
import { draftVault, signedIn } from '../../../testing/people.ts';
import { openAppIn, type TestApp } from '../../../testing/test-app.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { openTransitServer, type TransitServer } from '../../../testing/transit-server.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { vaultKeys } from '../../platform/database/schema.ts';
import { rewrapKeys, rotateWhenDue } from '../vault/rotate-keys.ts';
import { KeyUnavailable } from './master-keys.ts';

let folder: string;
let opened: OpenDatabase;
let transit: TransitServer;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = makeTestFolder();
  [opened, transit] = [await openTestDatabase(), await openTransitServer(['vaults'])];
});
afterEach(async () => {
  await closeAll();
  await transit.close();
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const transitSettings = () => ({ TRANSIT_URL: transit.url, TRANSIT_KEYS: 'vaults', TRANSIT_TOKEN: transit.token });

/** The service with these settings on the one database. */
async function open(settings: Record<string, string> = {}): Promise<TestApp> {
  const common = { DATABASE_URL: addressOf(opened.connection), LOG_LEVEL: 'silent' };
  const app = await openAppIn(folder, { ...common, ...settings });
  closing.push(app.close);
  return app;
}
async function closeAll() {
  for (const close of closing.splice(0)) await close();
}

const countAs = (pattern: string) => opened.database.$count(vaultKeys, like(vaultKeys.masterKey, pattern));

/** The data keys of new vaults, by vault. */
async function withVaults(count: number, app: TestApp): Promise<Map<string, string>> {
  const owner = await signedIn(app, another(ada, 1));
  const dataKeys = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const { id } = await draftVault(owner);
    dataKeys.set(id, await dataKeyOf(app, id));
  }
  return dataKeys;
}

const dataKeyOf = async ({ services }: TestApp, id: string) =>
  (await services.vaultKeys.ofVault(opened.database, id)).toString('hex');

async function expectUnchanged(app: TestApp, dataKeys: Map<string, string>) {
  for (const [id, dataKey] of dataKeys) expect(await dataKeyOf(app, id)).toBe(dataKey);
}

test('a data key that cannot be unwrapped does not change and does not stop the others from being rewrapped', {
  tags: 'long',
}, async () => {
  const before = await open();
  const dataKeys = await withVaults(3, before);
  await closeAll();
  const [torn = ''] = [...dataKeys.keys()].sort();
  const [{ wrappedKey } = { wrappedKey: '' }] = await opened.database
    .select()
    .from(vaultKeys)
    .where(eq(vaultKeys.vaultId, torn));
  await opened.database.update(vaultKeys).set({ wrappedKey: 'torn' }).where(eq(vaultKeys.vaultId, torn));
  const { services } = await open(transitSettings());
  await expect(rewrapKeys(services, undefined, 1)).rejects.toThrow(KeyUnavailable);
  await expect(rotateWhenDue(services)).rejects.toThrow('0 keys of vaults were wrapped again, and 1 could not');
  expect([await countAs('transit:%'), await countAs('2%')]).toEqual([2, 1]);
  await opened.database.update(vaultKeys).set({ wrappedKey }).where(eq(vaultKeys.vaultId, torn));
  expect(await rewrapKeys(services)).toBe(1);
});

test("keys that a service rotated are rewrapped automatically; the service's keys and the file do not change", {
  tags: 'long',
}, async () => {
  const app = await open(transitSettings());
  const { services } = app;
  const dataKeys = await withVaults(3, app);
  expect(await countAs('transit:vaults:v1')).toBe(3);
  transit.rotate('vaults');
  await rotateWhenDue(services);
  expect(await countAs('transit:vaults:v2')).toBe(3);
  const before = transit.count;
  await rotateWhenDue(services);
  expect(transit.count).toBe(before + 1);
  transit.setMinDecryptionVersion('vaults', 2);
  await expectUnchanged(app, dataKeys);
  expect(services.keyFile.isThere()).toBe(false);
});

test('a rotation reports that min_decryption_version was raised, and continues once it is lowered again', {
  tags: 'long',
}, async () => {
  const app = await open(transitSettings());
  await withVaults(2, app);
  transit.rotate('vaults');
  transit.setMinDecryptionVersion('vaults', 2);
  await expect(rewrapKeys(app.services)).rejects.toThrow(
    /^0 keys of vaults were wrapped again, and 2 could not be unwrapped: .* Why: the transit engine .* below min_decryption_version, [^;]*$/,
  );
  transit.setMinDecryptionVersion('vaults', 1);
  expect(await rewrapKeys(app.services)).toBe(2);
});

test('two concurrent runs rewrap each data key once, and skip one that was deleted or changed in the meantime', {
  tags: 'long',
}, async () => {
  const before = await open();
  const dataKeys = await withVaults(4, before);
  await closeAll();
  const one = await open(transitSettings());
  const other = await open(transitSettings());
  const moved = await Promise.all([rewrapKeys(one.services), rewrapKeys(other.services)]);
  expect(moved[0] + moved[1]).toBe(4);
  await expectUnchanged(one, dataKeys);
  transit.rotate('vaults');
  const [gone = ''] = dataKeys.keys();
  const wrap = one.services.masterKeys.wrap;
  const needs = {
    ...one.services,
    masterKeys: {
      ...one.services.masterKeys,
      async wrap(dataKey: Buffer, vaultId: string) {
        await opened.database.delete(vaultKeys).where(eq(vaultKeys.vaultId, gone));
        return wrap(dataKey, vaultId);
      },
    },
  };
  expect(await rewrapKeys(needs)).toBe(3);
  expect(await opened.database.$count(vaultKeys)).toBe(3);
});

test('a wrapped key that does not unwrap to the same key never replaces the stored one', { tags: 'long' }, async () => {
  const before = await open();
  await withVaults(1, before);
  await closeAll();
  const { services } = await open(transitSettings());
  const wrap = services.masterKeys.wrap;
  const masterKeys = {
    ...services.masterKeys,
    wrap: (_: Buffer, vaultId: string) => wrap(Buffer.alloc(32, 1), vaultId),
  };
  await expect(rewrapKeys({ ...services, masterKeys })).rejects.toThrow('does not unwrap to the same key');
  expect(await countAs('2%')).toBe(1);
});
