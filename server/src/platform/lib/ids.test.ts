// Identifiers sort by time, and secrets have the length and alphabet that their readers expect.
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isId,
  isPurchaseId,
  newId,
  newLinkToken,
  newMasterSecret,
  newRequestId,
  newSalt,
  newSessionToken,
} from './ids.ts';

/** Milliseconds that a UUIDv7 can hold, until the year 9999. */
const instants = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }).map((at) => new Date(at));

test('a later id sorts after an earlier one, and an id contains its time', () => {
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      const [first, second] = [newId(one), newId(other)];
      if (one < other) expect(first < second).toBe(true);
      expect(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)).toBe(one.getTime());
      expect(isId(first) && isPurchaseId(second)).toBe(true);
    }),
  );
});

test('ids of the same millisecond differ', () => {
  const now = new Date();
  expect(new Set(Array.from({ length: 5000 }, () => newId(now))).size).toBe(5000);
});

test('only a UUID is an id, so that no other text reaches a query', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => !isId(text)));
  const id = newId(new Date());
  for (const near of [
    `${id} `,
    ` ${id}`,
    `{${id}}`,
    id.slice(1),
    `${id}\n`,
    id.replace('-', ''),
    `${id}'--`,
    id.toUpperCase(),
    '',
  ]) {
    expect(isId(near), JSON.stringify(near)).toBe(false);
  }
});

test.each([
  ['a session token', newSessionToken, /^[0-9a-f]{32}$/],
  ['a link token', newLinkToken, /^[\w-]{43}$/],
  ['a master secret', newMasterSecret, /^[\w-]{43}$/],
  ['a request id', newRequestId, /^[0-9a-f-]{36}$/],
  ['a salt', () => newSalt(12).toString('hex'), /^[0-9a-f]{24}$/],
] as const)('%s is new each time and has its length', (_, make, form) => {
  const made = Array.from({ length: 2000 }, make);
  expect(new Set(made).size).toBe(made.length);
  for (const one of made) expect(one).toMatch(form);
});
