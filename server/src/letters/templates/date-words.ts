// What the letter about a changed release date says.
import type { FactsOf } from './letter-content.ts';
import { formatMoment, type LetterOwner } from './letter-words.ts';

type Change = FactsOf<'owner-change'>;

export interface Words {
  subject: string;
  /** What happened, after "On {moment}". */
  happened: string;
  /** The link's effect besides signing everybody else out; empty if nothing can be restored. */
  putsBack: string;
}

/** `before` and `after` are instants; null for no date. */
export function dateWords(
  { vaultTitle, before, after }: Pick<Change, 'vaultTitle' | 'before' | 'after'>,
  zone: LetterOwner,
): Words {
  if (!after)
    return {
      subject: 'The release date of your vault was removed',
      happened: `the release date of your vault “${vaultTitle}”, ${formatMoment(before ?? '', zone)}, was removed. Only its executor can release it now.`,
      putsBack: 'You can restore the date while it is still in the future.',
    };
  const delivery = 'We will deliver it to its recipient then. Once they have opened it, the delivery cannot be undone.';
  if (!before)
    return {
      subject: 'Your vault has a release date',
      happened: `a release date was set for your vault “${vaultTitle}”: ${formatMoment(after, zone)}. ${delivery}`,
      putsBack: 'You can remove the date again.',
    };
  return {
    subject: 'The release date of your vault was changed',
    happened: `the release date of your vault “${vaultTitle}” was changed from ${formatMoment(before, zone)} to ${formatMoment(after, zone)}. ${delivery}`,
    putsBack: 'You can restore the previous date while it is still in the future.',
  };
}
