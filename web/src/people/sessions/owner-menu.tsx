// Shows who is signed in, with links to the account and to log out.
import { getUser, type User } from '@remembrance/contract/sessions.ts';
import { LogOut as LogOutIcon } from 'lucide';
import { useState } from 'react';
import { call, isUnauthorized, unexplainedSentence } from '../../lib/call.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { Avatar, fullNameOf } from './avatar.tsx';
import { findUnsentWork } from './find-unsent-work.ts';
import { browserStorage, signOut } from './forget-on-sign-out.ts';
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
          <span className="block truncate font-semibold" dir="auto" lang="" translate="no">
            {fullNameOf(user)}
          </span>
          <span className="block truncate text-muted text-sm">
            <AsWritten>{user.email}</AsWritten>
          </span>
        </span>
      </Link>
      <LogOut />
    </div>
  );
}

const asThrown = (error: unknown): unknown => error;

/** Asks first if that would remove unsent work from this browser. A link could be opened in a new tab, past the question and the deletion. */
function LogOut() {
  const [unsent, setUnsent] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    // Without the service nobody is logged out, and the browser would show its own error page.
    const failure = await call(getUser).then(() => undefined, asThrown);
    setLeaving(false);
    if (failure === undefined || isUnauthorized(failure)) return signOut();
    setUnsent(undefined);
    toastFailure(failure, { title: 'You are still logged in', fallback: unexplainedSentence });
  };
  const press = async () => {
    const found = await findUnsentWork(browserStorage(), new Date());
    if (found) setUnsent(found);
    else void leave();
  };
  return (
    <>
      <Button
        variant="secondary"
        size="compact"
        className="max-lg:gap-0"
        isBusy={isLeaving}
        onClick={press}
        icon={<Icon of={LogOutIcon} className="size-[18px]" />}
      >
        <span className="max-lg:sr-only">Log Out</span>
      </Button>
      <Confirmation
        isOpen={unsent !== undefined}
        title="Log out and lose unsent work?"
        description={`Logging out deletes the ${unsent} that you have not sent yet, in all tabs of this browser. This cannot be undone.`}
        no="Stay"
        yes="Log Out"
        variant="danger"
        isBusy={isLeaving}
        onConfirm={() => void leave()}
        onClose={() => setUnsent(undefined)}
      />
    </>
  );
}
