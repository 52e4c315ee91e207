// The defaults of a call's definition, and the format of an idempotency key.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sentencesFor } from '../testing/read.ts';
import { endpoint, idempotencyKey } from './endpoint.ts';

const plain = { method: 'POST', path: '/api/x', summary: 'X.', access: 'owner' } as const;

test('a call has no body, no reply, no proof and the common limit by default', () => {
  const call = endpoint(plain);
  expect(call).toMatchObject({
    bodyKind: 'none',
    replyKind: 'nothing',
    proof: 'none',
    isRepeatable: false,
    refusals: [],
  });
  expect(call.limit).toEqual({ tries: 600, seconds: 60 });
  for (const place of ['params', 'query', 'body'] as const) {
    expect(sentencesFor(call[place], {})).toEqual([]);
    expect(sentencesFor(call[place], { anything: 1 })).not.toEqual([]);
  }
});

test('a body or reply with a schema is JSON, and a call that needs a proof lists that refusal first', () => {
  const schema = z.strictObject({ a: z.string() });
  const call = endpoint({ ...plain, body: schema, reply: schema, proof: 'sometimes', refusals: ['vault-not-found'] });
  expect(call).toMatchObject({ bodyKind: 'json', replyKind: 'json', refusals: ['proof-needed', 'vault-not-found'] });
  expect(endpoint({ ...plain, bodyKind: 'bytes', replyKind: 'page' })).toMatchObject({
    bodyKind: 'bytes',
    replyKind: 'page',
  });
});

test.each(['0123456789abcdef', 'x'.repeat(64), `"${'a_-9'.repeat(16)}"`, crypto.randomUUID()])(
  '%j is an idempotency key',
  (key) => expect(idempotencyKey.parse(key)).toBe(key),
);

test.each([
  '',
  'short',
  'x'.repeat(15),
  'x'.repeat(65),
  `"${'x'.repeat(65)}"`,
  `"${'x'.repeat(20)}`,
  `${'x'.repeat(20)}\n`,
  'key with spaces 123',
  'ключ'.repeat(5),
])('%j is not an idempotency key', (key) =>
  expect(sentencesFor(idempotencyKey, key)).toEqual(['The Idempotency-Key is not valid.']),
);

test('every key of letters, digits, dashes and underscores is accepted, with and without quotation marks', () => {
  const key = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 16, maxLength: 64 });
  fc.assert(
    fc.property(key, (text) => {
      expect(idempotencyKey.safeParse(text).success).toBe(true);
      expect(idempotencyKey.safeParse(`"${text}"`).success).toBe(true);
    }),
  );
});
