// The owner's picture, or their initials.
import type { User } from '@remembrance/contract/sessions.ts';
import { initialsOf } from './names.ts';

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
