// Suggestions are added and replace nothing, and a question whose answer others can look up is marked as weak.
import { expect, test } from 'vitest';
import { blankQuestion, messageStarts, questionStarts, weaknessOf, withStartingPoint } from './starting-points.ts';

test('a suggestion is added to the message as a paragraph, and every word stays', () => {
  const [start] = messageStarts;
  expect(withStartingPoint('', start)).toBe('What were you most proud of?\n');
  expect(withStartingPoint('Dear Rosa,', start)).toBe('Dear Rosa,\n\nWhat were you most proud of?\n');
  expect(withStartingPoint('Dear Rosa,\n', start)).toBe('Dear Rosa,\n\nWhat were you most proud of?\n');
  expect(withStartingPoint('Dear Rosa,\n\n\n', start)).toBe('Dear Rosa,\n\n\nWhat were you most proud of?\n');
  expect(withStartingPoint('שלום ', start).startsWith('שלום ')).toBe(true);
});

test('a suggested question goes into a blank field, or nowhere', () => {
  expect(blankQuestion({ securityQuestion1: ' ', securityQuestion2: '' })).toBe(1);
  expect(blankQuestion({ securityQuestion1: 'Our lake?', securityQuestion2: '' })).toBe(2);
  expect(blankQuestion({ securityQuestion1: '', securityQuestion2: 'Our dog?' })).toBe(1);
  expect(blankQuestion({ securityQuestion1: 'Our lake?', securityQuestion2: 'Our song?' })).toBeUndefined();
});

test.each([
  "What was my mother's maiden name?",
  'When were you born?',
  'My date of birth?',
  'What was the name of your first dog?',
  'What was our dog’s name?',
  'Which school did I go to?',
  'The street I grew up in?',
  'My favourite colour?',
])('“%s” is marked as weak', (question) => {
  expect(weaknessOf(question)).toContain('Others can find this out');
});

test('a question about something only two people share is not called weak, nor is any of our suggestions', () => {
  for (const question of [...questionStarts, 'Where did we see the heron?', 'What was the name of the boat?', ''])
    expect([question, weaknessOf(question)]).toEqual([question, undefined]);
});
