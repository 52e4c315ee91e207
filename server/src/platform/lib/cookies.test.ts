// A written cookie is read back unchanged, and no value adds an attribute, another cookie or a header line.
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCookie, writeCookie } from './cookies.ts';

const attributes = { maxAgeSeconds: 60, secure: true };
const read = (cookie: string | undefined, name = 'vault_session') => readCookie({ headers: { cookie } }, name);
/** The part of a Set-Cookie line that a browser sends back. */
const sentBack = (line: string) => line.split(';')[0] ?? '';
const wellFormed = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.toWellFormed());

test('a cookie is read back as it was written, whatever its value', () => {
  fc.assert(
    fc.property(wellFormed, (value) => {
      const line = sentBack(writeCookie('vault_session', value, attributes));
      expect(read(`a=1; ${line}; b=2`)).toBe(value);
    }),
    { examples: [['a; Domain=evil.example'], ['\r\nSet-Cookie: b=1'], ['"'], ['%'], ['%00'], ['=']] },
  );
});

test('no value of a cookie adds an attribute, another cookie or a header line', () => {
  fc.assert(
    fc.property(wellFormed, (value) => {
      const line = writeCookie('vault_session', value, attributes);
      expect(line).toMatch(/^vault_session=[^;,\s]*; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    }),
    { examples: [['a; Domain=evil.example'], ['a\r\nSet-Cookie: b=1'], ['a, b=1']] },
  );
});

test('a cookie is hidden from scripts unless it is meant for them, and limited to https if the site uses it', () => {
  const line = (more: object) => writeCookie('hint', '1', { ...attributes, ...more });
  expect(line({ scripts: true })).not.toContain('HttpOnly');
  expect(line({ secure: false })).not.toContain('Secure');
  expect(line({ sameSite: 'strict' })).toContain('SameSite=Strict');
  expect(line({ maxAgeSeconds: 0 })).toContain('Max-Age=0');
});

test('any Cookie header is read without a fault, and another name finds nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (header) => {
      const found = read(header);
      if (!header.includes('vault_session')) expect(found).toBeNull();
    }),
    { examples: [['vault_session'], ['vault_session=%'], [';;=;'], ['__proto__=1']] },
  );
  for (const name of ['__proto__', 'constructor', 'toString']) expect(read('a=1', name)).toBeNull();
  expect(read(undefined)).toBeNull();
});

test('the first of two cookies with one name counts, because browsers send the more specific one first', () => {
  expect(read('vault_session=own; vault_session=planted')).toBe('own');
  expect(read('other_vault_session=planted; vault_session=own')).toBe('own');
});
