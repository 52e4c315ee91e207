// What counts as a person's name: any script, but no address, because names appear in letters to others.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentencesFor } from '../testing/read.ts';
import { blankableLine, blankablePersonName, nameHoldsAddress, personName } from './text.ts';

const name = personName('Recipient name is required');

test.each([
  'Ada',
  'J. R. R. Tolkien',
  "Siobhán O'Brien-Łukasz",
  'Nguyễn Thị Minh Khai',
  'محمد بن سلمان',
  'علی\u200cرضا',
  'עדה לב',
  'अनुराधा पाठक',
  '山田 太郎',
  'Dr. Ona Reyes-Lindqvist III',
  'Ada Lindqvist, M.D.',
  'Grandma 🌻',
  'Mary St.',
  'X',
])('%j is a name', (written) => {
  expect(name.parse(` ${written} `)).toBe(written);
  expect(blankablePersonName().parse(written)).toBe(written);
});

test.each([
  'evil.example',
  'Ada (evil.example/a)',
  'https://x',
  'WWW.x',
  'ada@host',
  'ada＠host',
  'evil。com',
  'evil｡com',
  'ｅｖｉｌ．ｃｏｍ',
  'evil․com',
  'evil.𝖼𝗈𝗆',
  'зло.рф',
  'हिन्दी.com',
  'evil.भारत',
  'evil.\u200bcom',
  'evil\u00ad.com',
  'evil.c\u2060om',
  'ev\u202eil.com',
])('%j is an address and not a name, because names appear in letters to others', (written) => {
  expect(sentencesFor(name, written)).toEqual([nameHoldsAddress]);
  expect(sentencesFor(blankablePersonName(), written)).toEqual([nameHoldsAddress]);
});

test('an address is found anywhere in a name, even between invisible characters', () => {
  const hidden = fc.constantFrom('', '\u200b', '\u00ad', '\u200d', '\ufe0f', '\u2066');
  const word = fc.constantFrom('', 'Ada ', 'For ', '(');
  const address = fc
    .constantFrom('evil.com', 'a@b', 'x://y', 'зло.рф')
    .chain((text) =>
      fc
        .array(hidden, { minLength: 9, maxLength: 9 })
        .map((between) => [...text].map((one, at) => one + (between[at] ?? '')).join('')),
    );
  fc.assert(
    fc.property(word, address, word, (before, text, after) => {
      expect(sentencesFor(name, before + text + after)).toContain(nameHoldsAddress);
    }),
  );
});

test('an optional name may be blank, and is trimmed', () => {
  expect(blankablePersonName().parse('  ')).toBe('');
  expect(blankableLine(10).parse(' a ')).toBe('a');
  expect(sentencesFor(blankableLine(10), null)).toEqual(['Please enter text']);
});
