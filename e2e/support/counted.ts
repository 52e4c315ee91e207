// Counts a person's effort. A click is any press, including a checkbox or the link in a letter; a field is any field typed into; a screen
// is any page, or step with its own history entry, on which they press or type. Reading the mail does not count. The person finds
// everything by its visible text.
import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

export interface Effort {
  screens: number;
  clicks: number;
  fields: number;
}

export interface CountedPerson {
  page: Page;
  press(target: Locator): Promise<void>;
  type(label: string, words: string): Promise<void>;
  /** Presses the link in a letter. */
  openLink(link: string): Promise<void>;
  effort(): Effort;
}

export function countedPerson(page: Page): CountedPerson {
  const screens = new Set<string>();
  let clicks = 0;
  let fields = 0;
  const noteScreen = async () =>
    void screens.add(await page.evaluate(() => `${location.pathname} ${history.state?.step ?? ''}`));
  return {
    page,
    async press(target) {
      await expect(target).toBeVisible();
      await noteScreen();
      clicks += 1;
      await target.click();
    },
    async type(label, words) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toBeVisible();
      await noteScreen();
      fields += 1;
      await field.fill(words);
    },
    async openLink(link) {
      clicks += 1;
      await page.goto(link);
    },
    effort: () => ({ screens: screens.size, clicks, fields }),
  };
}
