// The route table's screens and their surroundings, each loaded when it is first needed.
import type { ComponentType } from 'react';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { mayHaveSession } from '../people/sessions/session-hint.ts';
import { reloadIfMissing } from './missing-chunk.ts';
import { notFoundPage, type Page, pages } from './pages.ts';

const modules = import.meta.glob<{ default: ComponentType }>([
  '/src/**/*-page.tsx',
  '!/src/**/{link,form,proof,opened}-page.tsx',
]);

export const LandingPage = lazyComponent(() => reloadIfMissing(() => import('../site/landing/landing-page.tsx')));
export const OwnerFrame = lazyComponent(() => reloadIfMissing(() => import('./owner-frame.tsx')));
export const DashboardPage = lazyComponent(() =>
  reloadIfMissing(() => import('../vaults/dashboard/dashboard-page.tsx')),
);

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

function moduleOf(page: Page): () => Promise<{ default: ComponentType }> {
  const load = modules[`/src/${page.module}`];
  if (!load) throw new Error(`the screen ${page.module} of ${page.pattern} does not exist`);
  return () => reloadIfMissing(load);
}
