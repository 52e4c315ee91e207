// What the toasts of a page said. A toast goes by itself after five seconds, and on a slow machine nobody may have looked until then.
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

/** From now on every toast in the pages of this context is noted, with the role that announces it. */
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

/** Waits for a toast with all these words that no earlier call has waited for. What was said before it counts as read. */
export async function expectToast(page: Page, ...words: string[]): Promise<void> {
  const said = toastsOf(page);
  const place = () => said.findIndex((toast) => words.every((part) => toast.includes(part)));
  await expect.poll(() => (place() < 0 ? [...said] : words), 'the words of a toast').toEqual(words);
  said.splice(0, place() + 1);
}

/** From its next document on a page keeps a toast until another one or its button ends it: a look at it may take longer than it stays. */
export const keepToasts = (page: Page) =>
  page.addInitScript((toastMilliseconds) => {
    const start = window.setTimeout;
    const startAnyOther = (then: TimerHandler, milliseconds?: number, ...words: unknown[]) =>
      milliseconds === toastMilliseconds ? 0 : start(then, milliseconds, ...words);
    window.setTimeout = startAnyOther as typeof window.setTimeout;
  }, display.toastMilliseconds);
