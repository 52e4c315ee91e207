// The headers of a download: byte ranges, file names and safe content types.
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachmentHeader, policyFor, rangeOf, servedType } from './download-rules.ts';

test.each([
  ['bytes=0-0', 10, { first: 0, last: 0 }],
  ['bytes=2-5', 10, { first: 2, last: 5 }],
  ['bytes=5-', 10, { first: 5, last: 9 }],
  ['bytes=-3', 10, { first: 7, last: 9 }],
  ['bytes=-30', 10, { first: 0, last: 9 }],
  ['bytes=8-99', 10, { first: 8, last: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=5-2', 10, 'whole'],
  ['bytes=0-1,4-5', 10, 'whole'],
  ['lines=1-2', 10, 'whole'],
  [undefined, 10, 'whole'],
])('the range %s is resolved for %i bytes', (header, size, expected) => {
  expect(rangeOf(header, size)).toEqual(expected);
});

test('a range never exceeds the file, for any header', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(1e9), (text, size) => {
      const range = rangeOf(`bytes=${text}`, size);
      return typeof range === 'string' || (range.first >= 0 && range.first <= range.last && range.last < size);
    }),
  );
});

test('a Unicode name is sent in full, with an ASCII name for old browsers', () => {
  expect(attachmentHeader('Für Élise — 手紙.txt')).toBe(
    `attachment; filename="F_r _lise _ __.txt"; filename*=UTF-8''F%C3%BCr%20%C3%89lise%20%E2%80%94%20%E6%89%8B%E7%B4%99.txt`,
  );
});

test('no name can inject into the header, and each decodes to the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (name) => {
      const header = attachmentHeader(name);
      const encoded = /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''([A-Za-z0-9%._~!-]*)$/.exec(header)?.[1];
      return encoded !== undefined && decodeURIComponent(encoded) === name.toWellFormed().replace(/[/\\]/g, '_');
    }),
  );
});

test.each([
  ['image/png', 'image/png'],
  ['video/webm;codecs="vp9"', 'video/webm'],
  ['text/html', 'application/octet-stream'],
  ['application/xhtml+xml', 'application/octet-stream'],
])('DL-3: %s is served as %s, so that types with scripts become plain bytes', (claimed, served) => {
  expect(servedType(claimed)).toBe(served);
});

test('DL-3: SVG and every other file is served with a policy that lets it run and load nothing', () => {
  expect(servedType('image/svg+xml; charset=utf-8')).toBe('image/svg+xml');
  const allowed = (type: string) => policyFor(type).split('; ');
  const closed = ['sandbox', "default-src 'none'", "frame-ancestors 'none'"];
  expect(allowed('image/png')).toEqual(closed);
  expect(allowed('image/svg+xml')).toEqual([...closed, "style-src 'unsafe-inline'", 'img-src data:', 'font-src data:']);
});
