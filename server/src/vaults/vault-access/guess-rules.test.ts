// When a mailbox code is required, when the questions pause, and whose wrong answers cause a pause.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minutesLater } from '../../platform/lib/clock.ts';
import {
  areLocked,
  canRecipientReopen,
  type Guesses,
  guessRefusal,
  noGuesses,
  pauseAfter,
  triesLeft,
  withWrongGuess,
} from './guess-rules.ts';

const now = new Date('2026-01-01T00:00:00Z');
const stranger = { browserId: 'stranger', holdsMailbox: false };
const heir = { browserId: 'heir', holdsMailbox: false };
const heirWithCode = { browserId: 'heir', holdsMailbox: true };

test('five wrong answers in a row pause the questions for 15 minutes, ten for a day, and every further five for a day again', () => {
  const paused = Array.from({ length: 20 }, (_, i) => pauseAfter(i + 1, now)).map((until) =>
    until ? (until.getTime() - now.getTime()) / 60_000 : 0,
  );
  expect(paused).toEqual([0, 0, 0, 0, 15, 0, 0, 0, 0, 1440, 0, 0, 0, 0, 1440, 0, 0, 0, 0, 1440]);
});

const after = (...guessers: { browserId: string; holdsMailbox: boolean }[]) =>
  guessers.reduce((guesses, guesser) => withWrongGuess(guesses, guesser, now), noGuesses);

test("a stranger's wrong answers do not bring the recipient closer to a pause", () => {
  const five = [heirWithCode, heirWithCode, heirWithCode, heirWithCode, heirWithCode];
  expect(after(stranger, stranger, stranger, ...five.slice(1)).pausedUntil).toBeNull();
  expect(after(stranger, stranger, stranger, ...five).pausedUntil).not.toBeNull();
  expect(after(stranger, heir, stranger, ...five.slice(1))).toMatchObject({ wrongInAll: 7, pausedUntil: null });
});

test('the recipient’s wrong answers before the code still count after it, and count across browsers', () => {
  expect(after(heir, heir, heir, heirWithCode, heirWithCode).pausedUntil).not.toBeNull();
  const phone = { browserId: 'phone', holdsMailbox: true };
  expect(after(heir, heir, heir, heirWithCode, phone).wrongInRow).toBe(5);
  expect(after(heir, heir, heir, phone).wrongInRow).toBe(1);
  expect(after(heirWithCode, phone, heirWithCode, phone, phone).pausedUntil).not.toBeNull();
});

test('after three wrong answers in total a browser without the code may not answer', () => {
  expect(guessRefusal(after(heir, stranger), heir, now)).toBeNull();
  expect(guessRefusal(after(heir, stranger, heir), heir, now)).toBe('mailbox-code-first');
  expect(guessRefusal(after(heir, stranger, heir), heirWithCode, now)).toBeNull();
});

test('from the third wrong answer in a row, a browser is shown how many are left and what follows', () => {
  const left = (wrongInRow: number, changes: Partial<Guesses> = {}) =>
    triesLeft({ ...noGuesses, wrongInRow, wrongInAll: wrongInRow, rowOf: 'mailbox', ...changes }, heirWithCode, now);
  expect([0, 1, 2].map((row) => left(row))).toEqual([null, null, null]);
  expect([3, 4].map((row) => left(row))).toEqual([
    { tries: 2, pauseMinutes: 15 },
    { tries: 1, pauseMinutes: 15 },
  ]);
  expect([5, 9, 10, 14].map((row) => left(row))).toEqual([
    { tries: 5, pauseMinutes: 1440 },
    { tries: 1, pauseMinutes: 1440 },
    { tries: 5, pauseMinutes: 1440 },
    { tries: 1, pauseMinutes: 1440 },
  ]);
});

test('running pauses and closed questions show no tries; the last tries before closing are shown', () => {
  const late = { ...noGuesses, wrongInAll: 49, rowOf: 'mailbox' };
  expect(triesLeft(late, heir, now)).toEqual({ tries: 1, pauseMinutes: null });
  expect(triesLeft({ ...late, wrongInAll: 48, wrongInRow: 4 }, heirWithCode, now)).toEqual({
    tries: 1,
    pauseMinutes: 15,
  });
  expect(triesLeft({ ...late, wrongInAll: 50 }, heirWithCode, now)).toBeNull();
  const paused = { ...noGuesses, wrongInRow: 5, rowOf: 'mailbox', pausedUntil: minutesLater(now, 1) };
  expect(triesLeft(paused, heirWithCode, now)).toBeNull();
  for (const pausedUntil of [minutesLater(now, -1), now])
    expect(triesLeft({ ...paused, pausedUntil }, heirWithCode, now)).toEqual({ tries: 5, pauseMinutes: 1440 });
});

test('with two tries left every browser sees the number, with three no new browser sees it, and no pause follows the last try', () => {
  const left = (wrongInAll: number, wrongInRow = 0) =>
    triesLeft({ ...noGuesses, wrongInAll, wrongInRow, rowOf: 'mailbox' }, heirWithCode, now);
  expect([left(47), left(48)]).toEqual([null, { tries: 2, pauseMinutes: null }]);
  expect(left(48, 3)).toEqual({ tries: 2, pauseMinutes: null });
});

