// Every body of every call: what is accepted, which message a refusal has, and the length limits.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { fieldsRefused } from '../testing/read.ts';
import { sampleBodies } from '../testing/sample-bodies.ts';
import { api } from './api.ts';
import type { Endpoint } from './endpoint.ts';

type Name = keyof typeof sampleBodies;
const names = Object.keys(sampleBodies) as Name[];
const bodyOf = (name: Name): Endpoint['body'] => api[name].body;
const refused = (name: Name, changes: Record<string, unknown>) =>
  fieldsRefused(bodyOf(name), { ...sampleBodies[name], ...changes });

test('every call that reads a JSON body has a sample here', () => {
  const reading = Object.entries(api).filter(([, { bodyKind }]) => bodyKind === 'json');
  expect(names.toSorted()).toEqual(reading.map(([name]) => name).toSorted());
});

test.each(names)('reading a body of %s again gives the same result', (name) => {
  const once = bodyOf(name).parse(sampleBodies[name]);
  expect(bodyOf(name).parse(once)).toEqual(once);
});

test.each(names)('no field value of %s causes a fault, and an accepted value does not change', (name) => {
  const field = fc.constantFrom(...Object.keys(sampleBodies[name]));
  const value = fc.oneof(
    fc.constantFrom<unknown>(undefined, null, '', ' ', '\0', '\ud800', 'x'.repeat(3000), -1, [], {}, [[]], {
      length: 3,
    }),
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    fc.jsonValue({ maxDepth: 2 }),
  );
  fc.assert(
    fc.property(field, value, (at, odd) => {
      const { success, data } = bodyOf(name).safeParse({ ...sampleBodies[name], [at]: odd });
      if (success) expect(bodyOf(name).parse(data)).toEqual(data);
    }),
  );
});

test.each(names)('null for a text of %s that may be missing or blank is the same as leaving it out', (name) => {
  const sample: Record<string, unknown> = { ...sampleBodies[name] };
  for (const [field, value] of Object.entries(sample)) {
    const { [field]: _, ...left } = sample;
    const [without, blank, withNull] = [left, { ...sample, [field]: '' }, { ...sample, [field]: null }].map((body) =>
      bodyOf(name).safeParse(body),
    );
    if (typeof value !== 'string' || !without?.success || !blank?.success) continue;
    expect([field, withNull?.data]).toEqual([field, without.data]);
  }
});

const tokens = names.filter((name) => 'token' in sampleBodies[name]);

test.each(tokens)(
  'a partly copied link is refused by %s as incomplete, and one that is too long as damaged',
  (name) => {
    expect(tokens).toHaveLength(24);
    for (const token of ['', undefined, null, 5])
      expect(refused(name, { token })).toEqual({ token: 'This link is not complete' });
    expect(refused(name, { token: 'x'.repeat(500) })).toEqual({});
    expect(refused(name, { token: 'x'.repeat(501) })).toEqual({ token: 'This link is damaged' });
  },
);

describe('a field that a person fills in has its own message if it is blank', () => {
  test.each<[Name, string, string]>([
    ['signUp', 'name', 'First name is required'],
    ['signUp', 'lastName', 'Last name is required'],
    ['signUp', 'email', 'Valid email is required'],
    ['signUp', 'password', 'Please choose a password of at least 12 characters'],
    ['signIn', 'email', 'Valid email is required'],
    ['signIn', 'password', 'Password is required'],
    ['resendVerification', 'email', 'Valid email is required'],
    ['requestPasswordReset', 'email', 'Valid email is required'],
    ['resetPassword', 'newPassword', 'Please choose a password of at least 12 characters'],
    ['resetPassword', 'passkeys', 'Please choose whether to keep your passkeys'],
    ['confirmEmail', 'password', 'Please enter your password'],
    ['changePassword', 'currentPassword', 'Please enter your password'],
    ['changePassword', 'newPassword', 'Please choose a password of at least 12 characters'],
    ['proveByPassword', 'password', 'Please enter your password'],
    ['answerTwoFactor', 'code', 'Please enter the code'],
    ['answerSignInCode', 'code', 'Please enter the code'],
    ['confirmTwoFactor', 'code', 'Please enter the code'],
    ['finishFirstVisit', 'firstName', 'First name is required'],
    ['changeProfile', 'lastName', 'Last name is required'],
    ['requestEmailChange', 'email', 'Valid email required'],
    ['addPasskey', 'name', 'Please give it a name'],
    ['renamePasskey', 'name', 'Please give it a name'],
    ['correctExecutor', 'email', 'Valid email required'],
    ['verifyExecutor', 'accessCode', 'Please enter your executor access code'],
    ['releaseVault', 'accessCode', 'Please enter your executor access code'],
    ['reopenQuestionsByExecutor', 'accessCode', 'Please enter your executor access code'],
    ['verifyAccessEmail', 'email', 'Please enter your email address'],
    ['verifyAccessCode', 'code', 'Please enter the code from the email'],
    ['createPaymentIntent', 'vaultId', 'Invalid vault ID'],
    ['createSubscription', 'vaultId', 'Invalid vault ID'],
    ['requestUpload', 'fileName', 'File name is required'],
  ])('%s: %s', (name, field, sentence) => {
    expect(refused(name, { [field]: '' })).toEqual({ [field]: sentence });
  });
});

