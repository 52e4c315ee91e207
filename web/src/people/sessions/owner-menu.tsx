// Shows who is signed in, with links to the account and to log out.
import type { User } from '@remembrance/contract/sessions.ts';
import { LogOut } from 'lucide';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Avatar } from './avatar.tsx';
import { browserStorage, forgetOnSignOut } from './forget-on-sign-out.ts';
import { logoutPath } from './login-redirect.ts';
import { fullNameOf } from './names.ts';
import { BillingLink } from './owner-header.tsx';

interface OwnerMenuProps {
  user: User;
  /** False if it is shown above the list of vaults. */
  hasWayBack?: boolean;
}

export function OwnerMenu({ user, hasWayBack = false }: OwnerMenuProps) {
  return (
    <div className="flex w-full min-w-0 items-center gap-x-3 gap-y-2 max-lg:flex-wrap sm:w-auto sm:flex-[1_1_22rem] sm:justify-end sm:gap-x-4">
      {hasWayBack && (
        // On a phone the service's name links there, and the header is two rows.
        <ButtonLink to="/" variant="secondary" size="compact" className="max-sm:hidden">
          Back to your vaults
        </ButtonLink>
      )}
      <BillingLink />
      <Link
        to="/account"
        className="flex min-h-11 min-w-0 max-w-80 flex-[1_1_7rem] sm:flex-initial items-center gap-3 rounded-field leading-tight hover:underline"
      >
        <Avatar user={user} />
        <span className="sr-only">Your account: </span>
        <span className="min-w-0">
          <span className="block truncate font-semibold" dir="auto" translate="no">
            {fullNameOf(user)}
          </span>
          <span className="block truncate text-muted text-sm" translate="no">
            {user.email}
          </span>
        </span>
      </Link>
      <ButtonLink
        variant="secondary"
        size="compact"
        className="max-lg:gap-0"
        href={logoutPath}
        onClick={() => forgetOnSignOut(browserStorage(), new Date())}
        icon={<Icon of={LogOut} className="size-[18px]" />}
      >
        <span className="max-lg:sr-only">Log Out</span>
      </ButtonLink>
    </div>
  );
}
