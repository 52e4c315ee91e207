// What a checkpoint signs, as it was written down once: people keep it, so its form never changes.
import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRoot, isSigned, signCheckpoint, textOf } from './checkpoint-rules.ts';

const facts = { number: 3, at: new Date('2026-11-23T00:10:00Z'), vaults: 12, root: 'a'.repeat(64) };
/** Of the bytes 0 to 31. */
const key = createPrivateKey({
  key: Buffer.from(
    '302e020100300506032b657004220420000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    'hex',
  ),
  format: 'der',
  type: 'pkcs8',
});

test('CHAIN-12: the text and its signature by a known key are those of every version', () => {
  const text = `Remembrance checkpoint\nnumber: 3\nat: 2026-11-23T00:10:00.000Z\nvaults: 12\nroot: ${facts.root}\n`;
  expect(textOf(facts)).toBe(text);
  expect(signCheckpoint(key, facts)).toEqual({
    ...facts,
    publicKey: 'MCowBQYDK2VwAyEAA6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=',
    signature: 'fQW+iv0WSEhcP1YXWqnZOeBCBJuoYCjSoSX5cgdQL21p2T/Kex8OhIao2iU9AIWIkJ4z9ScjFI1l+R0fcFcqCQ==',
  });
});

test.each([
  { number: 4 },
  { at: new Date('2026-11-23T00:10:01Z') },
  { vaults: 11 },
  { root: 'b'.repeat(64) },
  { signature: '' },
  { publicKey: 'none' },
])('CHAIN-12: a checkpoint that was changed to %o is not signed', (change) => {
  const signed = signCheckpoint(key, facts);
  expect(isSigned(signed)).toBe(true);
  expect(isSigned({ ...signed, ...change })).toBe(false);
});

test('CHAIN-14: a root covers the one before and every head, in their order', () => {
  const heads = [1, 2].map((number) => ({ vaultId: `vault-${number}`, number, hash: `${number}`.repeat(64) }));
  const rootOf = (before: string, listed = heads) => {
    const root = createRoot(before);
    for (const head of listed) root.add(head);
    return root.hex();
  };
  const roots = [rootOf(''), rootOf('a'), rootOf('', heads.toReversed()), rootOf('', heads.slice(1)), rootOf('', [])];
  expect(new Set(roots).size).toBe(5);
  expect(rootOf('')).toBe(rootOf(''));
});
