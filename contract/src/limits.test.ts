// The limits and durations of the specification and its decisions, and those that depend on each other.
import { expect, test } from 'vitest';
import { recipientLetterKinds } from './letter-readers.ts';
import { devLetter, letterKinds, letterReasons, refusableLetters } from './letters.ts';
import * as limits from './limits.ts';
import { createVaultBody, paymentStatuses, vaultStatuses } from './vaults.ts';

test('the lengths match the database columns', () => {
  const { title, name, email, planName, accessCode, linkToken, fileType, fileSize } = limits.lengths;
  expect([title, name, email]).toEqual([255, 255, 255]);
  expect({ planName, accessCode, linkToken, fileType, fileSize }).toEqual({
    planName: 100,
    accessCode: 100,
    linkToken: 500,

    fileType: 100,
    fileSize: 50,
  });
});

test('the limits match what people were promised', () => {
  expect(limits).toMatchObject({
    filesPerVault: 5,
    maxFileBytes: 500 * 1024 * 1024,
    draftsPerOwner: 10,
    minimumAgeYears: 18,

    uploadLinkMinutes: 15,
    downloadLinkMinutes: 15,
    recipientLinkDays: 180,
    trialDays: 30,

    accountUndoDays: 30,
    ownerChangeDays: 7,
    proofMinutes: 10,
  });
});

test("a recipient's questions are paused, closed and reopened as decided", () => {
  expect(limits.afterWrongAnswers).toEqual({
    countdownAfter: 3,
    withoutCode: 3,
    shortPauseAfter: 5,
    shortPauseMinutes: 15,
    longPauseAfter: 10,
    longPauseMinutes: 1440,

    lockAfter: 50,
    moreByReopening: 10,
    recipientReopenings: 1,
    executorReopenings: 3,
  });
  expect(limits.mailedCode).toMatchObject({ characters: 8, minutes: 10, tries: 5 });
  expect(limits.mailedCode.characters % limits.mailedCode.groupCharacters).toBe(0);
});

test('the times on the pages match the specification', () => {
  expect(limits.display).toEqual({
    openingMilliseconds: 2500,
    openingReducedMotionMilliseconds: 100,
    loginRedirectMilliseconds: 500,

    recorderTickMilliseconds: 1000,
    toastMilliseconds: 5000,
    toastsAtOnce: 1,

    sharePopup: { width: 600, height: 400 },
    locale: 'en-US',
    currency: 'USD',
  });
});

test('the longest vault fits into a request, even in four-byte characters', () => {
  const of = (length: number) => '𠮷'.repeat(length);
  const { title, name, message, question, answer, fileName } = limits.lengths;
  const file = { fileName: of(fileName), fileType: 'art', mimeType: 'image/jpeg', fileSize: '500.00 MB' };
  const longest = {
    planType: 'premium_one_time',
    title: of(title),
    recipientName: of(name),
    executorName: of(name),

    recipientEmail: 'edda@example.com',
    executorEmail: 'otto@example.com',
    message: of(message),

    securityQuestion1: of(question),
    securityAnswer1: `${of(answer - 1)}海`,
    scheduledReleaseDate: '',

    securityQuestion2: of(question),
    securityAnswer2: `${of(answer - 1)}海`,
    uploadedFiles: Array(limits.filesPerVault).fill(file),
  };
  expect(createVaultBody.safeParse(longest).error?.issues).toBeUndefined();
  expect(Buffer.byteLength(JSON.stringify(longest))).toBeLessThanOrEqual(limits.maxJsonBodyBytes);
});

test("a draft's end is announced before it happens, and each pause is longer than the previous one", () => {
  expect(limits.draftNoticeDays).toBeLessThan(limits.draftDays);
  expect(limits.afterWrongAnswers.shortPauseMinutes).toBeLessThan(limits.afterWrongAnswers.longPauseMinutes);
  expect(limits.mailedCode.resendMinutes).toBeLessThan(limits.mailedCode.minutes);
  expect(limits.passwordBytes.min).toBeLessThan(limits.passwordBytes.max);
});

test('only reminders can be turned off', () => {
  expect(refusableLetters).toEqual(['release-reminder', 'yearly-review']);
  for (const kind of recipientLetterKinds) expect(['release', 'safety'], kind).toContain(letterReasons[kind]);
  for (const kind of letterKinds) expect(kind.length, kind).toBeLessThanOrEqual(50);
  expect(devLetter.shape.kind.safeParse('newsletter').success).toBe(false);
});

test('a vault is active or released, and unpaid, in its trial, paid or lapsed', () => {
  expect(vaultStatuses).toEqual(['active', 'released']);
  expect(paymentStatuses).toEqual(['unpaid', 'trial', 'paid', 'lapsed']);
});
