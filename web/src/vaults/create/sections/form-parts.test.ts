// Which parts of the create form count as complete, and what a collapsed part shows: never an answer.
import { expect, test } from 'vitest';
import { emptyVaultForm, type VaultForm } from '../draft/vault-form.ts';
import { completeParts, fieldOrder, stepsDone, summaryOfPart } from './form-parts.ts';

const now = new Date('2026-11-22T12:00:00Z');
const empty: VaultForm = { ...emptyVaultForm, planType: 'premium_one_time' };
const whole: VaultForm = {
  ...empty,

  title: 'For Rosa',
  message: 'Dear Rosa',
  recipientName: 'Rosa',
  recipientEmail: 'rosa@example.com',

  securityQuestion1: 'Where did we learn to swim?',
  securityAnswer1: 'Lake Garda',

  executorName: 'Ben',
  executorEmail: 'ben@example.com',
  scheduledReleaseDate: '',
  termsAccepted: true,
};
const complete = (changes: Partial<VaultForm>) => completeParts({ ...whole, ...changes }, now);

test('a part is complete once it has content and no error', () => {
  expect([...completeParts(empty, now)]).toEqual([]);
  expect([...complete({})]).toEqual(['details', 'recipient', 'questions', 'executor', 'terms']);
  expect(complete({ message: ' ' }).has('details')).toBe(false);
  expect(complete({ recipientEmail: 'rosa@' }).has('recipient')).toBe(false);
  expect(complete({ securityAnswer1: 'Rosa' }).has('questions')).toBe(false);
  expect(complete({ securityQuestion2: 'Our dog?' }).has('questions')).toBe(false);
  expect(complete({ scheduledReleaseDate: '2020-01-01T10:00' }).has('date')).toBe(false);
});

test('an executor or a date is enough for the release, and the complete form has five steps', () => {
  expect(stepsDone(completeParts(empty, now))).toEqual({ done: 0, of: 5 });
  expect(stepsDone(complete({}))).toEqual({ done: 5, of: 5 });
  const byDate = complete({ executorName: '', executorEmail: '', scheduledReleaseDate: '2099-01-01T10:00' });
  expect(stepsDone(byDate)).toEqual({ done: 5, of: 5 });
  expect(stepsDone(complete({ executorName: '', executorEmail: '', termsAccepted: false }))).toEqual({
    done: 3,
    of: 5,
  });
});

test('a collapsed part’s summary never shows an answer', () => {
  const form = {
    ...whole,
    scheduledReleaseDate: '2099-01-01T10:00',
    securityQuestion2: 'Our dog?',
    securityAnswer2: 'Rex',
  };
  const parts = ['details', 'recipient', 'questions', 'executor', 'date', 'terms'] as const;
  expect(parts.map((part) => summaryOfPart(part, form))).toEqual([
    ...['For Rosa', 'Rosa, rosa@example.com', 'Where did we learn to swim? · Our dog?'],
    ...['Ben, ben@example.com', 'Jan 1, 2099', ''],
  ]);
});

test('errors are found in page order', () => {
  expect(fieldOrder.slice(0, 3)).toEqual(['planType', 'title', 'message']);
  expect(new Set(fieldOrder)).toEqual(new Set(Object.keys(whole)));
});
