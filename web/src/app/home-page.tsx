// The root of the site: the landing page, or the dashboard once it is known that someone is signed in.
import { lazy, Suspense } from 'react';
import { LandingPage } from '../landing/landing-page.tsx';
import { useUser } from '../sessions/use-user.ts';
import { PlainFrame } from './frames.tsx';
import { KeptLettersNotice } from './kept-letters-notice.tsx';

const DashboardPage = lazy(() => import('../vaults/dashboard-page.tsx'));

export default function HomePage() {
  const session = useUser();
  if (session.status !== 'signed-in') return <LandingPage />;
  return (
    <Suspense fallback={<LandingPage />}>
      <PlainFrame>
        <KeptLettersNotice />
        <DashboardPage user={session.user} />
      </PlainFrame>
    </Suspense>
  );
}
