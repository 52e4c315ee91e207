// The route table's screens and their surroundings, each loaded when it is first needed.
import type { ComponentType } from 'react';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { mayHaveSession } from '../people/sessions/session-hint.ts';
import { reloadIfMissing } from './missing-chunk.ts';
import type * as OwnerScreens from './owner-screens.ts';
import { notFoundPage, type Page, pages } from './pages.ts';

const modules = import.meta.glob<{ default: ComponentType }>([
  '/src/**/*-page.tsx',
  '!/src/**/{link,form,proof,opened,return}-page.tsx',
  // Those of owner-screens.ts.
  '!/src/account/{account,check-in}-page.tsx',
  '!/src/payments/**',
  '!/src/vaults/{create,dashboard,details,edit}/**',
  '!/src/vaults/vault-access/preview/**',
]);

export const LandingPage = lazyComponent(() => reloadIfMissing(() => import('../site/landing/landing-page.tsx')));
export const OwnerFrame = lazyComponent(() => reloadIfMissing(() => import('./owner-frame.tsx')));
export const DashboardPage = lazyComponent(ownerModule(({ loadDashboard }) => loadDashboard()));

const screens = new Map([...pages, notFoundPage].map((page) => [page, lazyComponent(moduleOf(page))]));

export const screenOf = (page: Page) => screens.get(page);

/** Whether the page may be the dashboard: the root address, in a browser that may have a session. */
export const isDashboard = (page: Page): boolean => page.pattern === '/' && mayHaveSession();

/** Loads what the page shows first, so that it appears immediately. */
export async function loadScreen(page: Page): Promise<void> {
  await Promise.all([
    screenOf(page)?.load(),
    page.pattern === '/' && !isDashboard(page) && LandingPage.load(),
    (isDashboard(page) || page.frame.startsWith('owner')) && OwnerFrame.load(),
    isDashboard(page) && DashboardPage.load(),
  ]);
}

type Load = () => Promise<{ default: ComponentType }>;

function moduleOf({ pattern, module, frame }: Page): Load {
  const name = `/src/${module}`;
  if (frame.startsWith('owner')) return ownerModule(({ ownerScreens }) => ownerScreens[name]?.());
  const load = modules[name];
  if (!load) throw new Error(`the screen ${module} of ${pattern} does not exist`);
  return () => reloadIfMissing(load);
}

/** A screen of `ownerScreens`, which a test compares with the route table. */
function ownerModule<Module>(
  load: (screens: typeof OwnerScreens) => Promise<Module> | undefined,
): () => Promise<Module> {
  return () =>
    reloadIfMissing(async () => {
      const module = await load(await import('./owner-screens.ts'));
      if (!module) throw new Error('an owner’s screen does not exist');
      return module;
    });
}
