// Who is signed in, and the way out.
import type { User } from '@remembrance/contract/sessions.ts';
import { LogOut } from 'lucide-react';
import { ButtonLink } from '../ui/button.tsx';
import { logoutPath } from './login-redirect.ts';
import { fullNameOf, initialsOf } from './names.ts';

export function OwnerMenu({ user }: { user: User }) {
  return (
    <div className="flex w-full min-w-0 items-center gap-3 sm:w-auto">
      {user.profileImageUrl ? (
        <img src={user.profileImageUrl} alt="" className="size-11 rounded-full object-cover" />
      ) : (
        <span
          aria-hidden
          className="grid size-11 shrink-0 place-items-center rounded-full bg-primary font-semibold text-on-primary text-sm"
        >
          {initialsOf(user)}
        </span>
      )}
      <div className="min-w-0 max-w-64 flex-1 leading-tight">
        <p className="truncate font-semibold" dir="auto">
          {fullNameOf(user)}
        </p>
        <p className="truncate text-muted text-sm">{user.email}</p>
      </div>
      <ButtonLink
        variant="secondary"
        size="compact"
        href={logoutPath}
        icon={<LogOut aria-hidden className="size-[18px]" strokeWidth={1.75} />}
      >
        Log Out
      </ButtonLink>
    </div>
  );
}
