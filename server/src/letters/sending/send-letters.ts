// Sends letters concurrently: claims them, composes each, passes it to the mailer, and records the outcome.
// At least once: after a crash between the mail server's reply and our record, a letter is sent again with the same Message-ID.
import { setTimeout as wait } from 'node:timers/promises';
import { secondsLater } from '../../platform/lib/clock.ts';
import { returnPathOf } from '../bounces/return-path.ts';
import { type ClaimedLetter, claimLetters, leavesOnHold } from '../ledger/claim-store.ts';
import type { SentLetter } from '../ledger/letter-batch-store.ts';
import { awaitedRank, type Ranks } from '../ledger/letter-rank.ts';
import { acceptedBy } from '../ledger/letter-rules.ts';
import { renewLease } from '../ledger/letter-store.ts';
import { type OpenLetterNeeds, openLetter } from '../ledger/open-letter.ts';
import { reportLink, strangersOwner } from '../ledger/report-link.ts';
import { waitingReason } from '../ledger/report-store.ts';
import { type Mailer, MailUnavailable, type OutgoingLetter } from '../mailers/mailer.ts';
import { type Letterhead, oneLine } from '../templates/letter-words.ts';
import { renderLetter } from '../templates/render-letter.ts';
import type { LettersInFlight } from './letters-in-flight.ts';
import {
  type FailedAttemptNeeds,
  JournalUnavailable,
  type LetterWait,
  LetterWaits,
  recordFailedAttempt,
} from './record-failed-attempt.ts';

export interface SendLetterNeeds extends FailedAttemptNeeds, OpenLetterNeeds {
  mailer: Mailer;
  letterhead: Letterhead;
  /** Whether owners without a password sign in at an OpenID provider. */
  hasOpenIdProvider: boolean;
  /** The address letters come from. */
  mailFrom: string;
  /** Where bounces go; undefined for `mailFrom`. */
  bounceAddress?: string | undefined;
  inFlight: LettersInFlight;
  /** Records that a letter was sent, together with others sent at the same moment. */
  recordSent: (sent: SentLetter) => Promise<void>;
  /** While on hold, hardly anything is sent: an older database does not know which letters were sent. */
  isOnHold: () => Promise<boolean>;
  /** Once it resolves, everything committed so far is in the journal. */
  writeJournal: () => Promise<void>;
  /** Whether this process cannot write the journal at present. */
  isCutOff: () => boolean;
  /** What a letter to a stranger waits for; null if it may leave. */
  findWait: (letter: ClaimedLetter) => Promise<LetterWait | null>;
  /** Shorter in tests. */
  maxWaitMilliseconds?: number;
}

/** `unavailable`: no letter can be sent now. */
export type SendOutcome = 'sent' | 'later' | 'failed' | 'unavailable';

/** A sender renews its claim while it runs, so that a letter whose sender died waits no longer than this. */
const leaseSeconds = 90;
const renewEverySeconds = 30;
const maxWaitMilliseconds = 5000;

/** Prevents automatic replies (RFC 3834, and Exchange's own header), but not bounces. */
const automatedHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** The letters with the ids, or the first due ones of some ranks. */
interface Wanted {
  max: number;
  letterIds?: readonly string[] | undefined;
  among?: Ranks | undefined;
}

/** Of the room, this part is only for letters that somebody waits for: others may all wait for the journal or a mail server. */
const keptPart = 1 / 3;

/**
 * Sends due letters, at most `max` and as many as there is room for. It waits at most five seconds: letters that hang continue in the
 * background, so that they do not delay the next ones.
 */
