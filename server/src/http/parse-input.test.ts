// Input is parsed by the contract: unknown fields are refused by name, the first message is shown, and values that the database
// cannot store are refused.
import { endpoint } from '@remembrance/contract/endpoint.ts';
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Refusal } from '../platform/lib/refusal.ts';
import { parseInput } from './parse-input.ts';

const call = endpoint({
  method: 'POST',
  path: '/api/things/:id',
  summary: 'A call',
  access: 'anyone',
  isRepeatable: true,
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ from: z.optional(z.string('Please enter a text')) }),
  body: z.strictObject({
    title: z.string('Please enter a title').check(z.maxLength(5, 'Too long'), z.lowercase('No capitals')),
    note: z.optional(z.nullable(z.string())),
    pages: z.optional(z.number()),
    tags: z.optional(z.array(z.strictObject({ name: z.string('Please name it') }))),
  }),
});
interface Sent {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  headers?: Record<string, unknown>;
}
const parse = (sent: Sent) => parseInput(call, { params: { id: '1' }, query: {}, headers: {}, ...sent } as never);
function refusalOf(sent: Sent): Refusal['extras'] & { code: string } {
  try {
    parse(sent);
  } catch (error) {
    const { code, extras } = error as Refusal;
    return { code, ...extras };
  }
  throw new Error('it was not refused');
}
const body = { title: 'rosa' };

test('each field gets its own message, the first is the detail, and list items are named by their index', () => {
  expect(parse({ body })).toMatchObject({ params: { id: '1' }, body, repeatKey: null });
  expect(refusalOf({ body: { title: 7, tags: [{ name: 'a' }, { name: 1 }] } })).toEqual({
    code: 'invalid-input',
    detail: 'Please enter a title',
    fields: { title: 'Please enter a title', 'tags.1.name': 'Please name it' },
  });
  expect(refusalOf({ body: { title: 'ROSA LEE' } })).toMatchObject({
    detail: 'Too long',
    fields: { title: 'Too long' },
  });
  expect(refusalOf({ body, query: { from: ['a', 'b'] } }).fields).toEqual({ from: 'Please enter a text' });
});

test.each([undefined, null, [], 'title=Rosa', 7, true])('a body of %j is refused and causes no fault', (sent) => {
  expect(refusalOf({ body: sent })).toMatchObject({ code: 'invalid-input', detail: expect.stringMatching(/./) });
});

test.each([undefined, null])('a body of %j counts as missing, and only a call without a body accepts that', (sent) => {
  expect(refusalOf({ body: sent })).toEqual({ code: 'invalid-input', detail: 'The request body is missing.' });
  const without = endpoint({ method: 'POST', path: '/api/x', summary: 'A call', access: 'anyone' });
  expect(parseInput(without, { params: {}, query: {}, body: sent } as never).body).toEqual({});
});

test('an unknown field is named, truncated to fifty characters, whatever its name', () => {
  expect(refusalOf({ body: { ...body, isAdmin: true, isOwner: true } })).toEqual({
    code: 'invalid-input',
    detail: 'The field "isAdmin" is unknown.',
    fields: { isAdmin: 'The field "isAdmin" is unknown.' },
  });
  const names = fc.oneof(
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 80 }),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x'.repeat(500)),
  );
  fc.assert(
    fc.property(
      names.filter((name) => !['title', 'note', 'pages', 'tags'].includes(name)),
      (name) => {
        const sent = JSON.parse(`{"title":"rosa",${JSON.stringify(name)}:1}`);
        const { code, detail = '', fields = {} } = refusalOf({ body: sent });
        expect(code).toBe('invalid-input');
        expect(detail).toBe(`The field "${name.slice(0, 50)}" is unknown.`);
        expect(Object.keys(fields)).toEqual([name.slice(0, 50)]);
        expect({}).not.toHaveProperty('isAdmin');
      },
    ),
  );
});

test('a NUL anywhere is refused at its field, because the database cannot store one', () => {
  const sentence = 'Character 2 (U+0000) cannot be used. Please remove it';
  const first = sentence.replace('2', '1');
  expect(refusalOf({ body: { title: 'a\0b' } })).toMatchObject({ detail: sentence, fields: { title: sentence } });
  expect(refusalOf({ body: { ...body, tags: [{ name: 'a' }, { name: '\0' }] } }).fields).toEqual({ tags: first });
  const whole = { ...body, note: null, pages: 7 };
  expect(parse({ body: whole }).body).toEqual(whole);
  expect(refusalOf({ body, params: { id: '\0' } }).fields).toEqual({ id: first });
  expect(refusalOf({ body, query: { from: '\0' } }).fields).toEqual({ from: first });
});

test.each([
  ['a-key-of-sixteen', 'a-key-of-sixteen'],
  ['"a-key-of-sixteen"', 'a-key-of-sixteen'],
  ['k'.repeat(64), 'k'.repeat(64)],
])('the Idempotency-Key %s is read as %s', (given, key) => {
  expect(parse({ body, headers: { 'idempotency-key': given } }).repeatKey).toBe(key);
});

test.each([
  '',
  'short',
  'k'.repeat(65),
  '"a-key-of-sixteen',
  'a key of sixteen!',
  'a-key-of-sixteen, another-of-those',
])('the Idempotency-Key "%s" is refused', (given) => {
  expect(refusalOf({ body, headers: { 'idempotency-key': given } })).toMatchObject({
    code: 'invalid-input',
    detail: 'The Idempotency-Key is not valid.',
  });
});

test('bytes and signed text are not parsed, and a signed call without a body is an empty text', () => {
  const base = { method: 'POST', path: '/api/x', summary: 'A call', access: 'anyone' } as const;
  const request = (sent: unknown) => ({ params: {}, query: {}, headers: {}, body: sent }) as never;
  const bytes = endpoint({ ...base, bodyKind: 'bytes' });
  const signed = endpoint({ ...base, bodyKind: 'signed-text' });
  expect(parseInput(bytes, request('whatever')).body).toBeUndefined();
  expect(parseInput(signed, request('{"a": 1}')).body).toBe('{"a": 1}');
  expect([undefined, null, { a: 1 }].map((sent) => parseInput(signed, request(sent)).body)).toEqual(['', '', '']);
});
