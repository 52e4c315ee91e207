// What a letter to somebody who never asked for it waits for: the operator, after a report, or a limit that is over. It is never dropped. A
// report ends by itself, so that nobody can stop the delivery of an owner who has died.
import { reportedWaitDays, sentToStrangersPerDay } from '@remembrance/contract/limits.ts';
import type { ClaimedLetter } from '../../letters/ledger/claim-store.ts';
import { notifyOperator, oncePerDay } from '../../letters/ledger/notify-operator.ts';
import { strangersOwner } from '../../letters/ledger/report-link.ts';
import { waitingReason } from '../../letters/ledger/report-store.ts';
import type { LetterWait } from '../../letters/sending/record-failed-attempt.ts';
import { hasPaid } from '../../plans/purchase-store.ts';
import { daysLater, isWaiting } from '../../platform/lib/clock.ts';
import { Refusal } from '../../platform/lib/refusal.ts';
import { type LetterLimitNeeds, limitStrangers } from '../executors/limit-executor-letters.ts';
import { hasConfirmed } from '../vault-access/address-store.ts';

type Owner = NonNullable<ClaimedLetter['owner']>;
const aDay = { seconds: 86_400, durable: true };

/**
 * The letters that are counted when their owner causes them, and two with limits of their own: the mailed code, which cannot wait, and those about a
 * request, with which one executor would use up what the owner's other vaults need for their recipients.
 */
export const countedBefore = ['executor-code', 'executor-replaced', 'executor-date', 'recipient-code', 'executor-wait'];

export async function findLetterWait(needs: LetterLimitNeeds, letter: ClaimedLetter): Promise<LetterWait | null> {
  const owner = strangersOwner(letter);
  if (!owner) return null;
  return (await findReportWait(needs, letter, owner)) ?? findLimitWait(needs, letter, owner);
}

/** Null if the wait is over, or a clock that was ahead began it. */
export function reportWaitUntil(reportedAt: Date, now: Date): Date | null {
  const until = daysLater(reportedAt, reportedWaitDays);
  return isWaiting(until, reportedWaitDays * 86_400, now) ? until : null;
}

async function findReportWait(
  { database, clock }: LetterLimitNeeds,
  { vaultId, recipient }: ClaimedLetter,
  { reportedAt }: Owner,
): Promise<LetterWait | null> {
  const until = reportedAt && reportWaitUntil(new Date(reportedAt), clock.now());
  if (!until) return null;
  if (vaultId && (await hasConfirmed(database, { vaultId, email: recipient }))) return null;
  return { until, reason: 'an email of the owner was reported' };
}

async function findLimitWait(needs: LetterLimitNeeds, letter: ClaimedLetter, owner: Owner): Promise<LetterWait | null> {
  const { attempts, lastError, recipient } = letter;
  // A letter that a mail server was offered before was counted then.
  if (attempts > 1 || !(lastError ?? waitingReason).startsWith(waitingReason)) return null;
  try {
    const createdAt = new Date(owner.createdAt);
    await limitStrangers(needs, { id: owner.id, createdAt }, recipient.toLowerCase());
    if (!countedBefore.includes(letter.kind)) await limitSent(needs, owner.id);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await reportLimit(needs, letter, owner);
    // The owner may have paid by then.
    const latest = daysLater(needs.clock.now(), 1).getTime();
    const until = new Date(Math.min(error.extras.retryAt?.getTime() ?? latest, latest));
    return { until, reason: 'a limit of emails to others is reached' };
  }
}

async function limitSent({ rateLimiter, database }: LetterLimitNeeds, ownerId: string): Promise<void> {
  const { ofOwner, ofUnpaid } = sentToStrangersPerDay;
  await rateLimiter.take('letters to strangers of', ownerId, { ...aDay, tries: ofOwner });
  if (await hasPaid(database, ownerId)) return;
  await rateLimiter.take('letters to strangers', 'of owners who have paid nothing', { ...aDay, tries: ofUnpaid });
}

const reportLimit = (needs: LetterLimitNeeds, { id, kind, vaultId }: ClaimedLetter, owner: Owner): Promise<void> =>
  needs.database.transaction((tx) =>
    notifyOperator(needs, tx, {
      what: 'Emails to recipients or executors wait because a limit is reached',
      facts: [
        `Email ${id} of the kind ${kind}${vaultId ? `, about vault ${vaultId}` : ''}, of the account ${owner.id}, and perhaps others today.`,
        'They wait for a day at most and are then tried again; none is dropped. “npm run admin -- letters” lists them.',
      ],
      onceKey: oncePerDay('letters-wait', needs.clock.now()),
    }),
  );
