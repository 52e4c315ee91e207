import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameEmail, normaliseAnswer, pairAnswers } from './answer-rules.ts';

test.each([
  ['  The  Blue House ', 'the blue house'],
  ['Café-Müller', 'cafe muller'],
  ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
  ["O'Brien", 'o brien'],
  ['Łódź', 'łodz'],
  ['ÎLE\tdu\nNord', 'ile du nord'],
  ['???', '???'],
  ['❤️', '❤'],
])('ANS-1: case, accents, punctuation and spaces do not make another answer: %j', (typed, kept) => {
  expect(normaliseAnswer(typed)).toBe(kept);
});

test('ANS-1: normalising twice changes nothing, for any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (text) => normaliseAnswer(normaliseAnswer(text)) === normaliseAnswer(text),
    ),
  );
});

test('ANS-2: answers are paired by their question, whatever their order', () => {
  const given = [
    { question: 'Second?', answer: 'two' },
    { question: 'First?', answer: 'one' },
  ];
  expect(pairAnswers(['First?', 'Second?'], given)).toEqual(['one', 'two']);
});

test('ANS-2: a question left out has no answer, and one answer is never used for two questions', () => {
  expect(pairAnswers(['Same?', 'Same?'], [{ question: 'Same?', answer: 'once' }])).toEqual(['once', undefined]);
});

test('ANS-3: addresses are the same without regard to case and surrounding spaces, and only then', () => {
  expect(isSameEmail(' Ada@Example.COM ', 'ada@example.com')).toBe(true);
  expect(isSameEmail('ada@example.co', 'ada@example.com')).toBe(false);
});
