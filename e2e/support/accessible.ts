// Checks a screen against WCAG 2.2 AA, as far as a program can, in light and dark mode.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    // In one page, since none of ours has a frame: opening a second one for each look is what takes the time.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(rules)
      : axe.withRules('color-contrast')
    ).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    expect(found, `${screen} in ${colorScheme}`).toEqual([]);
  }
}

/** Waits for what moves, and no longer than two seconds: a transition that another one replaced may never say that it ended. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.race([
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, 2000)),
    ]),
  );
