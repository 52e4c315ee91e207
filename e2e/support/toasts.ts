// The toasts that a page showed. A toast disappears after five seconds, and on a slow machine the test may not have looked by then.
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { display } from '@remembrance/contract/limits.ts';

const heard = new WeakMap<Page, string[]>();

const toastsOf = (page: Page): string[] => {
  const said = heard.get(page) ?? [];
  heard.set(page, said);
  return said;
};

declare global {
  interface Window {
    noteToast(words: string): void;
  }
}

/** From now on records every toast in this context's pages, with the role that announces it. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noteToast', ({ page }, words: string) => void toastsOf(page).push(words));
  await context.addInitScript(() => {
    const known = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const card of document.querySelectorAll('[aria-label=Notifications] > [role] > *')) {
        if (known.has(card)) continue;
        known.add(card);
        const lines = Array.from(card.querySelectorAll('p'), ({ textContent }) => textContent);
        window.noteToast([`${card.parentElement?.role}:`, ...lines].join(' '));
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits for a toast with all these words that no earlier call has waited for. Earlier toasts count as read. */
export async function expectToast(page: Page, ...words: string[]): Promise<void> {
  const said = toastsOf(page);
  const place = () => said.findIndex((toast) => words.every((part) => toast.includes(part)));
  await expect.poll(() => (place() < 0 ? [...said] : words), 'the words of a toast').toEqual(words);
  said.splice(0, place() + 1);
}

/** From its next document on, a page keeps a toast until another one or its button ends it, so that a slow test can read it. */
export const keepToasts = (page: Page) =>
  page.addInitScript((toastMilliseconds) => {
    const start = window.setTimeout;
    const startAnyOther = (then: TimerHandler, milliseconds?: number, ...words: unknown[]) =>
      milliseconds === toastMilliseconds ? 0 : start(then, milliseconds, ...words);
    window.setTimeout = startAnyOther as typeof window.setTimeout;
  }, display.toastMilliseconds);
