// Which new passwords are refused as too easy to guess.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { commonPhrases, commonWords } from './frequent-passwords.ts';
import { passwordFault, passwordTooClose, passwordTooCommon } from './password-rules.ts';

const nobody = {};

test('PWD-1: at least three thousand common passwords of twelve or more characters are refused', () => {
  const digits = Array.from({ length: 10 }, (_, index) => '1234567890'.slice(0, index + 1));
  const years = Array.from({ length: 47 }, (_, index) => String(1980 + index));
  const endings = [...digits, ...years, '@2026', 'forever', 'isgreat'];
  const built = commonWords.flatMap((word) => [word + word, `ilove${word}`, ...endings.map((ending) => word + ending)]);
  const common = new Set([...commonPhrases, ...built].filter((password) => password.length >= 12));
  expect(common.size).toBeGreaterThanOrEqual(3000);
  expect([...common].filter((password) => passwordFault(password, nobody) !== passwordTooCommon)).toEqual([]);
});

test.each([
  'aaaaaaaaaaaa',
  'password1234',
  'Password2025!',
  'P@ssw0rd 1234',
  'My Password 2026',
  'qwertyuiop12',
  '1QAZ2wsx3edc',
  'heron heron heron',
  'Correct Horse Battery Staple',
  '123456789012',
  'Mötley-mötley',
  'ilovejennifer2024',
])('PWD-1: %j is refused', (password) => {
  expect(passwordFault(password, nobody)).toBe(passwordTooCommon);
});

const ada = {
  firstName: 'Ada',
  lastName: 'Lindqvist',
  email: 'ada.harbour+vault@example.com',
  productName: 'Remembrance',
};

test.each([
  'lindqvist by the sea',
  'L1NDQV1ST by the sea',
  'the old harbour wall',
  'my remembrance of you',
  'ada.harbour+vault@example.com',
])('%j contains the name, the address or the product', (password) => {
  expect(passwordFault(password, ada)).toBe(passwordTooClose);
});

test.each([
  'a long enough password',
  'harbour lantern seventeen',
  'a canadian goose in march',
  'Quietly the heron waits',
  'kx7-Lm2q-9Rtz',
  'ночь улица фонарь аптека',
])('%j is accepted', (password) => {
  expect(passwordFault(password, { ...ada, email: 'ada@example.com' })).toBeNull();
});

const lookalikes: Record<string, string> = { a: '@', s: '$', o: '0', i: '1', e: '3', t: '7' };
/** How people dress up a common password. */
const dressedUp = (password: string) =>
  fc
    .array(fc.constantFrom('case', 'signs', 'space', 'digits', 'accents', 'exclamation'), { maxLength: 4 })
    .map((changes) =>
      changes.reduce((text, how) => {
        if (how === 'case') return text.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
        if (how === 'signs') return text.replace(/[asoiet]/g, (letter) => lookalikes[letter] ?? letter);
        if (how === 'space') return text.replace(/(.{5})/gu, '$1 ');
        if (how === 'digits') return `${text}2027`;
        return how === 'accents' ? text.replace(/e/g, 'é') : `${text}!`;
      }, password),
    );

test('PWD-1: a common password stays common in other cases, with accents, spaces, trailing digits and signs for letters', () => {
  const common = fc.constantFrom(...commonPhrases.filter((phrase) => /^[a-z]{12,}$/.test(phrase)));
  fc.assert(
    fc.property(common.chain(dressedUp), (password) => {
      expect(passwordFault(password, nobody)).toBe(passwordTooCommon);
    }),
    { numRuns: 200 },
  );
});

test('a repeated text is refused at any length', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'abcdefghkmz'), minLength: 1, maxLength: 18 }),
      fc.integer({ min: 2, max: 4 }),
      (text, times) => {
        expect(passwordFault(text.repeat(times), nobody)).toBe(passwordTooCommon);
      },
    ),
  );
});

test("the owner's name is found in any case, with signs for letters and between other words", () => {
  const name = fc.constantFrom(
    'lindqvist',
    'LINDQVIST',
    'L1ndqv1st',
    'Lindqvíst',
    'lind qvist',
    'remembrance',
    'R3membr@nce',
  );
  const around = fc.constantFrom('seventeen herons', 'quiet-lantern', 'mauve 44 tulips');
  fc.assert(
    fc.property(around, name, around, (before, own, after) => {
      expect(passwordFault(`${before} ${own} ${after}`, ada)).toBe(passwordTooClose);
    }),
  );
});

test.each([
  [{ firstName: null, lastName: undefined }, 'harbour lantern seventeen'],
  [{ firstName: '', lastName: ' ', email: '' }, 'harbour lantern seventeen'],
  [{ firstName: 'Li', lastName: 'Wu', email: 'li@wu.example' }, 'lightly woven wuthering'],
  [{ email: 'no-at-sign' }, 'harbour lantern seventeen'],
])('no password is refused because of a name in %j that is missing, short or inside another word', (who, password) => {
  expect(passwordFault(password, who)).toBeNull();
});

test('no password causes a fault, whatever it contains', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 72 });
  fc.assert(
    fc.property(text, text, (password, name) => {
      const fault = passwordFault(password, { firstName: name, lastName: name, email: name });
      expect([null, passwordTooCommon, passwordTooClose]).toContain(fault);
    }),
    { numRuns: 200 },
  );
});
