// A person who only uses the keyboard: moves from control to control, and must always see where the focus is.
import { expect, type Locator, type Page } from '@playwright/test';

const maxSteps = 120;

/** Presses Tab until the target has the focus. On the way the focus may never be lost, hidden or off screen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // A form cannot be sent before its script has loaded, not even with Enter.
  await expect(page.locator('.awaits-script')).toHaveCount(0);
  for (let step = 0; step < maxSteps; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    // The browser scrolls to it and draws its focus ring in the next frame.
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

/** The focused control if nothing shows its focus; null if all is well. */
function whatIsUnseen(): string | null {
  const control = document.activeElement;
  // After the last control the focus is in the browser's own toolbar.
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
