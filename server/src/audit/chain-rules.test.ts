// The hash of a link, as it was written down once: another would make every chain from before look broken.
import { expect, test } from 'vitest';
import { type ChainedLine, hashOf, noHash } from './chain-rules.ts';

const line: ChainedLine = {
  ...{ id: '01990000-0000-7000-8000-000000000001', vaultId: '01990000-0000-7000-8000-0000000000a1', personId: null },
  ...{ actor: 'executor', actorId: '01990000-0000-7000-8000-0000000000e1', event: 'vault-released' },
  ...{ at: '2026-11-23T09:30:00.000000Z', detail: '{"kind": "recipient-invitation"}' },
};

test('CHAIN-4: the hash of a link is the SHA-256 of its parts, each on a line', () => {
  expect(hashOf(noHash, 1, line)).toBe('e6d16ac4136a27ed3dde7cc650d9bad7befed52f942ba204aefc84f680109e79');
});

test.each<Partial<ChainedLine>>([
  { id: '01990000-0000-7000-8000-000000000002' },
  { vaultId: '01990000-0000-7000-8000-0000000000a2' },
  { personId: '01990000-0000-7000-8000-0000000000b1' },
  { actor: 'owner' },
  { actorId: null },
  { event: 'code-used' },
  { at: '2026-11-23T09:30:00.000001Z' },
  { detail: '{}' },
])('CHAIN-4: a line with another %o has another hash', (change) => {
  expect(hashOf(noHash, 1, { ...line, ...change })).not.toBe(hashOf(noHash, 1, line));
});

test('CHAIN-4: the hash covers the one before it and the number', () => {
  expect(hashOf('a'.repeat(64), 1, line)).not.toBe(hashOf(noHash, 1, line));
  expect(hashOf(noHash, 2, line)).not.toBe(hashOf(noHash, 1, line));
});
