// Which answers are too easy to guess.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longEnoughAnswers, shortAnswers } from '../testing/answer-pairs.ts';
import { retyped } from '../testing/retyped.ts';
import { answerFault, answerInQuestion, answerIsName, answerTooCommon, answerTooShort } from './answer-rules.ts';

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
  ['blueboat', answerInQuestion],
  ['Rosa-Lindqvist', answerIsName],
  ["d'Edda", answerIsName],
])('%j is refused with a sentence that explains why', (answer, sentence) => {
  expect(answerFault({ question, answer, names })).toBe(sentence);
});

test.each(['Petrel', '1962', 'Rex', '北京', 'Blueberry', 'Rosalind', 'At the mill pond', 'Café'])(
  '%j is accepted',
  (answer) => {
    expect(answerFault({ question, answer, names })).toBeNull();
  },
);

test('a weak answer stays weak however it is typed', () => {
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

test('without names no answer is refused for containing one, and an additional name never makes a refused answer acceptable', () => {
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

test.each(['', ' ', '\u200b', '\u200b\u200c\u200d', 'a b', ...shortAnswers])(
  '%j has too few different characters',
  (answer) => {
    expect(answerFault({ question: '', answer, names: [] })).toBe(answerTooShort);
  },
);

test.each(longEnoughAnswers)('%j is long enough in its script', (answer) => {
  expect(answerFault({ question: '', answer, names: [] })).toBeNull();
});
