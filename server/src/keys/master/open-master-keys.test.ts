// Which rings a start opens, which of them wraps, and with which database it is refused.

import { existsSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createKmsKey, kmsCredentials, openKmsServer } from '../../../testing/kms-server.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { openTransitServer } from '../../../testing/transit-server.ts';
import { newKey } from '../../platform/lib/ids.ts';
import { addKey, KeyServiceUnavailable, type Ring } from './master-keys.ts';
import { type MasterKeySource, type OpenMasterKeys, openMasterKeys } from './open-master-keys.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const arn = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-0000-4000-8000-00000000000a';
const transit = { url: 'http://127.0.0.1:9/v1/transit', keys: ['vaults', 'older'], token: 'any' };
let folder: string;
beforeEach(() => {
  folder = makeTestFolder();
  return () => rmSync(folder, { recursive: true, force: true });
});
const open = (more: Partial<MasterKeySource>, namesInUse: string[] = []) =>
  openMasterKeys(
    { keyringFile: undefined, dataDirectory: folder, wrapsWith: 'file', ...more },
    async () => namesInUse,
    now,
  );
const refused = (message: string) => expect.objectContaining({ name: 'StartRefused', message });
const unset = (name: string, setting: string, key: string) =>
  refused(
    `The database uses the master key ${name}, and without it some vaults cannot be read; add ${key} to ${setting}, with the settings that go with it (docs/guide/key-service.md).`,
  );

test('every configured ring opens its wrapped keys, and the selected one wraps', async () => {
  const [kmsServer, transitServer] = [await openKmsServer(), await openTransitServer(['vaults'])];
  try {
    const kms = {
      keys: [await createKmsKey(kmsServer.address)],

      endpoint: kmsServer.address,
      credentials: kmsCredentials,
    };
    const rings = { kms, transit: { ...transitServer, keys: ['vaults'] } };
    const dataKey = newKey();
    const wrapped: string[] = [];
    for (const wrapsWith of ['file', 'kms', 'transit'] as const) {
      const { masterKeys, keyFile } = await open({ ...rings, wrapsWith });
      wrapped.push(await masterKeys.wrap(dataKey, 'a vault'));
      expect(keyFile.wraps).toBe(wrapsWith === 'file');
      await masterKeys.probe();
    }
    expect(wrapped.map((text) => text.slice(0, 4))).toEqual(['eyJh', 'arn:', 'tran']);
    const { masterKeys } = await open({ ...rings, wrapsWith: 'kms' });
    for (const text of wrapped) expect((await masterKeys.unwrap(text, 'a vault')).equals(dataKey)).toBe(true);
    const alone = await open({ wrapsWith: 'kms', kms });
    await expect(alone.masterKeys.unwrap(wrapped[2] ?? '', 'a vault')).rejects.toThrow(KeyServiceUnavailable);
    rmSync(alone.keyFile.path);
    const without = await open({ ...rings, wrapsWith: 'kms' });
    await expect(without.masterKeys.unwrap(wrapped[0] ?? '', 'a vault')).rejects.toThrow(KeyServiceUnavailable);
    await without.masterKeys.probe();
    expect(existsSync(without.keyFile.path)).toBe(false);
  } finally {
    await Promise.all([kmsServer.close(), transitServer.close()]);
  }
});

test('RING-5: a start with vaults whose master keys are not configured is refused, even with a key service, and creates no file', async () => {
  const atServices = [arn, 'transit:vaults:v1', 'transit:older:v12'];
  await open({ wrapsWith: 'transit', transit, kms: { keys: [arn] } }, atServices);
  await expect(open({ wrapsWith: 'transit', transit }, atServices)).rejects.toThrow(unset(arn, 'KMS_KEYS', arn));
  await expect(open({ kms: { keys: [arn] } }, atServices)).rejects.toThrow(
    unset('transit:vaults:v1', 'TRANSIT_KEYS', 'vaults'),
  );
  const longer = 'transit:vaults-2:v1';
  await expect(open({ transit }, [longer])).rejects.toThrow(unset(longer, 'TRANSIT_KEYS', 'vaults-2'));
  await expect(open({ wrapsWith: 'transit', transit }, ['2026-11-22'])).rejects.toThrow('keyring.json is missing');
  expect(existsSync(path.join(folder, 'keyring.json'))).toBe(false);
  await expect(open({ wrapsWith: 'kms' })).rejects.toThrow('the ring kms is not set');
});

describe('a file that replaces the one of a running service', () => {
  const dataKey = newKey();
  const file = () => path.join(folder, 'keyring.json');
  const names: string[] = [];
  const lookups = vi.fn(async () => names);
  let running: OpenMasterKeys;
  let right: Ring;
  beforeEach(async () => {
    names.length = 0;
    running = await openMasterKeys({ keyringFile: undefined, dataDirectory: folder, wrapsWith: 'file' }, lookups, now);
    right = running.keyFile.read();
    names.push(right.current);
    lookups.mockClear();
  });
  const layOver = (ring: Ring) => running.keyFile.write(ring);
  const unavailable = (message: string) => expect.objectContaining({ name: 'KeyServiceUnavailable', message });
  const closed = async (message: string) => {
    await expect(running.masterKeys.wrap(dataKey, 'a vault')).rejects.toThrow(unavailable(message));
    await expect(running.masterKeys.probe()).rejects.toThrow(unavailable(message));
  };

  test('it wraps nothing and is not ready while it lacks a key in use, and the right file opens and wraps again', async () => {
    const wrapped = await running.masterKeys.wrap(dataKey, 'a vault');
    await layOver(addKey(null, '2026-01-01'));
    await closed(expect.stringContaining(`lacks the master key ${right.current}`));
    await layOver(right);
    expect((await running.masterKeys.unwrap(wrapped, 'a vault')).equals(dataKey)).toBe(true);
    await running.masterKeys.wrap(dataKey, 'a vault');
    await running.masterKeys.probe();
  });

  test('it causes one database query per file, and another if the database did not answer', async () => {
    await layOver(addKey(right, '2027-01-01'));
    lookups.mockRejectedValueOnce(new Error('away'));
    await expect(running.masterKeys.wrap(dataKey, 'a vault')).rejects.toThrow('away');
    for (let i = 0; i < 3; i += 1) await running.masterKeys.wrap(dataKey, 'a vault');
    await running.masterKeys.probe();
    expect(lookups).toHaveBeenCalledTimes(2);
  });

  test('it keeps vaults closed while it is missing, damaged or a different one, but reports no key as lost', async () => {
    const wrapped = await running.masterKeys.wrap(dataKey, 'a vault');
    await rm(file());
    await closed(expect.stringContaining('is missing'));
    await writeFile(file(), '{');
    await closed(expect.stringContaining('is damaged'));
    await layOver({ ...right, keys: { [right.current]: newKey().toString('base64url') } });
    await closed(expect.stringContaining(`contains a key that does not match its name ${right.current}`));
    await expect(running.masterKeys.unwrap(wrapped, 'a vault')).rejects.toThrow(KeyServiceUnavailable);
    await layOver(right);
    expect((await running.masterKeys.unwrap(wrapped, 'a vault')).equals(dataKey)).toBe(true);
  });
});
