// Wraps the pages of an owner. Anyone who is not signed in sees a message and is redirected to the login page.
import { type ReactNode, useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageShell } from '../ui/page-shell.tsx';
import { redirectToLogin } from './login-redirect.ts';
import { useUser } from './use-user.ts';

export function RequireOwner({ children }: { children: ReactNode }) {
  const session = useUser();
  const isSignedOut = session.status === 'signed-out';
  useEffect(() => {
    if (isSignedOut) redirectToLogin();
  }, [isSignedOut]);
  if (session.status === 'signed-in') return children;
  if (session.status === 'failed')
    return (
      <PageShell title="We could not check your session" width="text">
        <Notice variant="danger" action={<Button onClick={session.retry}>Try again</Button>}>
          {session.error.detail}
        </Notice>
      </PageShell>
    );
  return (
    <PageShell title="One moment" width="text">
      <div className="grid gap-4">
        <Skeleton />
        <Skeleton />
        <Skeleton className="h-32" />
      </div>
    </PageShell>
  );
}
