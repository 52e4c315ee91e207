// Sends one letter: claims it, composes it, hands it to the mailer, and writes down how it went.
// At least once: a crash after the mail server's yes and before ours repeats the letter, with the same Message-ID.
import type { Database } from '../database/open-database.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type Clock, secondsLater } from '../lib/clock.ts';
import { pauseSeconds, reasonOf } from './letter-rules.ts';
import { type ClaimedLetter, claimLetter, markFailed, markRetry, markSent } from './letter-store.ts';
import { type Mailer, MailRefused, MailUnavailable, type OutgoingLetter } from './mailer.ts';
import { openLetter } from './sealed-letter.ts';
import { type Letterhead, oneLine } from './templates/letter-words.ts';
import { renderLetter } from './templates/render-letter.ts';

export interface SendLetterNeeds {
  database: Database;
  keyring: Keyring;
  mailer: Mailer;
  clock: Clock;
  letterhead: Letterhead;
  /** The address letters come from. */
  mailFrom: string;
  log: (message: string, facts: Record<string, unknown>) => void;
}

/** `unavailable` says that no other letter would fare better now; `none-due` that there was nothing to take. */
export type SendOutcome = 'sent' | 'later' | 'failed' | 'unavailable' | 'none-due';

/** A claim outlasts the longest send by this much, so that it never ends under a sender still at work. */
const leaseMarginSeconds = 10;
/** Shorter than any other pause: once the mail server is back, nothing waits long. */
const unavailablePauseSeconds = 15;

/** Asks out-of-office robots to stay quiet (RFC 3834, and Exchange's own word for it), and still hears of bounces. */
const machineWritten = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** Sends the letter of that id if it is due, or without an id the letter due longest. */
export async function sendLetter(needs: SendLetterNeeds, letterId?: string): Promise<SendOutcome> {
  const now = needs.clock.now();
  const leaseEndsAt = secondsLater(now, needs.mailer.timeoutSeconds + leaseMarginSeconds);
  const letter = await claimLetter(needs.database, { now, leaseEndsAt, letterId });
  if (!letter) return 'none-due';
  try {
    await needs.mailer.send(await composeLetter(needs, letter));
  } catch (error) {
    return putAside(needs, letter, error);
  }
  await markSent(needs.database, letter, needs.clock.now());
  return 'sent';
}

async function composeLetter(needs: SendLetterNeeds, letter: ClaimedLetter): Promise<OutgoingLetter> {
  if (letter.sealedContent === null) throw new Error('the letter has nothing in it');
  const { recipientName, content } = await openLetter(needs.keyring, letter.id, letter.sealedContent);
  return {
    id: letter.id,
    messageId: letter.messageId,
    from: { name: oneLine(needs.letterhead.productName), email: needs.mailFrom },
    to: { name: oneLine(recipientName), email: letter.recipient },
    createdAt: letter.createdAt,
    headers: machineWritten,
    ...renderLetter(content, needs.letterhead),
  };
}

async function putAside(needs: SendLetterNeeds, letter: ClaimedLetter, error: unknown): Promise<SendOutcome> {
  const { database, clock, log } = needs;
  const reason = reasonOf(error);
  const facts = { letterId: letter.id, kind: letter.kind, attempts: letter.attempts, reason };
  if (error instanceof MailUnavailable) {
    log('letters cannot leave at present', facts);
    await markRetry(database, letter, {
      dueAt: secondsLater(clock.now(), unavailablePauseSeconds),
      reason,
      counted: false,
    });
    return 'unavailable';
  }
  const pause = error instanceof MailRefused ? null : pauseSeconds(letter.attempts);
  if (pause === null) {
    log('a letter was given up', facts);
    await markFailed(database, letter, reason);
    return 'failed';
  }
  log('a letter will be tried again', facts);
  await markRetry(database, letter, { dueAt: secondsLater(clock.now(), pause), reason, counted: true });
  return 'later';
}
