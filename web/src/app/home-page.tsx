// The root page: the landing page, or the dashboard once we know that the owner is signed in.
import { lazy, Suspense } from 'react';
import { LandingPage } from '../landing/landing-page.tsx';
import { useUser } from '../sessions/use-user.ts';

const OwnerFrame = lazy(() => import('./owner-frame.tsx'));
const DashboardPage = lazy(() => import('../vaults/dashboard-page.tsx'));

export default function HomePage() {
  const session = useUser();
  if (session.status !== 'signed-in') return <LandingPage />;
  return (
    <Suspense fallback={<LandingPage />}>
      <OwnerFrame>
        <DashboardPage user={session.user} />
      </OwnerFrame>
    </Suspense>
  );
}
