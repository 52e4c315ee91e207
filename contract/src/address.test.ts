// How the pages and the service interpret a typed or pasted address.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { sentencesFor } from '../testing/read.ts';
import { plainAddress, readAddress } from './address.ts';
import { blankableEmail, email } from './text.ts';

const invalid = 'Valid email is required';
const address = email(invalid);

test.each([
  'Anna Berg <anna@example.org>',
  '"Berg, Anna" <anna@example.org>',
  'anna@example.org <anna@example.org>',
  '<anna@example.org>',
  'Anna Berg <anna@example.org>,',
  'Anna Berg <mailto:anna@example.org>',
  'mailto:anna@example.org',
  'MAILTO:anna@example.org?subject=Your%20letter',
  'anna@example.org.',
  '“anna@example.org”',
  '„anna@example.org“',
  "'anna@example.org'",
  '(anna@example.org)',
  '(“anna@example.org”.)',
  'anna@example.org (Anna, at home)',
  'mailto:anna%40example.org',
  'anna@example.org,',
  'anna@example.org ;',
  'ａｎｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ',
  'anna＠example。org',
  '　anna@example｡org　',
])('%j is parsed as an address', (typed) => {
  expect(address.parse(typed)).toBe('anna@example.org');
  expect(blankableEmail(invalid).parse(typed)).toBe('anna@example.org');
});

test('a domain in other scripts is written in its ASCII form, as some browsers do themselves', () => {
  expect(address.parse('anna@Müller-Söhne.example')).toBe('anna@xn--mller-shne-kcb9d.example');
  expect(plainAddress('anna@müller.example.')).toBe('anna@müller.example');
});

test('the encoded characters of a mailto link are decoded', () => {
  expect(address.parse('mailto:anna%2Bx@example.org')).toBe('anna+x@example.org');
  expect(sentencesFor(address, 'mailto:anna%0D%0ABcc:eve@example.com')).toEqual([invalid]);
});

test.each([
  'Eve <eve@example.com> <ada@example.com>',
  'ada@example.com <eve@example.com>',
  'ada@example.com, eve@example.com',
  'ada@example.com; eve@example.com.',
  'ada@example.com;eve@example.com',
  'ada@example.com/eve@example.com',
  'ada@example.com eve@example.com',
  'Ada <ada@example.com>, Eve <eve@example.com>',
  '“ada@example.com” (eve@example.com)',
  'mailto:ada@example.com,eve@example.com?subject=Hello',
])('%j is refused as more than one address', (typed) => {
  const sentence = 'Please enter one address only';
  expect(sentencesFor(address, typed)).toEqual([sentence]);
  expect(sentencesFor(blankableEmail(invalid), typed)).toEqual([sentence]);
});

test.each([
  'Ada\r\nBcc: <eve@example.com>',
  'Anna Berg anna@example.org',
  'ada@example.com, ADA@example.com',
  'ada@eve@example.com',
  'anna@example.org>',
  'mailto:',
  '<>',
  'ada@１２７．１',
])('%j is not guessed', (typed) => {
  expect(sentencesFor(address, typed)).toEqual([invalid]);
});

test.each([
  ['jörg@', 'ö'],
  ['jörg@example.com', 'ö'],
  ['jo\u0308rg@example.com', 'ö'],
  ['Jörg <jörg@example.com>', 'ö'],
  ['аda@example.com', 'а'],
  ['田中@example.jp', '田'],
])('%s is refused, and the refusal names the character before the @ that few mail servers accept', (typed, letter) => {
  const sentence = `We cannot write to an address with “${letter}” before the @. Please use another address`;
  expect(sentencesFor(address, typed)).toEqual([sentence]);
  expect(sentencesFor(blankableEmail(invalid), typed)).toEqual([sentence]);
});

test('a display name next to an address may use any script', () => {
  expect(address.parse('Jörg Müller <joerg@example.com>')).toBe('joerg@example.com');
});

test('parsing a parsed address changes nothing, and a very long text is not processed', () => {
  const pieces = fc.constantFrom('ada', '@', 'example.com', '<', '>', 'mailto:', '.', ' ', 'ü', '＠', '?');
  const typed = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.string({ unit: anyCharacter, maxLength: 20 }).map((text) => `ada@${text}.example`),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const { success, data } = address.safeParse(text);
      if (success) expect(readAddress(data)).toBe(data);
    }),
    { numRuns: 500 },
  );
  const long = `${' '.repeat(1000)}ada@example.com`;
  expect(readAddress(long)).toBe(long);
});
