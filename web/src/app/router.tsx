// Turns the route table into screens, each loaded when it is first asked for.
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { matchPath, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { product } from '../lib/product.ts';
import { SiteHeader } from '../ui/page-shell.tsx';
import { PlainFrame, PublicFrame } from './frames.tsx';
import { documentTitle, notFoundPage, type Page, pages } from './pages.ts';

const modules = import.meta.glob<{ default: ComponentType }>('/src/**/*-page.tsx');

const OwnerFrame = lazy(() => import('./owner-frame.tsx'));

const routes = [...pages, notFoundPage].map((page) => ({ page, Screen: lazy(moduleOf(page)) }));

export function Router() {
  return (
    <Suspense fallback={<SiteHeader />}>
      <PageChange />
      <Routes>
        {routes.map(({ page, Screen }) => (
          <Route key={page.pattern} path={page.pattern} element={framed(page, <Screen />)} />
        ))}
      </Routes>
    </Suspense>
  );
}

function moduleOf(page: Page): () => Promise<{ default: ComponentType }> {
  const load = modules[`/src/${page.module}`];
  if (!load) throw new Error(`the screen ${page.module} of ${page.pattern} does not exist`);
  return load;
}

function framed(page: Page, screen: ReactNode): ReactNode {
  switch (page.frame) {
    case 'bare':
      return screen;
    case 'public':
      return <PublicFrame>{screen}</PublicFrame>;
    case 'plain':
      return <PlainFrame>{screen}</PlainFrame>;
    case 'owner':
      return <OwnerFrame>{screen}</OwnerFrame>;
    case 'owner-open':
      return <OwnerFrame isOpen>{screen}</OwnerFrame>;
  }
}

/** Names the tab and starts a newly opened page at its top; going back keeps the place. */
function PageChange() {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    const page = pages.find(({ pattern }) => matchPath(pattern, pathname)) ?? notFoundPage;
    document.title = documentTitle(page, product.name);
    if (!isBack) window.scrollTo(0, 0);
  }, [pathname, isBack]);
  return null;
}
