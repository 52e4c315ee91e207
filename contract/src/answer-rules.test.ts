// Which answers count as the same, and which are too easy to guess.
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