export async function sendLetters(needs: SendLetterNeeds, wanted: Wanted): Promise<(SendOutcome | 'hangs')[]> {
  const sendings = await startSending(needs, wanted);
  const done = new AbortController();
  const timeout = wait(needs.maxWaitMilliseconds ?? maxWaitMilliseconds, 'hangs' as const, { signal: done.signal });
  timeout.catch(() => undefined);
  const outcomes = sendings.map(async (sending) => {
    const outcome = await Promise.race([sending, timeout]);
    if (outcome === 'hangs') sending.catch((error: Error) => needs.log('a letter failed', { fault: error.name }));
    return outcome;
  });
  await Promise.allSettled(outcomes);
  done.abort();
  return Promise.all(outcomes);
}

async function startSending(needs: SendLetterNeeds, wanted: Wanted): Promise<Promise<SendOutcome>[]> {
  const { database, clock, inFlight, mailer } = needs;
  const { max, letterIds } = wanted;
  const onHold = await needs.isOnHold();
  // Another process may be able to send what this one would only keep waiting. On hold nothing is written.
  if (!onHold && needs.isCutOff()) return [];
  const general = letterIds ? 0 : inFlight.reserve(max, Math.floor(mailer.atOnce * keptPart));
  const room = general || inFlight.reserve(max);
  if (room === 0) return [];
  const among = general ? wanted.among : awaitedRank;
  let used = 0;
  try {
    const now = clock.now();
    const leaseEndsAt = secondsLater(now, leaseSeconds);
    const except = inFlight.ids();
    const letters = await claimLetters(database, { now, leaseEndsAt, max: room, letterIds, among, except, onHold });
    used = letters.length;
    return letters.map((letter) => inFlight.track(letter.id, (stopping) => sendClaimed(needs, letter, stopping)));
  } finally {
    inFlight.unreserve(room - used);
  }
}

async function sendClaimed(needs: SendLetterNeeds, letter: ClaimedLetter, stopping: AbortSignal): Promise<SendOutcome> {
  const lease = startLeaseRenewal(needs, letter);
  let answer: string;
  try {
    await needs.writeJournal().catch(unavailable); // a restored database must know what the letter promises
    // Asked after the claim: the database may have gone back since it was claimed, or before.
    if ((await needs.isOnHold()) && !leavesOnHold(letter))
      throw new MailUnavailable(`${waitingReason}the database is on hold`);
    const wait = await needs.findWait(letter);
    if (wait) throw new LetterWaits(wait);
    answer = await needs.mailer.send(await composeLetter(needs, letter), stopping);
  } catch (error) {
    await lease.end();
    return recordFailedAttempt(needs, letter, error);
  }
  await lease.end();
  await needs.recordSent({ letter, sentAt: needs.clock.now(), acceptedBy: acceptedBy(needs.mailer.server, answer) });
  return 'sent';
}

function unavailable(cause: Error): never {
  throw new JournalUnavailable(`${waitingReason}the journal cannot be written: ${cause.message}`, { cause });
}

function startLeaseRenewal({ database, clock }: SendLetterNeeds, letter: ClaimedLetter) {
  let renewal = Promise.resolve();
  const renew = () => renewLease(database, letter, clock.now(), leaseSeconds).catch(() => undefined); // retried soon
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
  const { recipientName, content } = await openLetter(needs, letter.facts, letter.recipient);
  const letterhead = {
    ...needs.letterhead,
    timeZone: letter.timeZone ?? undefined,
    signsInAtProvider: needs.hasOpenIdProvider && !letter.hasPassword,
    reportLink: strangersOwner(letter) ? reportLink(needs, letter.id) : undefined,
  };
  return {
    id: letter.id,
    messageId: letter.messageId,
    from: { name: oneLine(needs.letterhead.productName), email: needs.mailFrom },
    to: { name: oneLine(recipientName), email: letter.recipient },
    replyTo: needs.letterhead.supportEmail,
    createdAt: letter.createdAt,
    headers: automatedHeaders,
    returnPath: needs.bounceAddress ? returnPathOf(needs.keyring, needs.bounceAddress, letter.id) : undefined,
    ...renderLetter(content, letterhead),
  };
}
