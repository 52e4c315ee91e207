// The owner's picture, or their initials, and their displayed name.
import { graphemesOf } from '@remembrance/contract/graphemes.ts';
import type { User } from '@remembrance/contract/sessions.ts';

type Pictured = Pick<User, 'firstName' | 'lastName' | 'profileImageUrl'>;

export function Avatar({ user, size = 'small' }: { user: Pictured; size?: 'small' | 'large' }) {
  if (user.profileImageUrl)
    return <img src={user.profileImageUrl} alt="" className={`rounded-full object-cover ${sizes[size]}`} />;
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-full bg-primary font-semibold text-on-primary ${sizes[size]}`}
    >
      {initialsOf(user)}
    </span>
  );
}

const sizes = { small: 'size-11 text-sm', large: 'size-20 text-title-sm' };

type Named = Pick<User, 'firstName' | 'lastName'>;

export const fullNameOf = ({ firstName, lastName }: Named): string =>
  [firstName, lastName].filter((name) => name?.trim()).join(' ') || 'User';

export const initialsOf = ({ firstName, lastName }: Named): string =>
  [firstName, lastName].map(firstLetter).join('').toUpperCase() || 'U';

// By grapheme clusters, so that an accented letter or an emoji is not split.
const firstLetter = (name: string | null): string => graphemesOf(name?.trim() ?? '')[0] ?? '';
