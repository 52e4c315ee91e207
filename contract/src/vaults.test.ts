// What the create and edit forms accept: the messages of the specification word for word, and rules that involve two fields.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldsRefused } from '../testing/read.ts';
import { answerInQuestion, answerIsName, answerTooCommon, answerTooShort } from './answer-rules.ts';
import { editVaultBody, nothingChanged } from './edit-vault.ts';
import { nameHoldsAddress } from './text.ts';
import { answerTwoMissing, createVaultBody, questionTwoMissing, releaseWayMissing } from './vaults.ts';

const complete = {
  planType: 'premium_one_time',
  title: 'Letters to Edda',
  recipientName: 'Edda Moreau',
  recipientEmail: 'edda@example.com',
  message: 'Dear Edda,\n\nthe boat is yours.\n',
  executorName: 'Otto Brand',
  executorEmail: 'otto@example.com',
  securityQuestion1: 'What did we call the blue boat?',
  securityAnswer1: 'Petrel',
  securityQuestion2: 'Where did we first meet?',
  securityAnswer2: 'At the mill pond',
  scheduledReleaseDate: '2031-05-01T09:00:00+02:00',
  uploadedFiles: [{ fileName: 'boat.jpg', fileType: 'art', mimeType: 'image/jpeg', fileSize: '1.25 MB' }],
};
const create = (changes: Record<string, unknown>) => fieldsRefused(createVaultBody, { ...complete, ...changes });

describe('the create form refuses with the message of the specification', () => {
  test.each([
    ['planType', ['', undefined, null, 'gold', 'BASIC_ONE_TIME'], 'Please select a pricing plan'],
    ['title', ['', '   ', undefined, null], 'Title is required'],
    ['recipientName', ['', '   ', undefined, null], 'Recipient name is required'],
    ['recipientEmail', ['', 'edda', undefined, 'edda@example'], 'Valid email is required'],
    ['message', ['', ' \n ', undefined, null], 'Message is required'],
    ['securityQuestion1', ['', '  ', undefined, null], 'Security question 1 is required'],
    ['securityAnswer1', ['', '  ', undefined, null], 'Security answer 1 is required'],
    ['executorEmail', ['otto', 'otto@', 'otto@example'], 'Valid email is required'],
  ])('%s', (field, values, sentence) => {
    for (const value of values) expect(create({ [field]: value })).toEqual({ [field]: sentence });
  });
});

test('an empty form names every required field once, and no optional one', () => {
  expect(Object.keys(fieldsRefused(createVaultBody, {})).toSorted()).toEqual([
    'message',
    'planType',
    'recipientEmail',
    'recipientName',
    'securityAnswer1',
    'securityQuestion1',
    'title',
  ]);
});

test('optional fields may be missing or null, and are then blank', () => {
  const { executorName, securityQuestion2, securityAnswer2, scheduledReleaseDate, uploadedFiles, ...required } =
    complete;
  const blank = {
    recipientSecondEmail: '',
    executorName: '',
    securityQuestion2: '',
    securityAnswer2: '',
    scheduledReleaseDate: '',
  };
  const withNull = Object.fromEntries(Object.keys(blank).map((field) => [field, null]));
  for (const given of [{}, blank, withNull])
    expect(createVaultBody.parse({ ...required, ...given })).toEqual({ ...required, ...blank, uploadedFiles: [] });
});

test.each([
  ['title', 255],
  ['recipientName', 255],
  ['executorName', 255],
  ['securityQuestion1', 500],
  ['securityQuestion2', 500],
  ['securityAnswer1', 200],
  ['securityAnswer2', 200],
  ['message', 100_000],
] as const)('%s accepts %i characters, and one more is refused with that limit', (field, max) => {
  const text = (length: number) => 'Anna and Otto '.repeat(10_000).slice(0, length - 1);
  expect(create({ [field]: `${text(max)}z` })).toEqual({});
  expect(create({ [field]: `${text(max + 1)}z` })).toEqual({
    [field]: `Please use at most ${max.toLocaleString('en-US')} characters`,
  });
});

test('a vault that no executor and no date would release is refused at both fields, before it is created', () => {
  const none = { executorName: '', executorEmail: '' };
  const both = { executorEmail: releaseWayMissing, scheduledReleaseDate: releaseWayMissing };
  for (const scheduledReleaseDate of ['', null, undefined])
    expect(create({ ...none, scheduledReleaseDate })).toEqual(both);
  expect(create(none)).toEqual({});
  for (const scheduledReleaseDate of ['', null, undefined]) expect(create({ scheduledReleaseDate })).toEqual({});
});

test('a second address is not the first', () => {
  const { recipientEmail } = complete;
  expect(create({ recipientSecondEmail: 'not an address' })).toEqual({
    recipientSecondEmail: 'Valid email is required',
  });
  expect(create({ recipientSecondEmail: recipientEmail.toUpperCase() })).toMatchObject({
    recipientSecondEmail: expect.stringContaining('the first address already'),
  });
  expect(create({ recipientSecondEmail: 'another@example.com' })).toEqual({});
  const { executorEmail } = complete;
  expect(create({ executorSecondEmail: executorEmail.toUpperCase() })).toMatchObject({
    executorSecondEmail: expect.stringContaining('the first address already'),
  });
  expect(create({ executorSecondEmail: 'another@example.com' })).toEqual({});
  const without = { executorName: '', executorEmail: '', scheduledReleaseDate: '2099-01-01T10:00:00Z' };
  expect(create({ ...without, executorSecondEmail: 'another@example.com' })).toEqual({
    executorEmail: 'Please add the email address of your executor',
  });
});

