// When a mailbox code is required, when the questions pause, and whose wrong answers cause a pause.
import { expect, test } from 'vitest';
import { guessRefusal, noGuesses, pauseAfter, withWrongGuess } from './guess-rules.ts';

const now = new Date('2026-01-01T00:00:00Z');
const stranger = { browserId: 'stranger', holdsMailbox: false };
const heir = { browserId: 'heir', holdsMailbox: false };
const heirWithCode = { browserId: 'heir', holdsMailbox: true };

test('GUESS-1: five wrong in a row pause for 15 minutes, ten for a day, and every fifth after that for a day again', () => {
  const paused = Array.from({ length: 20 }, (_, i) => pauseAfter(i + 1, now)).map((until) =>
    until ? (until.getTime() - now.getTime()) / 60_000 : 0,
  );
  expect(paused).toEqual([0, 0, 0, 0, 15, 0, 0, 0, 0, 1440, 0, 0, 0, 0, 1440, 0, 0, 0, 0, 1440]);
});

const after = (...guessers: { browserId: string; holdsMailbox: boolean }[]) =>
  guessers.reduce((guesses, guesser) => withWrongGuess(guesses, guesser, now), noGuesses);

test("GUESS-6: a stranger's wrong answers do not bring the recipient closer to a pause", () => {
  const five = [heirWithCode, heirWithCode, heirWithCode, heirWithCode, heirWithCode];
  expect(after(stranger, stranger, stranger, ...five.slice(1)).pausedUntil).toBeNull();
  expect(after(stranger, stranger, stranger, ...five).pausedUntil).not.toBeNull();
  expect(after(stranger, heir, stranger, ...five.slice(1))).toMatchObject({ wrongInAll: 7, pausedUntil: null });
});

test('GUESS-6: the recipient’s wrong answers before the code still count after it, and count across browsers', () => {
  expect(after(heir, heir, heir, heirWithCode, heirWithCode).pausedUntil).not.toBeNull();
  const phone = { browserId: 'phone', holdsMailbox: true };
  expect(after(heir, heir, heir, heirWithCode, phone).wrongInRow).toBe(5);
  expect(after(heir, heir, heir, phone).wrongInRow).toBe(1);
  expect(after(heirWithCode, phone, heirWithCode, phone, phone).pausedUntil).not.toBeNull();
});

test('GUESS-7: after three wrong answers in total a browser without the code may not answer', () => {
  expect(guessRefusal(after(heir, stranger), heir, now)).toBeNull();
  expect(guessRefusal(after(heir, stranger, heir), heir, now)).toBe('mailbox-code-first');
  expect(guessRefusal(after(heir, stranger, heir), heirWithCode, now)).toBeNull();
});
