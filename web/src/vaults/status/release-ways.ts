// How a vault can still be released (by an executor, on its date, by both, or not at all), and what its plan means for it. Pure.
import type { VaultListItem } from '@remembrance/contract/vaults.ts';
import { dayAndMonth, shortDate } from '../../lib/dates.ts';

/** An active vault that nobody can release: the addition of its only executor was undone, and it has no date. */
export const hasNoReleaseWay = (vault: VaultListItem): boolean =>
  vault.status === 'active' &&
  vault.paymentStatus !== 'unpaid' &&
  vault.codes.length === 0 &&
  !vault.scheduledReleaseDate &&
  !vault.releasesInSilence;

export const isConfirmed = ({ confirmedAt, usedAt }: VaultListItem['codes'][number]): boolean =>
  confirmedAt !== null || usedAt !== null;

/** The executors of an active vault who have not shown that our email arrived. An owner is never asked to make them use the code. */
export const unconfirmed = ({ status, paymentStatus, codes }: VaultListItem): string[] =>
  status === 'active' && paymentStatus !== 'unpaid'
    ? codes.filter((code) => !isConfirmed(code) && code.letter !== 'undelivered').map(({ executor }) => executor)
    : [];

/** What a vault's release depends on while its plan is not paid for. */
export function releaseWays({ codes, scheduledReleaseDate, releasesInSilence }: VaultListItem): string {
  const on = scheduledReleaseDate && `released on ${shortDate(scheduledReleaseDate)}`;
  if (codes.length === 0)
    return on
      ? `This vault is still ${on}.`
      : releasesInSilence
        ? 'This vault is still released if you do not answer us.'
        : 'This vault has no executor and no release date, so nobody can release it.';
  const by = `Your ${codes.length > 1 ? 'executors' : 'executor'} can still release this vault`;
  return on ? `${by}. Otherwise it is ${on}.` : `${by}.`;
}

export const planTrouble = {
  'past-due': 'The last payment failed.',
  ended: 'Your plan has ended.',
  paused: 'Your plan is paused.',
};

/** What a plan means for its vault. Empty if the plan's state is unknown. */
export function planText(vault: VaultListItem): string {
  const { paymentStatus, planState, paidUntil } = vault;
  if (paymentStatus === 'unpaid') return '';
  if (planState === 'trial') return paidUntil ? `Free until ${dayAndMonth(paidUntil)}.` : 'Free month.';
  if (planState === 'paid')
    return paidUntil ? `Paid until ${shortDate(paidUntil)}.` : 'You paid once. We charge nothing more.';
  return planState ? `${planTrouble[planState]} ${releaseWays(vault)}` : '';
}

/** Who asked for the release, or that a check-in was not answered, and when it takes effect. */
export function askedText({ askedBy, state, dueAt }: NonNullable<VaultListItem['releaseRequest']>): string {
  const why = askedBy === null ? 'You did not answer us.' : `${askedBy} asked to release it.`;
  const then = state === 'waiting' ? ` It will be released on ${shortDate(dueAt)}.` : '';
  return `${why}${then} You can stop it.`;
}
