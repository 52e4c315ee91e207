// What the text fields accept: lines, names, messages and passwords, at their limits and with hostile and unusual characters.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { sentencesFor } from '../testing/read.ts';
import { lengths } from './limits.ts';
import {
  blankableLine,
  blankablePersonName,
  blankableProse,
  line,
  nameHoldsAddress,
  newPassword,
  personName,
  prose,
} from './text.ts';

const missing = 'Title is required';
const unusable = (place: number, name: string) => `Character ${place} (${name}) cannot be used. Please remove it`;
const title = line(lengths.title, missing);
const message = prose(lengths.message, 'Message is required');
const name = personName('Recipient name is required');

const invisible = {
  nothing: '',
  spaces: '   ',
  'tabs and line ends': '\t\r\n',
  'a no-break space': '\u00a0',
  'an ideographic space': '\u3000',
  'a byte order mark': '\ufeff',
  'a zero-width space': '\u200b',
  'a soft hyphen': '\u00ad',
  joiners: '\u200c\u200d\u2060',
  'direction marks': '\u200e\u200f\u202e',
  'a Hangul filler': '\u3164\u115f',
  'a variation selector': '\ufe0f',
  'an empty Braille cell': '\u2800',
};

describe('an invisible text counts as blank in a required field', () => {
  test.each(Object.entries(invisible))('%s', (_, text) => {
    expect(sentencesFor(title, text)).toContain(missing);
    expect(sentencesFor(message, text)[0]).toBe('Message is required');
    expect(sentencesFor(name, text)[0]).toBe('Recipient name is required');
  });
});

test.each([undefined, null, 7, true, [], {}])('%j instead of a text counts as blank', (value) => {
  expect(sentencesFor(title, value)).toEqual([missing]);
  expect(sentencesFor(message, value)).toEqual(['Message is required']);
});

test.each(['Ona', 'שלום', '\u200fשלום\u200f', 'محمد', '漢', '👩‍👩‍👧‍👦', '❤️', '7', '?', 'e\u0301'])(
  '%s is a text and does not change',
  (text) => {
    expect(title.parse(` ${text} `)).toBe(text);
    expect(message.parse(text)).toBe(text);
  },
);

test('a line may be as long as its limit, counted after trimming, and one character more is refused', () => {
  expect(title.parse(`  ${'x'.repeat(255)}  `)).toBe('x'.repeat(255));
  expect(sentencesFor(title, 'x'.repeat(256))).toEqual(['Please use at most 255 characters']);
  expect(sentencesFor(blankableLine(500), 'x'.repeat(501))).toEqual(['Please use at most 500 characters']);
  expect(sentencesFor(blankableLine(500), 'x'.repeat(500))).toEqual([]);
});

test('a message may be as long as its limit, and its spaces count', () => {
  expect(sentencesFor(message, 'x'.repeat(100_000))).toEqual([]);
  expect(sentencesFor(message, `${'x'.repeat(100_000)} `)).toEqual(['Please use at most 100,000 characters']);
  expect(sentencesFor(blankableProse(100_000), 'x'.repeat(100_001))).toEqual(['Please use at most 100,000 characters']);
});

test.each([
  ['an emoji', '😀'],
  ['a letter outside the first plane', '𠮷'],
  ['an accent typed on its own', '\u0301'],
  ['a letter of a right-to-left script', 'ש'],
])('%s counts as one character', (_, character) => {
  expect(sentencesFor(title, `a${character.repeat(254)}`)).toEqual([]);
  expect(sentencesFor(title, `a${character.repeat(255)}`)).toEqual(['Please use at most 255 characters']);
});

test.each([
  ['\0', 'U+0000'],
  ['\u0007', 'U+0007'],
  ['\t', 'a tab'],
  ['\n', 'a line end'],
  ['\r\nBcc: everyone', 'a line end'],
  ['\u001b[2J', 'U+001B'],
  ['\u007f', 'U+007F'],
  ['\u0085', 'a line end'],
  ['\u009b', 'U+009B'],
  ['\u2028', 'a line end'],
  ['\u2029', 'a line end'],
  ['\ud83d', 'U+D83D'],
  ['\ude00', 'U+DE00'],
])('a line that contains %j is refused, with the name and the position of the character', (hostile, named) => {
  for (const schema of [title, name, blankableLine(255), blankablePersonName()])
    expect(sentencesFor(schema, `be😀ore${hostile}after`)).toEqual([unusable(7, named)]);
});

test('any accepted line is one line, trimmed, within its limit, and can be stored in the database', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.constantFrom(title, blankableLine(20)),
      (text, schema) => {
        const { success, data } = schema.safeParse(text);
        if (!success) return;
        expect(data.split(/\r|\n|\u0085|\u2028|\u2029/)).toHaveLength(1);
        expect(data).toBe(data.trim());
        expect(Buffer.from(data).toString()).toBe(data);
        expect(data).not.toContain('\0');
        expect(schema.parse(data)).toBe(data);
      },
    ),
    { numRuns: 500 },
  );
});

test.each(['Dear Ada,\n\n\tthe key is\r\nunder the stone.\n', '  indented', 'שלום', '👩‍👩‍👧', 'a\u0085b'])(
  'a message is stored unchanged: %j',
  (text) => {
    expect(message.parse(text)).toBe(text);
    expect(blankableProse(lengths.message).parse(text)).toBe(text);
  },
);

test.each([
  ['\0', 'U+0000'],
  ['\u0001', 'U+0001'],
  ['\u000b', 'U+000B'],
  ['\u000c', 'U+000C'],
  ['\u001f', 'U+001F'],
  ['\u007f', 'U+007F'],
])('a message that contains %j is refused, with the name and the position of the character', (hostile, named) => {
  expect(sentencesFor(message, `before${hostile}after`)).toEqual([unusable(7, named)]);
  expect(sentencesFor(message, `Dear Rosa,\n\nthe${hostile}key`)).toEqual([
    `Character 4 of line 3 (${named}) cannot be used. Please remove it`,
  ]);
  expect(sentencesFor(blankableProse(lengths.message), hostile)).toEqual([unusable(1, named)]);
});

const short = 'Please choose a password of at least 12 characters';
const long = 'Please choose a password of at most 72 characters (accented letters and emoji count for more than one)';

test.each([
  ['x'.repeat(11), [short]],
  ['x'.repeat(12), []],
  ['x'.repeat(72), []],
  ['x'.repeat(73), [long]],
  ['ü'.repeat(36), []],
  [`${'ü'.repeat(36)}x`, [long]],
  ['😀'.repeat(18), []],
  [`${'😀'.repeat(18)}x`, [long]],
  ['a quiet\0house by the sea', [unusable(8, 'U+0000')]],
  [' a quiet house by the sea ', []],
])('a password has 12 to 72 bytes, the most its hash reads: %j', (password, sentences) => {
  expect(sentencesFor(newPassword(), password)).toEqual(sentences);
});

test('a password is used exactly as typed, including its spaces', () => {
  expect(newPassword().parse(' a quiet house by the sea ')).toBe(' a quiet house by the sea ');
  expect(sentencesFor(newPassword(), undefined)).toEqual(['Please choose a password']);
});

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
