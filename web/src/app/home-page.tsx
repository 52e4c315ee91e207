// The root page: the landing page, or the dashboard once we know that the owner is signed in.
import { Suspense } from 'react';
import { useUser } from '../people/sessions/use-user.ts';
import { DashboardPage, LandingPage, OwnerFrame } from './screens.ts';

export default function HomePage() {
  const session = useUser();
  if (session.status !== 'signed-in') return <LandingPage />;
  return (
    <Suspense fallback={<LandingPage />}>
      <OwnerFrame title="Your vaults" isShared>
        <DashboardPage user={session.user} />
      </OwnerFrame>
    </Suspense>
  );
}
