// The root page: the landing page, or the dashboard once we know that the owner is signed in.
import { lazy, Suspense, useEffect } from 'react';
import { LandingPage } from '../landing/landing-page.tsx';
import { useBrowserValue } from '../lib/browser-value.ts';
import { hasSessionHint } from '../sessions/session-hint.ts';
import { useUser } from '../sessions/use-user.ts';

const loadOwnerFrame = () => import('./owner-frame.tsx');
const loadDashboard = () => import('../vaults/dashboard-page.tsx');
const OwnerFrame = lazy(loadOwnerFrame);
const DashboardPage = lazy(loadDashboard);

export default function HomePage() {
  const session = useUser();
  const mayBeOwner = useBrowserValue(hasSessionHint, false);
  useEffect(() => {
    // Along with the session, not after it. A chunk that cannot be loaded is asked for again when it is shown.
    if (mayBeOwner) Promise.all([loadOwnerFrame(), loadDashboard()]).catch(() => {});
  }, [mayBeOwner]);
  if (session.status !== 'signed-in') return <LandingPage />;
  return (
    <Suspense fallback={<LandingPage />}>
      <OwnerFrame>
        <DashboardPage user={session.user} />
      </OwnerFrame>
    </Suspense>
  );
}
