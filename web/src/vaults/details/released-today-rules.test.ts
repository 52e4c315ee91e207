// What an owner reads about a release today: contents, address, executors and date, and each thing that is missing.
import type { Vault } from '@remembrance/contract/vaults.ts';
import { expect, test } from 'vitest';
import { letterToRosa, picture } from '../../../testing/samples.ts';
import { releasedToday, type Sentence } from './released-today-rules.ts';

const writtenAt = '2026-03-01T10:05:00.000Z';
const confirmed = { executor: 'Ben', writtenAt, letter: 'accepted', usedAt: null, confirmedAt: writtenAt } as const;
const silent = { ...confirmed, executor: 'Edda', confirmedAt: null };
const unreached = { ...confirmed, executor: 'Tomas', letter: 'undelivered', confirmedAt: null } as const;
const onNewYear = { scheduledReleaseDate: '2026-12-31T15:00:00.000Z' };
const damaged = { ...picture, isDamaged: true };

const textOf = (sentence: Sentence) =>
  sentence.map((part) => (typeof part === 'string' ? part : part.written)).join('');
const today = (changes: Partial<Vault> = {}, files: (typeof picture)[] | undefined = [picture]) =>
  releasedToday({ ...letterToRosa, codes: [confirmed], ...changes }, files);
const gapsOf = (...about: Parameters<typeof today>) =>
  today(...about).gaps.map(({ sentence, remedy }) => [textOf(sentence), remedy]);

test('a vault without gaps says who gets what, how and by whom, and that nothing is missing', () => {
  const { sentences, gaps, isComplete } = today(onNewYear);
  expect(sentences.map(textOf)).toEqual([
    'Rosa Lindqvist would get your message and one file.',
    'We would send an email with a link to rosa@example.com. To open it, they enter this address and the answers to your questions.',
    'Ben can release it with the code from our email. Otherwise we release it on Dec 31, 2026.',
  ]);
  expect([gaps, isComplete]).toEqual([[], true]);
});

test.each<[string, Partial<Vault>, (typeof picture)[] | undefined, string]>([
  ['without files', {}, [], 'your message'],
  ['with two files', {}, [picture, picture], 'your message and 2 files'],
  ['without a message', { message: '' }, [picture], 'one file'],
])('a vault %s says what the recipient would get', (_, changes, files, words) => {
  expect(textOf(today(changes, files).sentences[0] ?? [])).toBe(`Rosa Lindqvist would get ${words}.`);
});

test('while the files are unknown their number is left out, and the vault is not called complete', () => {
  const { sentences, isComplete } = releasedToday(letterToRosa, undefined);
  expect(textOf(sentences[0] ?? [])).toBe('Rosa Lindqvist would get your message and the files of this vault.');
  expect(isComplete).toBe(false);
});

test.each<[string, Partial<Vault>, string[]]>([
  [
    'three executors',
    { codes: [confirmed, silent, { ...confirmed, executor: 'Ines' }] },
    ['Ben, Edda or Ines can release it with the code from our email.'],
  ],
  ['a date only', { codes: [], ...onNewYear }, ['We release it on Dec 31, 2026. Nobody can release it earlier.']],
  ['an executor whom no email reached', { codes: [unreached] }, []],
  [
    'a wait',
    { release: { waitHours: 168, mustAgree: false }, ...onNewYear },
    [
      'Ben can release it with the code from our email. It then waits 7 days, and you can stop it. Otherwise we release it on Dec 31, 2026.',
    ],
  ],
  [
    'two who must agree',
    { codes: [confirmed, silent], release: { waitHours: 0, mustAgree: true } },
    ['Ben and Edda can release it if both agree, each with the code from our email.'],
  ],
  [
    'three of whom two must agree',
    { codes: [confirmed, silent, { ...confirmed, executor: 'Ines' }], release: { waitHours: 0, mustAgree: true } },
    ['Ben, Edda and Ines can release it if two of them agree, each with the code from our email.'],
  ],
  [
    'two who must agree and an email that reached only one',
    { codes: [confirmed, unreached], release: { waitHours: 0, mustAgree: true } },
    ['Two executors must agree to release it, and only Ben has the code.'],
  ],
  [
    'one executor, although two must agree',
    { release: { waitHours: 0, mustAgree: true } },
    ['Ben can release it with the code from our email.'],
  ],
])('a vault with %s says who releases it', (_, changes, words) => {
  expect(today(changes).sentences.slice(2).map(textOf)).toEqual(words);
});

test('with a second address it says when the link also goes there', () => {
  const { sentences, advice } = today({ recipientSecondEmail: 'rosa.l@example.org', questionCount: 2 });
  expect(sentences.map(textOf)).toContain(
    'If it may not have arrived, or nothing is opened for 3 days, the link also goes to rosa.l@example.org.',
  );
  expect(advice).toEqual([]);
});

test('what would make it safer is said, although nothing is missing', () => {
  const { advice, isComplete } = today({ questionCount: 1, planState: 'past-due' });
  expect(advice.map(({ sentence, remedy }) => [textOf(sentence), remedy])).toEqual([
    [
      'We have no second address in case rosa@example.com is given up.',
      { label: 'Add a second address', to: '#recipient' },
    ],
    ['Only one question protects it.', { label: 'Add a question', to: `/vault/${letterToRosa.id}/edit#questions` }],
    ['The last payment failed.', { label: 'Open billing', to: '/account/billing' }],
  ]);
  expect(isComplete).toBe(true);
});

test('each gap is one sentence with what fills it', () => {
  expect(gapsOf({ codes: [] })).toEqual([
    ['It has no executor and no release date.', { label: 'Add an executor', to: '#executors' }],
  ]);
  expect(gapsOf({ codes: [silent, unreached, { ...silent, executor: 'Ines' }] })).toEqual([
    ['Tomas does not have the code.', { label: 'Check the address', to: '#executors' }],
    ['Edda and Ines may not have the code.', { ask: ['Edda', 'Ines'] }],
  ]);
  const edit = `/vault/${letterToRosa.id}/edit`;
  expect(gapsOf({ message: '' }, [])).toEqual([
    ['It has no message and no files.', { label: 'Write a message', to: `${edit}#details` }],
  ]);
  expect(gapsOf({}, [picture, damaged])).toEqual([
    ['Our copy of Lake in June.jpg is damaged.', { label: 'Replace the file', to: `${edit}#files` }],
  ]);
});

test('an owner who cannot edit the vault is not sent to the form', () => {
  expect(gapsOf({ paymentStatus: 'lapsed' }, [damaged])).toEqual([
    ['Our copy of Lake in June.jpg is damaged.', undefined],
  ]);
});
