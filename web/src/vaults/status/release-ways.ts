// How a vault can still be released while its plan is not paid for: by an executor, on its date, by both, or not at all. Pure.
import type { VaultListItem } from '@remembrance/contract/vaults.ts';
import { shortDate } from '../../lib/dates.ts';

export function releaseWays({ codes, scheduledReleaseDate }: VaultListItem): string {
  const on = scheduledReleaseDate && `released on ${shortDate(scheduledReleaseDate)}`;
  if (codes.length === 0)
    return on
      ? `This vault is still ${on}.`
      : 'This vault has no executor and no release date, so nobody can release it.';
  const by = `Your ${codes.length > 1 ? 'executors' : 'executor'} can still release this vault`;
  return on ? `${by}. Otherwise it is ${on}.` : `${by}.`;
}