test.each<[Name, string, number]>([
  ['signIn', 'password', 1000],
  ['changePassword', 'currentPassword', 1000],
  ['proveByPassword', 'password', 1000],
  ['answerTwoFactor', 'code', 40],
  ['verifyAccessEmail', 'email', 255],
])('%s: a %s of more than %i characters is refused as too long, not as blank', (name, field, max) => {
  const sentence = `Please use at most ${max.toLocaleString('en-US')} characters`;
  expect(refused(name, { [field]: 'x'.repeat(max) })).toEqual({});
  expect(refused(name, { [field]: 'x'.repeat(max + 1) })).toEqual({ [field]: sentence });
});

test('an overlong answer is refused with its own message', () => {
  const answers = (text: string) => [{ question: 'Where?', answer: text }];
  expect(Object.values(refused('verifyAccessAnswers', { answers: answers('x'.repeat(201)) }))).toEqual([
    'Please use at most 200 characters',
  ]);
});

test.each<[Name, string]>([
  ['verifyExecutor', 'accessCode'],
  ['releaseVault', 'accessCode'],
  ['answerTwoFactor', 'code'],
  ['answerSignInCode', 'code'],
  ['verifyAccessCode', 'code'],
  ['verifyAccessEmail', 'email'],
  ['signIn', 'email'],
  ['changeProfile', 'firstName'],
  ['renamePasskey', 'name'],
])('%s: spaces around %s are ignored, and only spaces count as blank', (name, field) => {
  const sample = sampleBodies[name] as Record<string, unknown>;
  const parsed = bodyOf(name).parse({ ...sample, [field]: ` ${sample[field]}\t` }) as Record<string, unknown>;
  expect(parsed[field]).toBe(sample[field]);
  expect(refused(name, { [field]: ' \t ' })).toEqual(refused(name, { [field]: '' }));
});

test.each([
  '\u202aada@example.com\u202c',
  '\u200eada@example.com',
  'ada@example.com\u200b',
  '\ufeff ada@example.com ',
  'Ada <ada@example.com>',
])('a recipient may paste their address with invisible characters: %j', (email) => {
  expect(api.verifyAccessEmail.body.parse({ ...sampleBodies.verifyAccessEmail, email }).email).toBe('ada@example.com');
  expect(refused('verifyAccessEmail', { email: '\u200b' })).toEqual({ email: 'Please enter your email address' });
});

test.each<[Name, string, number]>([
  ['signIn', 'password', 1000],
  ['signIn', 'next', 2000],
  ['proveByPassword', 'password', 1000],
  ['answerTwoFactor', 'code', 40],
  ['verifyExecutor', 'accessCode', 100],
  ['renamePasskey', 'name', 255],
  ['changeProfile', 'firstName', 255],
  ['createPaymentIntent', 'vaultId', 100],
  ['completePayment', 'paymentIntentId', 255],
  ['completeCardChange', 'setupIntentId', 255],
])('%s reads %s of at most %i characters', (name, field, max) => {
  expect(refused(name, { [field]: 'x'.repeat(max) })).toEqual({});
  expect(Object.keys(refused(name, { [field]: 'x'.repeat(max + 1) }))).toEqual([field]);
});

