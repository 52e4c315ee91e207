// Wraps an owner's pages. Anyone who is not signed in is redirected to the login page, with a message unless they followed one of our
// links.
import { type ReactNode, useEffect } from 'react';
import { useLocation } from '../../lib/location.tsx';
import { LoadFailure } from '../../ui/notice.tsx';
import { PageLoading } from '../../ui/page/page-loading.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';
import { loginPath, redirectToLogin } from './login-redirect.ts';
import { mayHaveSession } from './session-hint.ts';
import { useUser } from './use-user.ts';

interface RequireOwnerProps {
  /** The page's heading, shown until we know who is signed in. */
  title: string;
  children: ReactNode;
}

export function RequireOwner({ title, children }: RequireOwnerProps) {
  const session = useUser();
  const isSignedOut = session.status === 'signed-out';
  const isNewcomer = useLocation().arrival === 'moved' && !mayHaveSession();
  useEffect(() => {
    if (!isSignedOut) return;
    // Someone who followed one of our links without a session was not logged out.
    if (isNewcomer) window.location.assign(loginPath(`${window.location.pathname}${window.location.search}`));
    else redirectToLogin();
  }, [isSignedOut, isNewcomer]);
  if (session.status === 'signed-in') return children;
  if (session.status === 'failed')
    return (
      <PageShell title="We could not check your session" width="text">
        <LoadFailure error={session.error} onRetry={session.retry} />
      </PageShell>
    );
  return <PageLoading title={title} />;
}
