// Renders the page of the route table that matches the address. Each page is loaded on first use.
import { type ReactNode, Suspense, useEffect, ViewTransition } from 'react';
import { ParamsProvider, useLocation } from '../lib/location.tsx';
import { product } from '../lib/product.ts';
import { SiteHeader } from '../ui/page/page-shell.tsx';
import { StillLoading } from '../ui/page/still-loading.tsx';
import { PlainFrame, PublicFrame } from './frames.tsx';
import { LoggedOutElsewhere, useLoggedOutElsewhere } from './logged-out-elsewhere.tsx';
import { matchPage } from './match-page.ts';
import { documentTitle, type Page } from './pages.ts';
import { OwnerFrame, screenOf } from './screens.ts';

export function Router() {
  const { pathname } = useLocation();
  const { page, params } = matchPage(pathname);
  const Screen = screenOf(page);
  const isLoggedOut = useLoggedOutElsewhere() && page.frame.startsWith('owner');
  return (
    <Suspense fallback={coming}>
      <PageChange />
      <ParamsProvider value={params}>
        {/* Only between pages: while React prepares a transition it drops events, and anything typed then would be lost. */}
        <ViewTransition key={pathname} default="none" enter="page" exit="page">
          <div>{isLoggedOut ? <LoggedOutElsewhere /> : Screen && frameScreen(page, <Screen />)}</div>
        </ViewTransition>
      </ParamsProvider>
    </Suspense>
  );
}

const coming = (
  <>
    <SiteHeader />
    <main className="p-5">
      <StillLoading />
    </main>
  </>
);

function frameScreen(page: Page, screen: ReactNode): ReactNode {
  switch (page.frame) {
    case 'bare':
      return screen;
    case 'public':
      return <PublicFrame>{screen}</PublicFrame>;
    case 'plain':
      return <PlainFrame>{screen}</PlainFrame>;
    case 'quiet':
      return <PlainFrame isQuiet>{screen}</PlainFrame>;
    case 'owner':
      return <OwnerFrame title={page.title}>{screen}</OwnerFrame>;
    case 'owner-open':
      return (
        <OwnerFrame title={page.title} isOpen>
          {screen}
        </OwnerFrame>
      );
  }
}

/** Sets the tab's title and scrolls a newly opened page to the top; going back preserves the scroll position. */
function PageChange() {
  const { pathname, arrival } = useLocation();
  // From here on the page reacts to clicks; start.ts waits for this event.
  useEffect(() => void window.dispatchEvent(new Event('app-ready')), []);
  useEffect(() => {
    document.title = documentTitle(matchPage(pathname).page, product.name);
    if (arrival === 'moved') window.scrollTo(0, 0);
  }, [pathname, arrival]);
  return null;
}
