// The effects of wrong answers: a mailbox code is required, the questions pause, or they are closed. Pure.
import type { TriesLeft } from '@remembrance/contract/access-state.ts';
import { afterWrongAnswers as limits } from '@remembrance/contract/limits.ts';
import { isWaiting, minutesLater } from '../../platform/lib/clock.ts';

export interface Guesses {
  wrongInRow: number;
  /** Who gave the wrong answers in a row: a browser's id, or `mailbox`. */
  rowOf: string | null;
  wrongInAll: number;
  maxWrong: number;
  recipientReopenings: number;
  executorReopenings: number;
  pausedUntil: Date | null;
}

/** The browser that answers. */
export interface Guesser {
  browserId: string;
  /** Whether it has proven with a mailbox code that it can read the recipient's mailbox. */
  holdsMailbox: boolean;
}

export const noGuesses: Guesses = {
  wrongInRow: 0,
  rowOf: null,
  wrongInAll: 0,
  maxWrong: limits.lockAfter,
  recipientReopenings: 0,
  executorReopenings: 0,
  pausedUntil: null,
};

export const areLocked = ({ wrongInAll, maxWrong }: Guesses): boolean => wrongInAll >= maxWrong;

export const canRecipientReopen = (guesses: Guesses): boolean =>
  areLocked(guesses) && guesses.recipientReopenings < limits.recipientReopenings;

const isPaused = ({ pausedUntil }: Guesses, now: Date): boolean =>
  pausedUntil !== null && isWaiting(pausedUntil, limits.longPauseMinutes * 60, now);

/** Why this browser may not answer now, or null if it may. */
export function guessRefusal(guesses: Guesses, { holdsMailbox }: Pick<Guesser, 'holdsMailbox'>, now: Date) {
  if (areLocked(guesses)) return 'answers-locked';
  if (isPaused(guesses, now)) return 'answers-paused';
  if (guesses.wrongInAll >= limits.withoutCode && !holdsMailbox) return 'mailbox-code-first';
  return null;
}

/**
 * Adds one wrong guess. A row of wrong answers belongs to one person: all browsers with access to the mailbox count as one,
 * continuing what that browser answered before. So a stranger's answers do not bring the recipient closer to a pause.
 */
export function withWrongGuess(guesses: Guesses, { browserId, holdsMailbox }: Guesser, now: Date): Guesses {
  const rowOf = holdsMailbox ? 'mailbox' : browserId;
  const continues = guesses.rowOf === rowOf || guesses.rowOf === browserId;
  const wrongInRow = continues ? guesses.wrongInRow + 1 : 1;
  return {
    ...guesses,
    wrongInRow,
    rowOf,
    wrongInAll: guesses.wrongInAll + 1,
    pausedUntil: pauseAfter(wrongInRow, now),
  };
}

/**
 * How many more wrong answers this browser may give before the questions pause or close, from the third in a row on and near the
 * last allowed one. Null before that, and if it may not answer now.
 */
export function triesLeft(guesses: Guesses, { browserId, holdsMailbox }: Guesser, now: Date): TriesLeft | null {
  if (areLocked(guesses) || isPaused(guesses, now)) return null;
  const isOwnRow = guesses.rowOf === browserId || (holdsMailbox && guesses.rowOf === 'mailbox');
  const inRow = isOwnRow ? guesses.wrongInRow : 0;
  const toLock = guesses.maxWrong - guesses.wrongInAll;
  const [toPause, pauseMinutes] =
    inRow < limits.shortPauseAfter
      ? [limits.shortPauseAfter - inRow, limits.shortPauseMinutes]
      : [limits.shortPauseAfter - (inRow % limits.shortPauseAfter), limits.longPauseMinutes];
  const tries = Math.min(toPause, toLock);
  if (inRow < limits.countdownAfter && toLock > limits.shortPauseAfter - limits.countdownAfter) return null;
  return { tries, pauseMinutes: toLock <= toPause ? null : pauseMinutes };
}

/** How long the questions pause after this many wrong in a row: 15 minutes at five, a day at ten and at every further fifth. */
export function pauseAfter(wrongInRow: number, now: Date): Date | null {
  if (wrongInRow >= limits.longPauseAfter && wrongInRow % limits.shortPauseAfter === 0) {
    return minutesLater(now, limits.longPauseMinutes);
  }
  return wrongInRow === limits.shortPauseAfter ? minutesLater(now, limits.shortPauseMinutes) : null;
}
