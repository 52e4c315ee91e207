// Sends one letter: claims it, composes it, hands it to the mailer, and writes down how it went.
// At least once: a crash after the mail server's yes and before ours repeats the letter, with the same Message-ID.
import type { Keyring } from '../keys/keyring.ts';
import { secondsLater } from '../lib/clock.ts';
import { type ClaimedLetter, claimLetter, markSent, renewLease } from './letter-store.ts';
import type { LettersInHand } from './letters-in-hand.ts';
import type { Mailer, OutgoingLetter } from './mailer.ts';
import { type PutAsideNeeds, putAside } from './put-letter-aside.ts';
import { openLetter } from './sealed-letter.ts';
import { type Letterhead, oneLine } from './templates/letter-words.ts';
import { renderLetter } from './templates/render-letter.ts';

export interface SendLetterNeeds extends PutAsideNeeds {
  keyring: Keyring;
  mailer: Mailer;
  letterhead: Letterhead;
  /** The address letters come from. */
  mailFrom: string;
  inHand: LettersInHand;
  /** Shorter in tests. */
  hangsAfterMilliseconds?: number;
}

/** `unavailable`: no other letter would fare better now; `none-due`: nothing to take; `full`: too many are under way. */
export type SendOutcome = 'sent' | 'later' | 'failed' | 'unavailable' | 'none-due' | 'full';

/** A claim is renewed while its sender lives, so that a letter of one that died waits no longer than this. */
const leaseSeconds = 90;
const renewEverySeconds = 30;

/** Asks out-of-office robots to stay quiet (RFC 3834, and Exchange's own word for it), and still hears of bounces. */
const machineWritten = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** Sends the letter of that id if it is due, or without an id the letter due longest. */
export async function sendLetter(needs: SendLetterNeeds, letterId?: string): Promise<SendOutcome> {
  if (needs.inHand.isFull()) return 'full';
  const now = needs.clock.now();
  const leaseEndsAt = secondsLater(now, leaseSeconds);
  const claim = { now, leaseEndsAt, letterId, except: needs.inHand.ids() };
  const letter = await claimLetter(needs.database, claim);
  return letter ? needs.inHand.hold(letter.id, (stopping) => sendClaimed(needs, letter, stopping)) : 'none-due';
}

async function sendClaimed(needs: SendLetterNeeds, letter: ClaimedLetter, stopping: AbortSignal): Promise<SendOutcome> {
  const lease = keepLease(needs, letter);
  try {
    await needs.mailer.send(await composeLetter(needs, letter), stopping);
  } catch (error) {
    await lease.end();
    return putAside(needs, letter, error);
  }
  await lease.end();
  await markSent(needs.database, letter, needs.clock.now());
  return 'sent';
}

function keepLease({ database, clock }: SendLetterNeeds, letter: ClaimedLetter) {
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
