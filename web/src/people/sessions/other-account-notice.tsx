// Says that the browser's session is another owner's by now: somebody signed in or confirmed an address in another tab. What is typed on
// this page stays, and nothing of it is sent in the other owner's name.
import type { User } from '@remembrance/contract/sessions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { otherAccountEvent } from '../../lib/call.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { mayHaveSession } from './session-hint.ts';
import { askForUser, userQuery } from './use-user.ts';

export function OtherAccountNotice() {
  const accounts = useOtherAccount();
  if (!accounts) return null;
  const { own, other } = accounts;
  return (
    <aside
      aria-label="Somebody else is signed in here now"
      className="on-screen-only sticky top-0 z-20 mx-auto w-full max-w-shell bg-paper px-5 pt-5 pb-2 sm:px-8"
    >
      <Notice
        variant="danger"
        isAnnounced
        title="Somebody else is signed in here now"
        action={
          <div className="flex flex-wrap gap-3">
            {/* Logging out first would delete what is typed here. */}
            <ButtonLink size="compact" href="/sign-in?again" target="_blank">
              Log in again in a new tab
            </ButtonLink>
            <ButtonLink variant="quiet" size="compact" href="/">
              Leave this page
            </ButtonLink>
          </div>
        }
      >
        <p>
          This page is for <AsWritten>{own.email}</AsWritten>, but in another tab of this browser{' '}
          <AsWritten>{other.email}</AsWritten> has signed in. Your text is kept, and nothing is sent in their name. Log
          in again, then go on here.
        </p>
      </Notice>
    </aside>
  );
}

/** Compared when somebody comes back to the tab, and when the service has refused a write. */
function useOtherAccount(): { own: User; other: User } | undefined {
  const client = useQueryClient();
  const [accounts, setAccounts] = useState<{ own: User; other: User }>();
  useEffect(() => {
    const compare = async () => {
      const own = client.getQueryData<User>(userQuery.queryKey);
      if (!own || document.hidden || !mayHaveSession()) return;
      // A session that cannot be read now is left to the page's own calls.
      const other = await askForUser().catch(() => undefined);
      if (other) setAccounts(other.id === own.id ? undefined : { own, other });
    };
    const controller = new AbortController();
    const listen = (target: EventTarget, event: string) =>
      target.addEventListener(event, () => void compare(), { signal: controller.signal });
    listen(window, 'focus');
    listen(document, 'visibilitychange');
    listen(window, otherAccountEvent);
    return () => controller.abort();
  }, [client]);
  return accounts;
}
