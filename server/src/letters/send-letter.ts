// Sends one letter: claims it, composes it, passes it to the mailer, and records the outcome.
// At least once: after a crash between the mail server's reply and our record, the letter is sent again with the same Message-ID.
import type { Keyring } from '../keys/keyring.ts';
import { secondsLater } from '../lib/clock.ts';
import { type ClaimedLetter, claimLetter, markSent, renewLease } from './letter-store.ts';
import type { LettersInFlight } from './letters-in-flight.ts';
import type { Mailer, OutgoingLetter } from './mailer.ts';
import { type FailedAttemptNeeds, recordFailedAttempt } from './record-failed-attempt.ts';
import { openLetter } from './sealed-letter.ts';
import { type Letterhead, oneLine } from './templates/letter-words.ts';
import { renderLetter } from './templates/render-letter.ts';

export interface SendLetterNeeds extends FailedAttemptNeeds {
  keyring: Keyring;
  mailer: Mailer;
  letterhead: Letterhead;
  /** The address letters come from. */
  mailFrom: string;
  inFlight: LettersInFlight;
  /** Shorter in tests. */
  maxWaitMilliseconds?: number;
}

/** `unavailable`: no letter can be sent now; `none-due`: no letter is due; `full`: too many are in flight. */
export type SendOutcome = 'sent' | 'later' | 'failed' | 'unavailable' | 'none-due' | 'full';

/** A sender renews its claim while it runs, so that a letter whose sender died waits no longer than this. */
const leaseSeconds = 90;
const renewEverySeconds = 30;

/** Prevents automatic replies (RFC 3834, and Exchange's own header), but not bounces. */
const automatedHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** Sends the letter of that id if it is due, or without an id the letter due longest. */
export async function sendLetter(needs: SendLetterNeeds, letterId?: string): Promise<SendOutcome> {
  if (needs.inFlight.isFull()) return 'full';
  const now = needs.clock.now();
  const leaseEndsAt = secondsLater(now, leaseSeconds);
  const claim = { now, leaseEndsAt, letterId, except: needs.inFlight.ids() };
  const letter = await claimLetter(needs.database, claim);
  return letter ? needs.inFlight.track(letter.id, (stopping) => sendClaimed(needs, letter, stopping)) : 'none-due';
}

async function sendClaimed(needs: SendLetterNeeds, letter: ClaimedLetter, stopping: AbortSignal): Promise<SendOutcome> {
  const lease = startLeaseRenewal(needs, letter);
  try {
    await needs.mailer.send(await composeLetter(needs, letter), stopping);
  } catch (error) {
    await lease.end();
    return recordFailedAttempt(needs, letter, error);
  }
  await lease.end();
  await markSent(needs.database, letter, needs.clock.now());
  return 'sent';
}

function startLeaseRenewal({ database, clock }: SendLetterNeeds, letter: ClaimedLetter) {
  let renewal = Promise.resolve();
  const renew = () => renewLease(database, letter, clock.now(), leaseSeconds).catch(() => undefined); // tried again soon
  const timer = setInterval(() => {
    renewal = renewal.then(renew);
  }, renewEverySeconds * 1000);
  return {
    end: () => {
      clearInterval(timer);
      return renewal;
    },
  };
}

async function composeLetter(needs: SendLetterNeeds, letter: ClaimedLetter): Promise<OutgoingLetter> {
  if (letter.sealedContent === null) throw new Error('the letter has no content');
  const { recipientName, content } = await openLetter(needs.keyring, letter.id, letter.sealedContent);
  return {
    id: letter.id,
    messageId: letter.messageId,
    from: { name: oneLine(needs.letterhead.productName), email: needs.mailFrom },
    to: { name: oneLine(recipientName), email: letter.recipient },
    createdAt: letter.createdAt,
    headers: automatedHeaders,
    ...renderLetter(content, needs.letterhead),
  };
}
