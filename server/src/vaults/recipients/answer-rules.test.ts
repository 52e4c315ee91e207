// How answers are matched to questions, and when two addresses are the same.
import { expect, test } from 'vitest';
import { isSameEmail, pairAnswers } from './answer-rules.ts';

test('answers are matched by their question, in any order', () => {
  const given = [
    { question: 'Second?', answer: 'two' },
    { question: 'First?', answer: 'one' },
  ];
  expect(pairAnswers(['First?', 'Second?'], given)).toEqual(['one', 'two']);
});

test('a missing question has no answer, and one answer is never used for two questions', () => {
  expect(pairAnswers(['Same?', 'Same?'], [{ question: 'Same?', answer: 'once' }])).toEqual(['once', undefined]);
});

test('addresses that differ only in case and surrounding spaces are equal, and no others', () => {
  expect(isSameEmail(' Ada@Example.COM ', 'ada@example.com')).toBe(true);
  expect(isSameEmail('ada@example.co', 'ada@example.com')).toBe(false);
  expect(isSameEmail('rosa@weiß.example', 'rosa@weiss.example')).toBe(false);
});

test('two questions with the same text take their answers in the order given, and a surplus answer is ignored', () => {
  const given = [
    { question: 'Same?', answer: 'one' },
    { question: 'Other?', answer: 'else' },
    { question: 'Same?', answer: 'two' },
  ];
  expect(pairAnswers(['Same?', 'Same?'], given)).toEqual(['one', 'two']);
  expect(pairAnswers(['Missing?'], given)).toEqual([undefined]);
  expect(pairAnswers([], given)).toEqual([]);
  expect(given).toHaveLength(3);
});
