// A signed-in person's name as it is shown, and the letters that stand for a missing picture.
import type { User } from '@remembrance/contract/sessions.ts';

type Named = Pick<User, 'firstName' | 'lastName'>;

export const fullNameOf = ({ firstName, lastName }: Named): string =>
  [firstName, lastName].filter((name) => name?.trim()).join(' ') || 'User';

export const initialsOf = ({ firstName, lastName }: Named): string =>
  [firstName, lastName].map(firstLetter).join('').toUpperCase() || 'U';

// By whole characters, so that a letter with an accent of its own or an emoji is not cut in two.
const segmenter = new Intl.Segmenter();
const firstLetter = (name: string | null): string => {
  const [first] = segmenter.segment(name?.trim() ?? '');
  return first?.segment ?? '';
};
