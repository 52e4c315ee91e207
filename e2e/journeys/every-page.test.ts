// Every page of the app once: it has no barrier that a program can find, and the first element that Tab reaches shows its focus.
// accessibility.test.ts checks all states, in dark mode too.
import { pageScreens } from '../screens/page-screens.ts';
import { screens } from '../screens/screens.ts';
import { expect, test } from '../screens/world-test.ts';
import { expectAccessible } from '../support/accessible.ts';

for (const [pattern, screen] of Object.entries(pageScreens))
  test(`JRN-22: the page ${pattern} opens, without an accessibility barrier`, { tag: '@everyday' }, async ({
    page,
    world,
  }) => {
    const found = screens.find(({ name }) => name === screen);
    expect(found, screen).toBeDefined();
    await found?.open(page, world);
    await expectAccessible(page, screen, ['light']);
    await page.keyboard.press('Tab');
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outline);
    expect(ring, `the focus ring of ${screen}`).toMatch(/solid [23]px/);
  });
