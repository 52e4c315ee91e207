// The screens of the route table and what surrounds them, each loaded when it is first needed.
import type { ComponentType } from 'react';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { mayHaveSession } from '../sessions/session-hint.ts';
import { reloadIfMissing } from './missing-chunk.ts';
import { notFoundPage, type Page, pages } from './pages.ts';

const modules = import.meta.glob<{ default: ComponentType }>('/src/**/*-page.tsx');

export const OwnerFrame = lazyComponent(() => reloadIfMissing(() => import('./owner-frame.tsx')));
export const DashboardPage = lazyComponent(() => reloadIfMissing(() => import('../vaults/dashboard-page.tsx')));

const screens = new Map([...pages, notFoundPage].map((page) => [page, lazyComponent(moduleOf(page))]));

export const screenOf = (page: Page) => screens.get(page);

/** Loads what the page shows first, so that it is shown at once. */
export async function loadScreen(page: Page): Promise<void> {
  const isDashboard = page.pattern === '/' && mayHaveSession();
  await Promise.all([
    screenOf(page)?.load(),
    (isDashboard || page.frame.startsWith('owner')) && OwnerFrame.load(),
    isDashboard && DashboardPage.load(),
  ]);
}

function moduleOf(page: Page): () => Promise<{ default: ComponentType }> {
  const load = modules[`/src/${page.module}`];
  if (!load) throw new Error(`the screen ${page.module} of ${page.pattern} does not exist`);
  return () => reloadIfMissing(load);
}
