// How a vault can still be released: by an executor, on its date, by both, or not at all. Pure.
import type { VaultListItem } from '@remembrance/contract/vaults.ts';
import { shortDate } from '../../lib/dates.ts';

/** An active vault that nobody can release: the addition of its only executor was undone, and it has no date. */
export const hasNoReleaseWay = ({ status, paymentStatus, codes, scheduledReleaseDate }: VaultListItem): boolean =>
  status === 'active' && paymentStatus !== 'unpaid' && codes.length === 0 && !scheduledReleaseDate;

/** What a vault's release depends on while its plan is not paid for. */
export function releaseWays({ codes, scheduledReleaseDate }: VaultListItem): string {
  const on = scheduledReleaseDate && `released on ${shortDate(scheduledReleaseDate)}`;
  if (codes.length === 0)
    return on
      ? `This vault is still ${on}.`
      : 'This vault has no executor and no release date, so nobody can release it.';
  const by = `Your ${codes.length > 1 ? 'executors' : 'executor'} can still release this vault`;
  return on ? `${by}. Otherwise it is ${on}.` : `${by}.`;
}