test.each<Name>(['answerSignInCode', 'verifyAccessCode'])(
  '%s reads a mailed code of eight characters, however it is typed',
  (name) => {
    for (const code of ['abcd2345', ' AB CD-23 45 ', 'ａｂｃｄ２３４５', 'a.b.c.d.2.3.4.5'])
      expect(refused(name, { code })).toEqual({});
    for (const code of ['ABCD', 'ABCD-234', 'ABCD-23456', '-'])
      expect(refused(name, { code })).toEqual({ code: 'Please enter all 8 characters of the code' });
    expect(refused(name, { code: 'x'.repeat(101) })).toEqual({ code: 'Please use at most 100 characters' });
  },
);

test('a far too long code is an invalid code like any other', () => {
  expect(refused('verifyExecutor', { accessCode: 'x'.repeat(101) })).toEqual({ accessCode: 'Invalid access code' });
});

test.each<Name>(['signUp', 'finishFirstVisit'])(
  '%s requires acceptance of the terms and an age of 18, each sent as true',
  (name) => {
    for (const value of [false, undefined, null, 'true', 1]) {
      expect(refused(name, { termsAccepted: value })).toEqual({
        termsAccepted: 'Please accept the Terms of Service and Privacy Policy',
      });
      expect(refused(name, { isAdult: value })).toEqual({ isAdult: 'You must be at least 18 years old' });
    }
  },
);

test('a recipient answers between one and ten questions, and leaves none blank', () => {
  const sentence = 'Please answer at least one security question';
  const answer = { question: 'Which boat was ours?', answer: ' Petrel ' };
  for (const answers of [[], undefined, null, 'Petrel'])
    expect(refused('verifyAccessAnswers', { answers })).toEqual({ answers: sentence });
  expect(refused('verifyAccessAnswers', { answers: Array(11).fill(answer) })).toEqual({
    answers: 'Please give at most 10 answers',
  });
  expect(refused('verifyAccessAnswers', { answers: Array(10).fill(answer) })).toEqual({});
  expect(refused('verifyAccessAnswers', { answers: [answer, { ...answer, answer: ' ' }] })).toEqual({
    'answers.1.answer': sentence,
  });
  const parsed = api.verifyAccessAnswers.body.parse({ ...sampleBodies.verifyAccessAnswers, answers: [answer] });
  expect(parsed.answers).toEqual([{ question: answer.question, answer: 'Petrel' }]);
  expect(refused('verifyAccessAnswers', { answers: [{ ...answer, answer: 'x'.repeat(200) }] })).toEqual({});
  expect(refused('verifyAccessAnswers', { answers: [{ ...answer, answer: 'x'.repeat(201) }] })).not.toEqual({});
});

test('a payment report names a payment or a setup, but not both or neither', () => {
  const report = (body: object) => fieldsRefused(api.completePayment.body, body);
  expect(report({ paymentIntentId: 'pi_1' })).toEqual({});
  expect(report({ setupIntentId: 'seti_1' })).toEqual({});
  const sentence = { paymentIntentId: 'A payment or a setup is required' };
  expect(report({})).toEqual(sentence);
  expect(report({ paymentIntentId: 'pi_1', setupIntentId: 'seti_1' })).toEqual(sentence);
});

test.each<[Name, string, unknown[]]>([
  ['createSubscription', 'promo', ['', 'FREETRIAL', 'half-price', true]],
  ['resetPassword', 'passkeys', ['', 'keep', true, null]],
  ['changePlan', 'plan', ['', 'gold', null, undefined]],
  ['changePlan', 'at', ['2027-03-04', '2027-02-30T00:00:00Z', 'now', '', undefined]],
  ['cancelPlan', 'isCancelled', ['true', 1, null, undefined]],
  ['undoOwnerChange', 'putBack', ['true', 0, null, undefined]],
  ['answerTwoFactor', 'trust', ['true', 1, null]],
  [
    'chooseLetters',
    'refused',
    [['password-reset'], ['vault-released'], 'release-reminder', Array(3).fill('release-reminder'), null],
  ],
])('%s accepts only the named values for %s', (name, field, values) => {
  for (const value of values)
    expect(Object.keys(refused(name, { [field]: value }))[0], String(value)).toMatch(new RegExp(`^${field}`));
});
