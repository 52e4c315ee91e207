// When wrong guesses pause the questions, and when they close them. Pure.
import { guesses } from '@remembrance/contract/limits.ts';
import { minutesLater } from '../lib/clock.ts';

/** How long the questions pause after this many wrong in a row: 15 minutes at five, a day at ten and at every fifth after. */
export function pauseAfter(wrongInRow: number, now: Date): Date | null {
  if (wrongInRow >= guesses.longPauseAfter && wrongInRow % guesses.shortPauseAfter === 0) {
    return minutesLater(now, guesses.longPauseMinutes);
  }
  return wrongInRow === guesses.shortPauseAfter ? minutesLater(now, guesses.shortPauseMinutes) : null;
}
