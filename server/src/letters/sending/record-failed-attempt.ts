// Records a failed try: when the letter is retried, or that it is given up, which is also reported.

import { KeyServiceUnavailable, KeyUnavailable } from '../../keys/master/master-keys.ts';
import { SecretMissing } from '../../keys/secret/keyring.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { type Clock, secondsLater } from '../../platform/lib/clock.ts';
import type { ClaimedLetter } from '../ledger/claim-store.ts';
import { type Failure, pauseSeconds, reasonOf, type Tries } from '../ledger/letter-rules.ts';
import { markFailed, markRetry } from '../ledger/letter-store.ts';
import { CodeReplaced } from '../ledger/read-executor-code.ts';
import { waitingReason } from '../ledger/report-store.ts';
import { MailDeclined, MailRefused, MailUnanswered, MailUnavailable } from '../mailers/mailer.ts';

export interface FailedAttemptNeeds {
  database: Database;
  clock: Clock;
  /** Reports a letter that is given up, in the same transaction. */
  onGivenUp: (tx: Transaction, letter: ClaimedLetter) => Promise<void>;
  log: (message: string, facts: Record<string, unknown>) => void;
}

/** Why a letter waits although it could be mailed, and until when it is not tried. */
export interface LetterWait {
  until: Date;
  /** After "waits: ". */
  reason: string;
}

export class LetterWaits extends Error {
  override name = 'LetterWaits';
  readonly until: Date;

  constructor({ until, reason }: LetterWait) {
    super(waitingReason + reason);
    this.until = until;
  }
}

/** The letter is free at once for another process: this one claims none until a call of its journal succeeds. */
export class JournalUnavailable extends MailUnavailable {}

/** Shorter than any other pause, so that letters leave soon after the mail server or the key service is back. */
const unavailablePauseSeconds = 15;

export async function recordFailedAttempt(
  { database, clock, log, onGivenUp }: FailedAttemptNeeds,
  letter: ClaimedLetter,
  error: unknown,
): Promise<'later' | 'failed' | 'unavailable'> {
  const now = clock.now();
  const reason = reasonOf(error);
  const facts = { letterId: letter.id, kind: letter.kind, attempts: letter.attempts, reason };
  const isMail = error instanceof MailUnavailable;
  const waits = error instanceof LetterWaits ? error : null;
  if (isMail || waits || error instanceof KeyServiceUnavailable) {
    log(messageOf(error), facts);
    const { declinedAttempts, unansweredAttempts } = letter;
    const tries = { attempts: letter.attempts - 1, declinedAttempts, unansweredAttempts };
    const pause = error instanceof JournalUnavailable ? 0 : unavailablePauseSeconds;
    const dueAt = waits?.until ?? secondsLater(now, pause);
    await markRetry(database, letter, { now, dueAt, reason, tries });
    return isMail ? 'unavailable' : 'later';
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
    const isGivenUp = await markFailed(tx, letter, { now, reason, tries });
    // A replaced code is not reported: the letter with the newer one was queued with it.
    if (isGivenUp && !(error instanceof CodeReplaced)) await onGivenUp(tx, letter);
  });
  return 'failed';
}

function messageOf(error: unknown): string {
  if (error instanceof LetterWaits) return 'a letter waits';
  if (error instanceof JournalUnavailable) return 'a letter waits for the journal';
  return error instanceof MailUnavailable ? 'the mail server is unavailable' : 'a letter waits for the key service';
}

/** After the last three no later try can compose it, unless somebody restores the key or the secret and has the letter sent again. */
const finalErrors = [MailRefused, SecretMissing, KeyUnavailable, CodeReplaced];

function failureOf(error: unknown): Failure {
  if (finalErrors.some((kind) => error instanceof kind)) return 'refused';
  if (error instanceof MailDeclined) return 'declined';
  return error instanceof MailUnanswered ? 'unanswered' : 'later';
}

const countTries = ({ attempts, declinedAttempts, unansweredAttempts }: Tries, failure: Failure): Tries => ({
  attempts,
  declinedAttempts: declinedAttempts + (failure === 'declined' ? 1 : 0),
  unansweredAttempts: unansweredAttempts + (failure === 'unanswered' ? 1 : 0),
});
