// A wrapped data key opens only with its own master key, for its own vault and unaltered, and is lost with that master key.
import { CompactEncrypt } from 'jose';
import { expect, test } from 'vitest';
import { newKey } from '../../platform/lib/ids.ts';
import { addKey, createMasterKeys, KeyServiceUnavailable, KeyUnavailable, type Ring } from './master-keys.ts';

const first = addKey(null, '2026-11-22');
const keysOf = (ring: Ring) => createMasterKeys(() => ring);

test('a data key is unwrapped unchanged, and only for its own vault', async () => {
  const keys = keysOf(first);
  const dataKey = newKey();
  const wrapped = await keys.wrap(dataKey, 'vault-1');
  expect(wrapped).not.toContain(dataKey.toString('base64url'));
  expect(wrapped.length).toBeLessThanOrEqual(300);
  expect((await keys.unwrap(wrapped, 'vault-1')).equals(dataKey)).toBe(true);
  await expect(keys.unwrap(wrapped, 'vault-2')).rejects.toThrow('another vault');
  expect(await keys.wrap(dataKey, 'vault-1')).not.toBe(wrapped);
});

test('after a rotation the old key still opens its wrapped keys, and the new one wraps', async () => {
  const dataKey = newKey();
  const wrapped = await keysOf(first).wrap(dataKey, 'vault-1');
  const second = addKey(first, '2027-02-20');
  const both = keysOf(second);
  expect((await both.unwrap(wrapped, 'vault-1')).equals(dataKey)).toBe(true);
  const again = await both.wrap(dataKey, 'vault-1');
  expect(both.nameOf(wrapped)).toBe(first.current);
  expect([both.nameOf(again), await both.currentName()]).toEqual([second.current, second.current]);
  expect(second.current).toMatch(/^2027-02-20#[0-9a-f]{16}$/);
});

test('a ring recognises its own texts and keys, and reports when it cannot be read', async () => {
  const keys = keysOf(first);
  expect([keys.isOurs(await keys.wrap(newKey(), 'vault-1')), keys.isOurs('arn:aws:kms text')]).toEqual([true, false]);
  expect([keys.holds(first.current), keys.holds('2027-02-20')]).toEqual([true, false]);
  await keys.probe();
  const missing = createMasterKeys(() => {
    throw new Error('missing');
  });
  await expect(missing.probe()).rejects.toThrow('missing');
  expect(String(new KeyServiceUnavailable('away'))).toBe('KeyServiceUnavailable: away');
});

test('without its master key a data key is lost, whatever else is known', async () => {
  const second = addKey(first, '2027-02-20');
  const wrapped = await keysOf(first).wrap(newKey(), 'vault-1');
  const { [first.current]: _, ...left } = second.keys;
  const lost = { name: 'KeyUnavailable', message: `the master key ${first.current} is not in the ring` };
  const reading = keysOf({ ...second, keys: left }).unwrap(wrapped, 'vault-1');
  await expect(reading).rejects.toThrow(expect.objectContaining(lost));
  await expect(reading).rejects.toBeInstanceOf(KeyUnavailable);
  const replaced = { ...second, keys: { ...left, [first.current]: left[second.current] ?? '' } };
  await expect(keysOf(replaced).unwrap(wrapped, 'vault-1')).rejects.toBeInstanceOf(KeyUnavailable);
});

const altered = expect.objectContaining({
  name: 'KeyUnavailable',
  message: 'it was altered',
  cause: expect.any(Error),
});

test.each([
  { alg: 'A256KW', enc: 'A256GCM' },
  { alg: 'dir', enc: 'A128CBC-HS256' },
])('a key wrapped with another algorithm is refused: %j', async (way) => {
  const key = Buffer.from(first.keys[first.current] ?? '', 'base64url');
  const wrap = (given: { alg: string; enc: string }) =>
    new CompactEncrypt(newKey()).setProtectedHeader({ ...given, kid: first.current, vault: 'vault-1' }).encrypt(key);
  const control = await wrap({ alg: 'dir', enc: 'A256GCM' });
  expect(await keysOf(first).unwrap(control, 'vault-1')).toHaveLength(32);
  await expect(keysOf(first).unwrap(await wrap(way), 'vault-1')).rejects.toThrow(altered);
});

test('a wrapped key that is altered anywhere is refused', async () => {
  const keys = keysOf(first);
  const wrapped = await keys.wrap(newKey(), 'vault-1');
  const parts = wrapped.split('.');
  for (const part of [0, 2, 3, 4]) {
    const text = parts[part] ?? '';
    const changed = text.slice(0, 3) + (text[3] === 'A' ? 'B' : 'A') + text.slice(4);
    await expect(keys.unwrap(parts.with(part, changed).join('.'), 'vault-1'), `part ${part}`).rejects.toThrow(altered);
  }
});
