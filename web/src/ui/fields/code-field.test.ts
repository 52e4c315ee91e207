// A code is grouped while it is typed, pasted and corrected, and the caret stays in place.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeLength, findCode, foreignCharacter, groupCode, isSentence } from './code-field.tsx';

const grouped = (typed: string, caret = typed.length, isDeletingForward = false) => {
  const { text, caret: at } = groupCode(typed, caret, isDeletingForward);
  return `${text.slice(0, at)}|${text.slice(at)}`;
};

test.each([
  ['', '|'],
  ['k7qxm', 'K7QXM|'],
  ['K7QXM2', 'K7QXM-2|'],
  ['K7QXM-2vjtr9', 'K7QXM-2VJTR-9|'],
  ['k7qxm 2vjtr 9wdfh 4npzc', 'K7QXM-2VJTR-9WDFH-4NPZC|'],
  ['K7QXM–2VJTR—9WDFH\u20114NPZC', 'K7QXM-2VJTR-9WDFH-4NPZC|'],
  ['Ｋ７ＱＸＭ２', 'K7QXM-2|'],
  ['wrong', 'WRONG|'],
  ['Шk7', 'ШK7|'],
])('%j is shown as %j', (typed, shown) => {
  expect(grouped(typed)).toBe(shown);
});

test.each([
  ['Your access code: K7QXM', true],
  ['CODE:', true],
  ['YOUR ', true],
  ['ENTER-THE ', true],
  ['', false],
  ['  k7qxm 2vjtr \u2013 9wdfh', false],
  ['K7XM-2VJTR', false],
  ['K7QXM-2VJTR-9WDFH-4NPZC ', false],
  ['K7QXM-2VJTR-9WDFH-4NPZCA', false],
  ['K7QXM-2VJTR-9WDFH-4NPZC A', false],
])('%j is the beginning of a sentence: %s', (typed, expected) => {
  expect(isSentence(typed)).toBe(expected);
});

test.each([
  ['a character added within a full group', 'K7QXMA-2VJTR', 6, false, 'K7QXM-A|2VJT-R'],
  ['a character added at the start', 'AK7QXM-2', 1, false, 'A|K7QX-M2'],
  ['the dash removed with Backspace', 'K7QXM2VJTR', 5, false, 'K7QXM|-2VJTR'],
  ['the dash removed with Delete', 'K7QXM2VJTR', 5, true, 'K7QXM-|2VJTR'],
  ['the last character removed with Delete', 'K7QXM', 5, true, 'K7QXM|'],
  ['a character removed within a group', 'K7XM-2VJTR', 2, false, 'K7|XM2-VJTR'],
])('with %s the caret stays at its character', (_, typed, caret, isDeletingForward, shown) => {
  expect(grouped(typed, caret, isDeletingForward)).toBe(shown);
});

test('grouping never changes a significant character of any text, and grouping twice changes nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Za-z \-–.]{0,40}$/), fc.nat(40), (typed, at) => {
      const caret = Math.min(at, typed.length);
      const once = groupCode(typed, caret);
      const bare = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '');
      if (!/[-–]/.test(typed)) expect(bare(once.text)).toBe(bare(typed));
      expect(groupCode(once.text, once.caret)).toEqual(once);
      expect(once.caret).toBeLessThanOrEqual(once.text.length);
    }),
  );
});

test.each([
  ['Your access code:\n\n    K7QXM-2VJTR-9WDFH-4NPZC\n\nWhen Ada has died', 'K7QXM-2VJTR-9WDFH-4NPZC'],
  ['code=K7QXM-2VJTR-9WDFH-4NPZC&number=1', 'K7QXM-2VJTR-9WDFH-4NPZC'],
  ['k7qxm \u2013 2vjtr \u2013 9wdfh \u2013 4npzc', 'k7qxm \u2013 2vjtr \u2013 9wdfh \u2013 4npzc'],
  ['Your access code: NS4HV EAC7A K2M9P QRSTV Keep it safe.', 'NS4HV EAC7A K2M9P QRSTV'],
  ['Their words named NS4HV EAC7A K2M9P QRSTV there', 'NS4HV EAC7A K2M9P QRSTV'],
  ['code ns4hveac7ak2m9pqrstv, keep it', 'ns4hveac7ak2m9pqrstv'],
  ['NS4HV-EAC7A-K2M9P-QRSTV, or the earlier K7QXM-2VJTR-9WDFH-4NPZC', undefined],
  ['NS4HV-EAC7A-K2M9P-QRSTV and once more NS4HV-EAC7A-K2M9P-QRSTV', 'NS4HV-EAC7A-K2M9P-QRSTV'],
  ['their about those which', undefined],
  ['THEIR ABOUT THOSE WHICH', undefined],
  ['', undefined],
])('in the copied text %j the code is %j', (text, code) => {
  expect(findCode(text)).toBe(code);
});

test.each([
  ['k7qxm-2vjtr', undefined, 10],
  ['К7QXM', 'К', 4],
  ['7Q4λ', 'Λ', 3],
  ['٣Q', '٣', 1],
  ['é-Ｋ', undefined, 2],
])('in %j the character of another script is %j, and %i characters count', (typed, foreign, length) => {
  expect(foreignCharacter(typed)).toBe(foreign);
  expect(codeLength(typed)).toBe(length);
});
