// Which answers count as the same, and which are too easy to guess.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  answerFault,
  answerInQuestion,
  answerIsName,
  answerTooCommon,
  answerTooShort,
  normaliseAnswer,
  withoutLeadingWords,
} from './answer-rules.ts';

test.each([
  ['  The  Blue House ', 'the blue house'],
  ['Café-Müller', 'cafe muller'],
  ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
  ["O'Brien", 'o brien'],
  ['Łódź', 'łodz'],
  ['ÎLE\tdu\nNord', 'ile du nord'],
  ['???', '???'],
  ['❤️', '❤'],
])('ANS-1: case, accents, punctuation and spaces do not matter in an answer: %j', (typed, expected) => {
  expect(normaliseAnswer(typed)).toBe(expected);
});

test.each([
  ['at the mill pond', 'mill pond'],
  ['l ecole', 'ecole'],
  ['in der kuche', 'kuche'],
  ['petrel', 'petrel'],
  ['the a', 'the a'],
])('ANS-5: leading articles and prepositions do not matter in an answer: %j', (typed, expected) => {
  expect(withoutLeadingWords(typed)).toBe(expected);
});

const question = 'What did we call the blue boat?';
const names = ['Rosa Lindqvist', 'rosa.l@example.com', 'Edda Moreau'];

test.each([
  ['x', answerTooShort],
  ['?', answerTooShort],
  ['aaaa', answerTooShort],
  ['the X', answerTooShort],
  ['No.', answerTooCommon],
  ['I don’t know', answerTooCommon],
  ['12345', answerTooCommon],
  ['rosa', answerIsName],
  ['Lindqvist', answerIsName],
  ['ROSA LINDQVIST', answerIsName],
  ['rosa.l@example.com', answerIsName],
  ['Moreau', answerIsName],
  ['Blue', answerInQuestion],
  ['the blue boat', answerInQuestion],
])('ANS-4: %j is refused with a sentence that says why', (answer, sentence) => {
  expect(answerFault({ question, answer, names })).toBe(sentence);
});

test.each(['Petrel', '1962', 'Rex', '北京', 'Blueberry', 'Rosalind', 'At the mill pond', 'Café'])(
  'ANS-4: %j is accepted',
  (answer) => {
    expect(answerFault({ question, answer, names })).toBeNull();
  },
);

/** What changes between the day an answer is written and the day it is typed: case, accents in two parts, spaces, punctuation, pasting. */
const retyped = (answer: string) =>
  fc
    .array(fc.constantFrom('as-is', 'upper', 'nfd', 'nfc', 'wide', 'spaces', 'punctuation', 'pasted'), { maxLength: 4 })
    .map((changes) => changes.reduce(change, answer));
function change(text: string, how: string): string {
  switch (how) {
    case 'upper':
      return text.toUpperCase();
    case 'nfd':
    case 'nfc':
      return text.normalize(how === 'nfd' ? 'NFD' : 'NFC');
    case 'wide':
      return text.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
    case 'spaces':
      return ` ${text.replaceAll(' ', ' \u00a0\t')}\n`;
    case 'punctuation':
      return `“${text.replaceAll(' ', ' - ')}”.`;
    case 'pasted':
      return `\u2068${text.replaceAll(' ', '\u200b ')}\u2069`;
    default:
      return text;
  }
}
const written = fc.constantFrom(
  'the mill pond',
  'café müller',
  'żółta łódź',
  'год петуха',
  'βόρεια θάλασσα',
  'הבית הכחול',
  '富士山',
  '1962',
);

test('ANS-1: an answer is the same however it is typed, pasted and punctuated years later', () => {
  fc.assert(
    fc.property(
      written.chain((answer) => fc.tuple(fc.constant(answer), retyped(answer))),
      ([answer, typed]) => {
        expect(normaliseAnswer(typed)).toBe(normaliseAnswer(answer));
      },
    ),
    { numRuns: 300 },
  );
});

test('ANS-1: two different answers stay different', () => {
  const answers = [
    'petrel',
    'petrels',
    'the petrel',
    'petrel 2',
    'blue petrel',
    'pet rel',
    'петрель',
    '富士',
    '富士山',
    '???',
    '!!!',
  ];
  expect(new Set(answers.map(normaliseAnswer)).size).toBe(answers.length);
});

test('ANS-5: articles and prepositions before an answer do not matter, however many, and an answer of nothing else keeps them', () => {
  const leading = fc.array(fc.constantFrom('the', 'at', 'in', 'der', 'le', 'los', 'het'), { maxLength: 4 });
  fc.assert(
    fc.property(leading, (words) => {
      expect(withoutLeadingWords([...words, 'mill', 'the', 'pond'].join(' '))).toBe('mill the pond');
      expect(withoutLeadingWords(words.join(' '))).toBe(words.join(' '));
    }),
  );
});

test('ANS-4: a weak answer stays weak however it is typed', () => {
  const weak = fc.constantFrom(
    'password',
    'my answer',
    'i don t know',
    'rosa',
    'lindqvist',
    'edda moreau',
    'the blue boat',
    'ab',
    'zzzz',
  );
  fc.assert(
    fc.property(
      weak.chain((answer) => fc.tuple(fc.constant(answer), retyped(answer))),
      ([answer, typed]) => {
        expect(answerFault({ question, answer: typed, names })).toBe(answerFault({ question, answer, names }));
        expect(answerFault({ question, answer: typed, names })).not.toBeNull();
      },
    ),
    { numRuns: 300 },
  );
});

test('ANS-4: no answer is refused for a name that is not in the vault, and one more name accepts none that was refused', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 });
  fc.assert(
    fc.property(text, text, fc.array(text, { maxLength: 3 }), (answer, name, others) => {
      expect(answerFault({ question, answer, names: [] })).not.toBe(answerIsName);
      if (answerFault({ question, answer, names: others }) === null) return;
      expect(answerFault({ question, answer, names: [...others, name] })).not.toBeNull();
    }),
    { numRuns: 300 },
  );
});

test.each(['', ' ', '\u200b', '\u200b\u200c\u200d', '...', 'ab', 'a b', 'ÄÄ', '山', '山山', '❤️', '👍👍👍'])(
  'ANS-4: %j has too few different characters to be an answer',
  (answer) => {
    expect(answerFault({ question: '', answer, names: [] })).toBe(answerTooShort);
  },
);
