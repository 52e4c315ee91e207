// When we ask an owner whether they are well, and when silence counts. Pure. Only emails that have left count: an owner who never got a
// question is not silent.
import { daysLater } from '../../platform/lib/clock.ts';

/** The question and three reminders. */
export const emailsPerRound = 4;
/** From the time an email leaves to the next email; after the last, to the end of the round. */
export const daysBetweenEmails = 10;
/** A round whose email cannot be delivered ends. We try again after this long. */
const daysAfterFailure = 30;
export const maxPauseMonths = 12;

export interface CheckInState {
  months: number;
  nextAt: Date | null;
  pausedUntil: Date | null;
  roundAt: Date | null;
  /** How many emails of the open round were written. */
  step: number;
  silentAt: Date | null;
  /** The last sign of the owner. */
  seenAt: Date | null;
  /** The last email of the open round. */
  letter: { status: string; createdAt: Date; sentAt: Date | null } | null;
}

export type CheckInStep =
  | { do: 'nothing' }
  /** The owner was here: the next question is later, and an open round is over. */
  | { do: 'answer'; nextAt: Date }
  | { do: 'ask'; step: number }
  /** The email of the round is lost, or a wrong clock dated it. */
  | { do: 'begin-again'; nextAt: Date }
  | { do: 'ask-executors' };

const nothing: CheckInStep = { do: 'nothing' };

export function nextStep(state: CheckInState, now: Date): CheckInStep {
  const { months, nextAt, pausedUntil, roundAt, silentAt, seenAt } = state;
  const since = roundAt ?? silentAt;
  if (since && seenAt && seenAt > since) return { do: 'answer', nextAt: monthsLater(seenAt, months) };
  if (roundAt) return nextOfRound(state, now);
  if ((pausedUntil && pausedUntil > now) || (nextAt && nextAt > now)) return nothing;
  const later = seenAt && monthsLater(seenAt, months);
  return later && later > now ? { do: 'answer', nextAt: later } : { do: 'ask', step: 1 };
}

function nextOfRound({ letter, step }: CheckInState, now: Date): CheckInStep {
  if (!letter) return { do: 'begin-again', nextAt: now };
  if (letter.status === 'failed') return { do: 'begin-again', nextAt: daysLater(now, daysAfterFailure) };
  if (letter.status !== 'sent' || !letter.sentAt) return nothing;
  // A clock that had gone back may have dated it before it was written.
  const leftAt = new Date(Math.max(letter.sentAt.getTime(), letter.createdAt.getTime()));
  if (leftAt > daysLater(now, 1)) return { do: 'begin-again', nextAt: now };
  if (daysLater(leftAt, daysBetweenEmails) > now) return nothing;
  return step < emailsPerRound ? { do: 'ask', step: step + 1 } : { do: 'ask-executors' };
}

/** The same day some months later; the last of the month if it has no such day. */
export function monthsLater(from: Date, months: number): Date {
  const later = new Date(from);
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== from.getUTCDate()) later.setUTCDate(0);
  return later;
}

export interface CheckInChoice {
  months: number | null;
  pausedUntil: Date | null;
  /** The vaults whose executors we ask. */
  vaultIds: readonly string[];
  /** Those of them that a silence releases after their wait instead. */
  releaseIds: readonly string[];
  yearly: boolean;
}

/** Whether somebody who relies on the check-in would learn of a silence later, or never. */
export function asksLess(before: CheckInChoice, after: CheckInChoice, now: Date): boolean {
  if (before.months === null) return false;
  if (after.months === null || after.months > before.months) return true;
  return (
    pauseOf(after, now) > pauseOf(before, now) ||
    lacks(after.vaultIds, before.vaultIds) ||
    lacks(after.releaseIds, before.releaseIds)
  );
}

const pauseOf = ({ pausedUntil }: CheckInChoice, now: Date) => Math.max(pausedUntil?.getTime() ?? 0, now.getTime());
const lacks = (ids: readonly string[], wanted: readonly string[]) => wanted.some((id) => !ids.includes(id));
const without = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => !others.includes(id));

/** The vaults that a silence newly releases, or releases earlier than before. Choosing this needs a proof, as a near date does. */
export function releasedSooner(before: CheckInChoice, after: CheckInChoice, now: Date): string[] {
  if (after.months === null) return [];
  const isSooner = before.months === null || after.months < before.months || pauseOf(after, now) < pauseOf(before, now);
  return isSooner ? [...after.releaseIds] : without(after.releaseIds, before.releaseIds);
}

/** What a change did to the vaults that a silence releases. */
export interface ChangedReleases {
  added: readonly string[];
  removed: readonly string[];
}
export const changedReleases = (before: CheckInChoice, after: CheckInChoice, now: Date): ChangedReleases => ({
  added: releasedSooner(before, after, now),
  removed: without(before.releaseIds, after.releaseIds),
});

/**
 * What an undo restores. Each part is the one that asks more, so that a link never weakens a later choice. What a silence releases is restored
 * exactly, so that a link never releases more than before.
 */
export const strongerOf = (
  before: CheckInChoice,
  now: CheckInChoice,
  { added, removed }: ChangedReleases,
): CheckInChoice => ({
  months: minOf(before.months, now.months),
  pausedUntil:
    before.pausedUntil && now.pausedUntil && (before.pausedUntil < now.pausedUntil ? before : now).pausedUntil,
  vaultIds: [...new Set([...before.vaultIds, ...now.vaultIds])],
  releaseIds: [...new Set([...without(now.releaseIds, added), ...removed])],
  yearly: before.yearly || now.yearly,
});

const minOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** "every 3 months, not before 2027-03-04; the executors of 2 vaults are asked if there is no answer" */
export function choiceInWords({ months, pausedUntil, vaultIds, releaseIds }: CheckInChoice, now: Date): string {
  if (months === null) return 'off';
  const often = months === 1 ? 'every month' : months === 12 ? 'once a year' : `every ${months} months`;
  const pause = pausedUntil && pausedUntil > now ? `, but not before ${pausedUntil.toISOString().slice(0, 10)}` : '';
  const asking = without(vaultIds, releaseIds).length;
  const asked = asking === 0 ? 'no executors are' : `the executors of ${vaultsInWords(asking)} are`;
  const released = releaseIds.length;
  const releases =
    released === 0 ? '' : `; ${vaultsInWords(released)} ${released === 1 ? 'is' : 'are'} then released after a wait`;
  return `${often}${pause}; ${asked} asked if there is no answer${releases}`;
}

const vaultsInWords = (count: number): string => (count === 1 ? 'one vault' : `${count} vaults`);
