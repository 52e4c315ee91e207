// The signed text of a checkpoint, compared with a fixed copy: people keep checkpoints, so its format never changes.
import { expect, test } from 'vitest';
import { keysFrom } from '../../records/journal/journal-keys.ts';
import { isOurs, parseCheckpoint, signCheckpoint, textOf } from './checkpoint-rules.ts';

const facts = { position: 1234, digest: 'a'.repeat(64), vaults: 12, at: '2026-11-23T00:10:00.000Z' };
const keys = keysFrom(Buffer.alloc(32, 7));
const publicKey = 'MCowBQYDK2VwAyEAF7c7TIKDunm+p0YcLKM+apKh02xU3zuPe5MFnyBx/Q0=';

test('CHAIN-12: the text and its signature by a known key are the same in every version', () => {
  const text = `Remembrance checkpoint\nposition: 1234\ndigest: ${facts.digest}\nvaults: 12\ndate: 2026-11-23T00:10:00.000Z\npublic key: ${publicKey}\n`;
  expect(textOf({ ...facts, publicKey })).toBe(text);
  expect(signCheckpoint(keys, facts)).toEqual({
    ...facts,
    publicKey,
    signature: 'oo2ebcJKiA0BsbgxE45etP2f4Z+xgL94gnOPM5LGx5g4t4ebA+JY2WOjKc1ss98jEJ1QNqMxs1ejAkzwrr2rAg==',
  });
});

test.each([
  { position: 1235 },
  { digest: 'b'.repeat(64) },
  { vaults: 11 },
  { at: '2026-11-23T00:10:01.000Z' },
  { signature: '' },
  { publicKey: 'none' },
])('CHAIN-12: the signature does not cover a checkpoint changed to %o', (change) => {
  const signed = signCheckpoint(keys, facts);
  expect(isOurs(keys, signed)).toBe(true);
  expect(isOurs(keys, { ...signed, ...change })).toBe(false);
});

test.each([
  null,
  {},
  { position: '1' },
  { ...facts, publicKey, signature: 1 },
  { ...facts, at: 'soon', publicKey, signature: '' },
])('the act %o is not a checkpoint', (detail) => expect(parseCheckpoint(detail)).toBeNull());