test('a question needs its answer, and an executor needs an address', () => {
  expect(create({ securityQuestion2: '' })).toEqual({ securityQuestion2: questionTwoMissing });
  expect(create({ securityAnswer2: ' ' })).toEqual({ securityAnswer2: answerTwoMissing });
  expect(create({ securityQuestion2: '', securityAnswer2: '' })).toEqual({});
  expect(create({ executorEmail: '' })).toEqual({ executorEmail: 'Please add the email address of your executor' });
  expect(create({ executorName: '' })).toEqual({});
});

test.each([
  ['x', answerTooShort],
  ['secret', answerTooCommon],
  ['edda', answerIsName],
  ['Moreau', answerIsName],
  ['otto brand', answerIsName],
  ['OTTO@example.com', answerIsName],
])('the answer %j is refused at its own field, because of the vault’s content', (answer, sentence) => {
  expect(create({ securityAnswer1: answer })).toEqual({ securityAnswer1: sentence });
  expect(create({ securityAnswer2: answer })).toEqual({ securityAnswer2: sentence });
});

test('an answer is compared with its own question', () => {
  expect(create({ securityAnswer1: 'the blue boat' })).toEqual({ securityAnswer1: answerInQuestion });
  expect(create({ securityAnswer2: 'the blue boat' })).toEqual({});
  expect(create({ securityAnswer2: 'Petrel' })).toEqual({});
});

test('a name that contains an address is refused, because it appears in letters', () => {
  expect(create({ recipientName: 'evil.example' })).toEqual({ recipientName: nameHoldsAddress });
  expect(create({ executorName: 'Otto https://evil.example' })).toEqual({ executorName: nameHoldsAddress });
});

test('five files can be announced with a vault, and a sixth is refused', () => {
  const [file] = complete.uploadedFiles;
  expect(create({ uploadedFiles: Array(5).fill(file) })).toEqual({});
  expect(create({ uploadedFiles: Array(6).fill(file) })).toEqual({ uploadedFiles: 'A vault holds at most 5 files.' });
  expect(create({ uploadedFiles: [file, { ...file, fileName: ' ' }] })).toEqual({
    'uploadedFiles.1.fileName': 'File name is required',
  });
});

test.each(['tomorrow', '2031-05-01', '2031-05-01T09:00', '2031-02-29T09:00Z', 7, {}])(
  '%j is not a release date in either form',
  (scheduledReleaseDate) => {
    const refused = { scheduledReleaseDate: 'Please choose a valid date and time' };
    expect(create({ scheduledReleaseDate })).toEqual(refused);
    expect(fieldsRefused(editVaultBody, { ...edit, scheduledReleaseDate })).toEqual(refused);
  },
);

const edit = { title: 'Letters', recipientName: 'Edda', recipientEmail: 'edda@example.com', message: 'Dear Edda' };

describe('the edit form refuses with the message of the specification', () => {
  test.each([
    ['title', 'Title is required'],
    ['recipientName', 'Recipient name is required'],
    ['recipientEmail', 'Valid email required'],
  ])('%s', (field, sentence) => {
    for (const value of ['', '  ', null])
      expect(fieldsRefused(editVaultBody, { ...edit, [field]: value })).toEqual({ [field]: sentence });
    expect(fieldsRefused(editVaultBody, { ...edit, [field]: undefined })).toEqual({});
  });

  test('an edit that names no field is refused', () => {
    for (const body of [{}, { version: 3 }]) expect(fieldsRefused(editVaultBody, body)).toEqual({ '': nothingChanged });
  });

  test('the message may be blank or missing', () => {
    const { message, ...rest } = edit;
    expect(editVaultBody.parse(rest)).toEqual(rest);
    expect(editVaultBody.parse({ ...edit, message: '' })).toEqual({ ...edit, message: '' });
    expect(fieldsRefused(editVaultBody, { ...edit, message: 'x'.repeat(100_001) })).toEqual({
      message: 'Please use at most 100,000 characters',
    });
  });
});

test('an edit without a date keeps it, a blank date is refused, and a separate field removes it', () => {
  expect(editVaultBody.parse(edit)).not.toHaveProperty('scheduledReleaseDate');
  for (const scheduledReleaseDate of ['', null])
    expect(fieldsRefused(editVaultBody, { ...edit, scheduledReleaseDate })).toEqual({
      scheduledReleaseDate: 'Please choose a valid date and time',
    });
  const removed = { ...edit, removesReleaseDate: true };
  expect(editVaultBody.parse(removed)).toEqual(removed);
  expect(fieldsRefused(editVaultBody, { ...removed, scheduledReleaseDate: '2031-05-01T09:00Z' })).toEqual({
    scheduledReleaseDate: 'Please either change the date or remove it',
  });
});

test('parsing a parsed form changes nothing, whatever was typed', { tags: 'long' }, () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom(' Petrel ', '\u200bEdda', 'עדה', '  ', '😀😀😀', 'a\u0301bc'),
  );
  const typed = fc.record({
    title: text,
    recipientName: text,
    executorName: text,
    message: text,
    securityQuestion1: text,
    securityAnswer1: text,
    securityQuestion2: text,
    securityAnswer2: text,
    scheduledReleaseDate: fc.constantFrom('', null, '2031-05-01T09:00Z'),
  });
  fc.assert(
    fc.property(typed, (changes) => {
      const { success, data } = createVaultBody.safeParse({ ...complete, ...changes });
      if (success) expect(createVaultBody.parse(data)).toEqual(data);
    }),
    { numRuns: 500 },
  );
});
