// One test suite for every adapter of the master keys: the key file, AWS KMS and a transit engine. The services are stand-ins. If
// KMS_TEST_ENDPOINT is the address of a KMS-compatible server (moto, for example), the suite also runs against it, and
// if TRANSIT_TEST_URL, TRANSIT_TEST_KEY and TRANSIT_TEST_TOKEN name a transit engine, against that.
import { afterAll, describe, expect, test } from 'vitest';
import { createKmsKey, kmsCredentials, openKmsServer } from '../../../testing/kms-server.ts';
import { openTransitServer } from '../../../testing/transit-server.ts';
import { newKey } from '../../platform/lib/ids.ts';
import { createKmsKeys } from './kms-keys.ts';
import {
  addKey,
  createMasterKeys,
  joinMasterKeys,
  KeyServiceUnavailable,
  KeyUnavailable,
  type MasterKeys,
} from './master-keys.ts';
import { createTransitKeys } from './transit-keys.ts';

const { KMS_TEST_ENDPOINT, TRANSIT_TEST_URL, TRANSIT_TEST_KEY = '', TRANSIT_TEST_TOKEN = '' } = process.env;
const vault = '01990000-0000-7000-8000-00000000000a';
const other = '01990000-0000-7000-8000-00000000000b';

interface Rings {
  /** Has one master key. */
  first: MasterKeys;
  /** Has a second one, which wraps. */
  rotated: MasterKeys;
  /** Has only the second one. */
  without: MasterKeys;
}

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

describe('the key file', () => keepsDataKeys(openFile));
describe('AWS KMS (a stand-in)', () => keepsDataKeys(openKms));
describe('a transit engine (a stand-in)', () => keepsDataKeys(openTransit));
// A process that has only one of the two places: the other one's keys are not lost.
describe('an installation moved from the key file to AWS KMS', () => keepsDataKeys(openMoved, KeyServiceUnavailable));
if (KMS_TEST_ENDPOINT) describe('a KMS-compatible server', () => keepsDataKeys(() => kmsAt(KMS_TEST_ENDPOINT)));

async function openFile(): Promise<Rings> {
  const one = addKey(null, '2026-11-22');
  const both = addKey(one, '2027-02-20');
  const { [one.current]: _, ...left } = both.keys;
  const keysOf = (ring: typeof one) => createMasterKeys(() => ring);
  return { first: keysOf(one), rotated: keysOf(both), without: keysOf({ ...both, keys: left }) };
}

async function openKms(): Promise<Rings> {
  const server = await openKmsServer();
  closing.push(server.close);
  return kmsAt(server.address);
}

async function kmsAt(endpoint: string): Promise<Rings> {
  const [one, two] = [await createKmsKey(endpoint), await createKmsKey(endpoint, 'us-east-1')];
  const keysOf = (...keys: string[]) => createKmsKeys({ keys, endpoint, credentials: kmsCredentials });
  return { first: keysOf(one), rotated: keysOf(two, one), without: keysOf(two) };
}

async function openTransit(): Promise<Rings> {
  const server = await openTransitServer(['vaults', 'vaults-2']);
  closing.push(server.close);
  const keysOf = (...keys: string[]) => createTransitKeys({ ...server, keys });
  return { first: keysOf('vaults'), rotated: keysOf('vaults-2', 'vaults'), without: keysOf('vaults-2') };
}

async function openMoved(): Promise<Rings> {
  const [file, kms] = [await openFile(), await openKms()];
  return {
    first: joinMasterKeys(file.first, []),
    rotated: joinMasterKeys(kms.first, [file.first]),
    without: joinMasterKeys(kms.first, []),
  };
}

function keepsDataKeys(open: () => Promise<Rings>, withoutKey: new () => Error = KeyUnavailable): void {
  test('a data key is unwrapped unchanged, and only for its own vault', async () => {
    const { first } = await open();
    const dataKey = newKey();
    const wrapped = await first.wrap(dataKey, vault);
    for (const form of ['base64', 'base64url', 'hex'] as const) expect(wrapped).not.toContain(dataKey.toString(form));
    expect(wrapped.length).toBeLessThanOrEqual(400);
    expect(first.isOurs(wrapped)).toBe(true);
    expect((await first.unwrap(wrapped, vault)).equals(dataKey)).toBe(true);
    await expect(first.unwrap(wrapped, other)).rejects.toThrow(KeyUnavailable);
    expect(await first.wrap(dataKey, vault)).not.toBe(wrapped);
    await first.probe();
  });

  test('after a rotation the old key still opens its wrapped keys, and the new one wraps', async () => {
    const { first, rotated } = await open();
    const dataKey = newKey();
    const wrapped = await first.wrap(dataKey, vault);
    expect((await rotated.unwrap(wrapped, vault)).equals(dataKey)).toBe(true);
    const again = await rotated.wrap(dataKey, vault);
    expect(rotated.nameOf(wrapped)).toBe(await first.currentName());
    expect(rotated.nameOf(again)).toBe(await rotated.currentName());
    expect(rotated.nameOf(again)).not.toBe(rotated.nameOf(wrapped));
    for (const name of [rotated.nameOf(again), rotated.nameOf(wrapped)]) {
      expect(name.length).toBeLessThanOrEqual(100);
      expect(rotated.holds(name)).toBe(true);
    }
    expect(first.holds(rotated.nameOf(again))).toBe(false);
    await rotated.probe();
  });

  test('without its master key a data key does not open', async () => {
    const { first, without } = await open();
    const wrapped = await first.wrap(newKey(), vault);
    expect(without.holds(await first.currentName())).toBe(false);
    await expect(without.unwrap(wrapped, vault)).rejects.toThrow(withoutKey);
  });

  test('a truncated or altered wrapped key is refused', async () => {
    const { first } = await open();
    const wrapped = await first.wrap(newKey(), vault);
    const middle = Math.floor(wrapped.length * 0.8);
    const changed = wrapped[middle] === 'A' ? 'B' : 'A';
    const altered = [
      `${wrapped.slice(0, middle)}${changed}${wrapped.slice(middle + 1)}`,
      ...[wrapped.slice(0, middle), wrapped.slice(0, 9), wrapped.slice(9), `${wrapped} x`, 'torn', ''],
    ];
    for (const text of altered) await expect(first.unwrap(text, vault), text).rejects.toThrow(KeyUnavailable);
  });
}

if (TRANSIT_TEST_URL)
  test('a configured transit engine unwraps a data key unchanged, and only for its own vault', async () => {
    const keys = createTransitKeys({
      url: TRANSIT_TEST_URL,
      keys: [TRANSIT_TEST_KEY],
      token: TRANSIT_TEST_TOKEN,
    });
    const dataKey = newKey();
    const wrapped = await keys.wrap(dataKey, vault);
    expect((await keys.unwrap(wrapped, vault)).equals(dataKey)).toBe(true);
    await expect(keys.unwrap(wrapped, other)).rejects.toThrow(KeyUnavailable);
    await expect(keys.unwrap(`${wrapped.slice(0, -8)}AAAAAAAA`, vault)).rejects.toThrow(KeyUnavailable);
  });
