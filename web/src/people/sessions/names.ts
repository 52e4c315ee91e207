// The displayed name of an owner, and the initials shown without a picture.
import type { User } from '@remembrance/contract/sessions.ts';

type Named = Pick<User, 'firstName' | 'lastName'>;

export const fullNameOf = ({ firstName, lastName }: Named): string =>
  [firstName, lastName].filter((name) => name?.trim()).join(' ') || 'User';

export const initialsOf = ({ firstName, lastName }: Named): string =>
  [firstName, lastName].map(firstLetter).join('').toUpperCase() || 'U';

// By grapheme clusters, so that an accented letter or an emoji is not split.
const segmenter = new Intl.Segmenter();
const firstLetter = (name: string | null): string => {
  const [first] = segmenter.segment(name?.trim() ?? '');
  return first?.segment ?? '';
};
