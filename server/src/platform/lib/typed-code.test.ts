// The codes of executors, recipients and two-factor: their format, and that any spelling is read correctly.
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newTypedCode } from './typed-code.ts';

const newAccessCode = () => newTypedCode(20, 5);

test('a code consists of Crockford base 32 characters in groups', () => {
  for (let i = 0; i < 200; i++) {
    expect(newAccessCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
    expect(newTypedCode(8, 4)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  }
});

test('ten thousand codes are all different, and every character occurs', () => {
  const codes = Array.from({ length: 10_000 }, newAccessCode);
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
});

test('CODE-2: a code is read correctly however it is typed', () => {
  const code = newAccessCode();
  const bare = code.replaceAll('-', '');
  for (const typed of [
    code.toLowerCase(),
    bare,
    ` ${bare.slice(0, 10)} ${bare.slice(10)}\n`,
    ...['–', '—', '\u2011', '\u2212', '\uff0d', '\ufe63', '\u00ad', '\u00a0', '\u200b'].map((dash) =>
      code.replaceAll('-', dash),
    ),
    code.replace(/[0-9A-Z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ]) {
    expect(readTypedCode(typed)).toBe(bare);
  }
  expect(readTypedCode('oOiIlL')).toBe('001111');
  expect(readTypedCode('\u0130\u0131')).toBe('11'); // the I and i of a Turkish keyboard
});

test('reading a code never fails, and reading it twice changes nothing, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => readTypedCode(readTypedCode(text)) === readTypedCode(text)),
    { examples: [['\u1fd2']] }, // its upper case has three characters
  );
});

test('a code is read alike in any mixture of cases, widths, accents and separators', () => {
  const signs = fc.constantFrom(
    '',
    ' ',
    '-',
    '.',
    '/',
    '\t',
    '\u00a0',
    '\u200b',
    '\u2013',
    '\u202e',
    '\u3000',
    '\ufeff',
  );
  const spellings: ((sign: string) => string)[] = [
    (sign) => sign,
    (sign) => sign.toLowerCase(),
    (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0),
    (sign) => `${sign}\u0301`,
  ];
  const character = fc.tuple(
    fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
    fc.constantFrom(...spellings),
    signs,
  );
  fc.assert(
    fc.property(fc.array(character, { maxLength: 24 }), (characters) => {
      const typed = characters.map(([sign, spell, after]) => spell(sign) + after).join('');
      expect(readTypedCode(typed)).toBe(characters.map(([sign]) => sign).join(''));
    }),
  );
});

test('any text is reduced to letters and digits that codes use, and extra signs never make it longer', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (text) => {
      expect(readTypedCode(text)).toMatch(/^[0-9A-HJKMNP-Z]*$/);
      expect(readTypedCode(`-${text} `)).toBe(readTypedCode(text));
    }),
  );
});

test.each([
  [10, 5, [5, 5]],
  [8, 4, [4, 4]],
  [20, 5, [5, 5, 5, 5]],
  [7, 3, [3, 3, 1]],
  [3, 5, [3]],
])('a code of %d characters in groups of %d has groups of %j', (length, groupLength, groups) => {
  expect(
    newTypedCode(length, groupLength)
      .split('-')
      .map((group) => group.length),
  ).toEqual(groups);
});
