// Which answers belong to which questions, and when two addresses are one.
import { expect, test } from 'vitest';
import { isSameEmail, pairAnswers } from './answer-rules.ts';

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
