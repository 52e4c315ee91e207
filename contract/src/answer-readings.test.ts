// Which answers count as the same, in every script.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differentAnswers, equalAnswers } from '../testing/answer-pairs.ts';
import { anyCharacter } from '../testing/any-character.ts';
import { retyped } from '../testing/retyped.ts';
import { readingsOfAnswer } from './answer-readings.ts';

const isSame = (one: string, other: string): boolean => {
  const readings = new Set(readingsOfAnswer(one));
  return readingsOfAnswer(other).some((reading) => readings.has(reading));
};
const rowsOf = (pairs: Record<string, [string, string][]>) =>
  Object.entries(pairs).flatMap(([script, rows]) => rows.map(([one, other]) => [script, one, other] as const));
const equal = rowsOf(equalAnswers);
const different = rowsOf(differentAnswers);

test.each(equal)('ANS-1: %s answers that differ only in ignored details are the same: %j, %j', (_, one, other) => {
  expect(isSame(one, other)).toBe(true);
  expect(isSame(other, one)).toBe(true);
});

test.each(different)('%s answers that differ in a letter, a vowel sign or a digit are different: %j, %j', (...row) => {
  const [, one, other] = row;
  expect(isSame(one, other)).toBe(false);
});

test('the table of answers has at least 150 pairs in at least twelve scripts', () => {
  expect(equal.length + different.length).toBeGreaterThanOrEqual(150);
  expect(Object.keys(equalAnswers).length).toBeGreaterThanOrEqual(12);
  expect(Object.keys(differentAnswers)).toEqual(Object.keys(equalAnswers));
});

const written = fc.constantFrom(
  'the mill pond',
  'café müller',
  'żółta łódź',
  'год петуха',
  'βόρεια θάλασσα',
  'הבית הכחול',
  '富士山',
  'علی رضا',
  'ガラスの犬',
  '1962',
);

test('ANS-1: an answer is the same however it is typed, pasted and punctuated years later', () => {
  fc.assert(
    fc.property(
      written.chain((answer) => fc.tuple(fc.constant(answer), retyped(answer))),
      ([answer, typed]) => {
        expect(readingsOfAnswer(typed)).toContain(readingsOfAnswer(answer)[0]);
      },
    ),
    { numRuns: 300 },
  );
});

test('any number of leading articles and prepositions is ignored, unless the answer consists only of them', () => {
  const leading = fc.array(fc.constantFrom('the', 'at', 'in', 'der', 'le', 'los', 'het'), { maxLength: 4 });
  fc.assert(
    fc.property(leading, (words) => {
      expect(readingsOfAnswer([...words, 'mill', 'the', 'pond'].join(' '))).toEqual(['millthepond']);
      expect(readingsOfAnswer(words.join(' '))).toEqual([words.join('')]);
    }),
  );
});

test('reading a reading again changes nothing, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      for (const reading of readingsOfAnswer(text)) expect(readingsOfAnswer(reading)).toEqual([reading]);
    }),
  );
});

test('an answer has one reading, and a second only if a sign joins a leading word to the next word', () => {
  expect(readingsOfAnswer('at the mill pond')).toEqual(['millpond']);
  expect(readingsOfAnswer("O'Brien")).toEqual(['obrien']);
  expect(readingsOfAnswer("l'école du port")).toEqual(['ecoleduport', 'lecoleduport']);
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(readingsOfAnswer(text).length).toBeLessThanOrEqual(2);
    }),
  );
});
