// Records a failed try: when the letter is tried next, or that it is given up, which is also reported.
import type { Database } from '../database/open-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { LetterKeyMissing } from '../keys/letter-keys.ts';
import { type Clock, secondsLater } from '../lib/clock.ts';
import { type Failure, pauseSeconds, reasonOf } from './letter-rules.ts';
import { type ClaimedLetter, markFailed, markRetry } from './letter-store.ts';
import { MailDeclined, MailRefused, MailUnanswered, MailUnavailable } from './mailer.ts';

export interface FailedAttemptNeeds {
  database: Database;
  clock: Clock;
  /** Reports a letter that is given up, in the same transaction. */
  onGivenUp: (tx: Transaction, letter: ClaimedLetter) => Promise<void>;
  log: (message: string, facts: Record<string, unknown>) => void;
}

/** Shorter than any other pause, so that letters leave soon after the mail server is back. */
const unavailablePauseSeconds = 15;

export async function recordFailedAttempt(
  { database, clock, log, onGivenUp }: FailedAttemptNeeds,
  letter: ClaimedLetter,
  error: unknown,
): Promise<'later' | 'failed' | 'unavailable'> {
  const now = clock.now();
  const reason = reasonOf(error);
  const facts = { letterId: letter.id, kind: letter.kind, attempts: letter.attempts, reason };
  if (error instanceof MailUnavailable) {
    log('the mail server is unavailable', facts);
    const tries = { ...triesOf(letter), attempts: letter.attempts - 1 };
    await markRetry(database, letter, { now, dueAt: secondsLater(now, unavailablePauseSeconds), reason, tries });
    return 'unavailable';
  }
  const failure = failureOf(error);
  const tries = countTries(letter, failure);
  const pause = pauseSeconds(failure, tries);
  if (pause !== null) {
    log('a letter will be tried again', facts);
    await markRetry(database, letter, { now, dueAt: secondsLater(now, pause), reason, tries });
    return 'later';
  }
  log('a letter was given up', facts);
  await database.transaction(async (tx) => {
    if (await markFailed(tx, letter, { now, reason, tries })) await onGivenUp(tx, letter);
  });
  return 'failed';
}

function failureOf(error: unknown): Failure {
  // No later try opens it, unless somebody puts the key back and has the letter sent again.
  if (error instanceof MailRefused || error instanceof LetterKeyMissing) return 'refused';
  if (error instanceof MailDeclined) return 'declined';
  return error instanceof MailUnanswered ? 'unanswered' : 'later';
}

const triesOf = ({ attempts, declinedAttempts, unansweredAttempts }: ClaimedLetter) => ({
  attempts,
  declined: declinedAttempts,
  unanswered: unansweredAttempts,
});

function countTries(letter: ClaimedLetter, failure: Failure) {
  const { attempts, declined, unanswered } = triesOf(letter);
  return {
    attempts,
    declined: declined + (failure === 'declined' ? 1 : 0),
    unanswered: unanswered + (failure === 'unanswered' ? 1 : 0),
  };
}
