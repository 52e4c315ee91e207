// Redirects after sign-in lead only to pages of this site, even for hostile URLs.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { sitePath, withNext } from './site-path.ts';

const here = 'https://remembrance.example';
const pieces = [
  '/',
  '\\',
  '//',
  'evil.example',
  '@',
  ':',
  'https:',
  'javascript:',
  '%2f',
  '%5C',
  '%09',
  '%00',
  '%2e',
  '.',
  '..',
  '?',
  '#',
  '&',
  '\t',
  '\n',
  '\r',
  '\0',
  ' ',
  '\u2028',
  '。',
  '／',
  'api',
  'logout',
  'vault',
  '%61',
  '%25',
  '%',
  '\ud800',
];
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((parts) => `/${parts.join('')}`),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.webUrl(),
  fc.webUrl().map((url) => `/${url}`),
);

test('a person is only ever sent to a page of this site, whatever the request contains', { tags: 'long' }, () => {
  fc.assert(
    fc.property(hostile, (next) => {
      const path = sitePath(next);
      expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
      const resolved = new URL(path, here);
      expect(resolved.origin).toBe(here);
      expect(decodeURIComponent(resolved.pathname)).not.toMatch(/^\/api(\/|$)/i);
      expect(sitePath(path)).toBe(path);
      // Even if it is decoded once more.
      expect(new URL(decodedOnce(path), here).origin).toBe(here);
      const page = new URL(withNext('/sign-in?verified=1', next), here);
      expect(page.pathname).toBe('/sign-in');
      expect(sitePath(page.searchParams.get('next') ?? undefined)).toBe(path);
    }),
    { numRuns: 5000 },
  );
});

function decodedOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/%2e//evil.example',
  '/x/..//evil.example',
  '/%2fevil.example',
  '/%5Cevil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'vault',
  '',
  '/api/logout',
  '/API/logout',
  '/%61pi/logout',
  '/x/../api/logout',
  '/%',
])('%j leads to the front page', (next) => expect(sitePath(next)).toBe('/'));

test.each([
  ['/create-vault?plan=premium_one_time', '/create-vault?plan=premium_one_time'],
  ['/vault/0198?x=1#files', '/vault/0198?x=1#files'],
  ['/pricing?from=https://evil.example//', '/pricing?from=https://evil.example//'],
  ['/executor-access?title=Für Ada & Max', '/executor-access?title=F%C3%BCr%20Ada%20&%20Max'],
  ['/apiary', '/apiary'],
  [undefined, '/'],
  [null, '/'],
])('%j leads to %j', (next, path) => expect(sitePath(next)).toBe(path));

test('a path that sign-in calls would refuse as too long leads to the front page', () => {
  const longest = `/${'x'.repeat(1999)}`;
  expect(sitePath(longest)).toBe(longest);
  expect(sitePath(`${longest}x`)).toBe('/');
  expect(sitePath(`/${'é'.repeat(334)}`)).toBe('/'); // each has six characters once encoded
  expect(sitePath(`/${'é'.repeat(333)}`)).toBe(`/${'%C3%A9'.repeat(333)}`);
});

test('a page is added as the destination, and the front page is omitted', () => {
  expect(withNext('/sign-in', '/vault/1?a=b&c')).toBe('/sign-in?next=%2Fvault%2F1%3Fa%3Db%26c');
  expect(withNext('/sign-in?verified=1', '/vault/1')).toBe('/sign-in?verified=1&next=%2Fvault%2F1');
  expect(withNext('/sign-in', '//evil.example')).toBe('/sign-in');
});