test('the tries of a stranger are not shown to the recipient as their own', () => {
  expect(triesLeft(after(stranger, stranger, stranger), heir, now)).toBeNull();
  expect(triesLeft(after(stranger, stranger, stranger), stranger, now)).toEqual({ tries: 2, pauseMinutes: 15 });
  expect(triesLeft(after(stranger, stranger, stranger), heirWithCode, now)).toBeNull();
  expect(triesLeft(after(heirWithCode, heirWithCode, heirWithCode), stranger, now)).toBeNull();
});

const wrong = (changes: Partial<Guesses>): Guesses => ({ ...noGuesses, ...changes });
const minute = (minutes: number) => minutesLater(now, minutes);

test('a vault without wrong answers allows fifty, has no pause, and may be reopened by code', () => {
  expect(noGuesses).toEqual({
    wrongInRow: 0,
    rowOf: null,
    wrongInAll: 0,
    maxWrong: 50,
    recipientReopenings: 0,
    executorReopenings: 0,
    pausedUntil: null,
  });
  expect(guessRefusal(noGuesses, heir, now)).toBeNull();
});

test('the questions close with the last allowed wrong answer, even for a browser with the mailbox', () => {
  for (const maxWrong of [50, 60, 90]) {
    const [before, last] = [wrong({ wrongInAll: maxWrong - 1, maxWrong }), wrong({ wrongInAll: maxWrong, maxWrong })];
    expect([areLocked(before), areLocked(last), areLocked({ ...last, wrongInAll: maxWrong + 1 })]).toEqual([
      false,
      true,
      true,
    ]);
    expect(guessRefusal(before, heirWithCode, now)).toBeNull();
    for (const browser of [heir, heirWithCode]) expect(guessRefusal(last, browser, now)).toBe('answers-locked');
  }
});

test('closed questions are reported before a pause, and a pause before the code, because only the first helps', () => {
  const pausedUntil = minute(15);
  expect(guessRefusal(wrong({ wrongInAll: 50, pausedUntil }), heir, now)).toBe('answers-locked');
  expect(guessRefusal(wrong({ wrongInAll: 5, pausedUntil }), heir, now)).toBe('answers-paused');
  expect(guessRefusal(wrong({ wrongInAll: 5, pausedUntil }), heirWithCode, now)).toBe('answers-paused');
  expect(guessRefusal(wrong({ wrongInAll: 5 }), heir, now)).toBe('mailbox-code-first');
});

test('a pause ends at the moment it names, not before', () => {
  const paused = wrong({ wrongInAll: 5, pausedUntil: minute(15) });
  const justBefore = new Date(minute(15).getTime() - 1);
  expect(guessRefusal(paused, heirWithCode, justBefore)).toBe('answers-paused');
  expect(guessRefusal(paused, heirWithCode, minute(15))).toBeNull();
  expect(guessRefusal(paused, heir, minute(15))).toBe('mailbox-code-first');
});

test('a pause that was started while the clock was years ahead is over', () => {
  const long = { wrongInAll: 10, pausedUntil: pauseAfter(10, now) };
  expect(guessRefusal(wrong(long), heirWithCode, new Date(now.getTime() - 1000))).toBe('answers-paused');
  const before = minute(-2 * 365 * 24 * 60);
  expect(guessRefusal(wrong(long), heirWithCode, before)).toBeNull();
  expect(triesLeft(wrong({ ...long, wrongInRow: 13, rowOf: 'mailbox' }), heirWithCode, before)).toMatchObject({
    tries: 2,
  });
});

test('the recipient may reopen only closed questions, and only once', () => {
  expect(canRecipientReopen(wrong({ wrongInAll: 49 }))).toBe(false);
  expect(canRecipientReopen(wrong({ wrongInAll: 50 }))).toBe(true);
  expect(canRecipientReopen(wrong({ wrongInAll: 60, maxWrong: 60, recipientReopenings: 1 }))).toBe(false);
  expect(canRecipientReopen(wrong({ wrongInAll: 60, maxWrong: 60, executorReopenings: 3 }))).toBe(true);
});

test('a wrong answer adds one to the count and changes no allowance, no matter who gives it, and in any order', () => {
  const guesser = fc.record({ browserId: fc.constantFrom('heir', 'phone', 'stranger'), holdsMailbox: fc.boolean() });
  fc.assert(
    fc.property(fc.array(guesser, { maxLength: 60 }), (guessers) => {
      const counted = after(...guessers);
      const { maxWrong, recipientReopenings, executorReopenings } = noGuesses;
      expect(counted).toMatchObject({ wrongInAll: guessers.length, maxWrong, recipientReopenings, executorReopenings });
      expect(counted.wrongInRow).toBeLessThanOrEqual(guessers.length);
      const last = guessers.at(-1);
      expect(counted.rowOf).toBe(last ? (last.holdsMailbox ? 'mailbox' : last.browserId) : null);
      expect(counted.pausedUntil).toEqual(pauseAfter(counted.wrongInRow, now));
    }),
  );
});

test('a browser whose proof of the mailbox has ended starts its own row', () => {
  expect(after(heirWithCode, heirWithCode, heir)).toMatchObject({ wrongInRow: 1, rowOf: 'heir' });
  expect(after(heir, heirWithCode)).toMatchObject({ wrongInRow: 2, rowOf: 'mailbox' });
});
