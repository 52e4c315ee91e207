// The names in an archive: every name can be unpacked on every system, and no two files get the same name.
import { anyCharacter } from '@remembrance/contract/testing/any-character.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathPart, uniqueNames } from './path-names.ts';

const names = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('.', ' ', '/', '\\', 'a', 'A', 'é', 'e\u0301', '📝', '\0', '\ud800'),
    maxLength: 300,
  }),
);

test('any name becomes one that every system can write, and that name is stable', () => {
  fc.assert(
    fc.property(names, (name) => {
      const part = pathPart(name);
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200);
      expect(part.replace(/\.[^. ]{1,10}$/u, '').length).toBeLessThanOrEqual(80);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
      expect(part).not.toMatch(/[\u0000-\u001f\u007f<>:"/\\|?*]|^[. ]|[. ]$|^$/);
      expect(part.isWellFormed()).toBe(true);
      expect(pathPart(part)).toBe(part);
    }),
  );
});

test.each([
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['lpt1.tar.gz', '_lpt1.tar.gz'],
  ['constant.txt', 'constant.txt'],
  ['com12', 'com12'],
  ['COM¹.txt', '_COM¹.txt'],
  ['nul .txt', '_nul .txt'],
  ['CONOUT$', '_CONOUT$'],
  [`con${' '.repeat(90)}x`, '_con'],
])('the possible device name %s is written as %s', (name, part) => {
  expect(pathPart(name)).toBe(part);
});

test.each([
  [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(80)}.jpeg`],
  [`${'漢'.repeat(255)}.pdf`, `${'漢'.repeat(65)}.pdf`],
  [`${'😀'.repeat(120)}.mp3`, `${'😀'.repeat(40)}.mp3`],
  [`${'x'.repeat(79)} y`, 'x'.repeat(79)],
])('a long name keeps its extension: %s', (name, part) => {
  expect(pathPart(name)).toBe(part);
});

test('no two files of a vault get the same name on a system that ignores case or accents', () => {
  const few = fc.constantFrom('a.txt', 'A.TXT', 'a (2).txt', 'é.txt', 'e\u0301.txt', 'b', 'B', 'a.b.c');
  fc.assert(
    fc.property(fc.array(few, { maxLength: 8 }), (files) => {
      const unique = uniqueNames(files);
      const seen = new Set(unique.map((name) => name.normalize('NFC').toLowerCase()));
      expect(seen.size).toBe(files.length);
      for (const [index, name] of unique.entries()) {
        const ending = /\.[^.]+$/.exec(files[index] ?? '')?.[0] ?? '';
        expect(name.endsWith(ending)).toBe(true);
      }
    }),
  );
});

test('a name in an archive cannot hide its extension behind marks that change the reading direction', () => {
  expect(pathPart('lake\u202egnp.exe')).toBe('lakegnp.exe');
  expect(pathPart('\u2067שיר\u2069.mp3')).toBe('שיר.mp3');
});
