// A person who uses the keyboard alone: goes from one control to the next, and must see at each where they are.
import { expect, type Locator, type Page } from '@playwright/test';

const maxSteps = 120;

/** Goes on with the Tab key until the focus is there. Nowhere on the way may it be lost, hidden or out of sight. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Until its script has come a form cannot be sent, also not with Enter.
  await expect(page.locator('.awaits-script')).toHaveCount(0);
  for (let step = 0; step < maxSteps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    // The browser scrolls to it and draws its mark with the next frame.
    const unseen = () => page.evaluate(whatIsUnseen);
    await expect.poll(unseen, 'a control that has the focus without showing it').toBeNull();
  }
  throw new Error(`the Tab key does not lead to ${target}`);
}

export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** The control with the focus where nothing shows that it has it; null where all is well. */
function whatIsUnseen(): string | null {
  const control = document.activeElement;
  // Past the last control the focus is in the browser's own bar.
  if (!control || control === document.body || control === document.documentElement) return null;
  const bearers = [control, control.closest('label'), control.closest('[class*=has-focus-visible]')];
  const isMarked = bearers.some((bearer) => {
    if (!bearer) return false;
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(bearer);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && opacity !== '0';
  });
  const { top, bottom, left, right } = control.getBoundingClientRect();
  const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  return isMarked && isInSight ? null : control.outerHTML.slice(0, 300);
}
