// After a log-out in another tab, this one no longer shows the owner's data. It does not sign in by itself, because a provider would let
// the person in again without asking; Log In opens a new document.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { product } from '../lib/product.ts';
import { onSignOutElsewhere } from '../people/sessions/forget-on-sign-out.ts';
import { allowRedirects, signInPath } from '../people/sessions/login-redirect.ts';
import { mayHaveSession } from '../people/sessions/session-hint.ts';
import { userQuery } from '../people/sessions/use-user.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageShell } from '../ui/page/page-shell.tsx';
import { PlainFrame } from './frames.tsx';

/** Whether another tab has logged out. The page then forgets the owner. */
export function useLoggedOutElsewhere(): boolean {
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  useEffect(() => onSignOutElsewhere(() => setOver(true)), []);
  useEffect(() => {
    allowRedirects(!isOver);
    if (!isOver) return;
    client.removeQueries({ type: 'inactive' });
    void client.resetQueries(userQuery);
  }, [client, isOver]);
  useEffect(() => {
    // A page that the browser has suspended receives no event.
    const onShown = ({ persisted }: PageTransitionEvent) => {
      if (persisted && !mayHaveSession() && client.getQueryData(userQuery.queryKey)) window.location.reload();
    };
    window.addEventListener('pageshow', onShown);
    return () => window.removeEventListener('pageshow', onShown);
  }, [client]);
  return isOver;
}

const title = 'You are logged out';

export function LoggedOutElsewhere() {
  useEffect(() => {
    document.title = `${title} · ${product.name}`;
  }, []);
  const here = `${window.location.pathname}${window.location.search}`;
  return (
    <PlainFrame>
      <PageShell title={title} width="text">
        <p role="alert" className="mb-8 text-muted">
          You logged out in another tab of this browser. Everything that you had not sent was deleted.
        </p>
        <ButtonLink href={signInPath(here)}>Log In</ButtonLink>
      </PageShell>
    </PlainFrame>
  );
}
