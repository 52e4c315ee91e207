// The message after sharing a link: how long it stays.
import type { Page } from '@playwright/test';
import { comesAlive } from '../support/comes-alive.ts';
import { notifications } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true }).last();

/** A device without a share sheet copies the link. */
const withoutSheet = (page: Page) => page.addInitScript(() => Object.assign(navigator, { share: undefined }));

test('one toast is shown at a time, for five seconds, and longer while it is read', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withoutSheet(page);
  await page.clock.install({ time: 0 });
  await page.goto('/');
  await comesAlive(share(page));
  await page.clock.pauseAt(3_600_000); // from here on the test controls the time
  await share(page).click();
  const toast = notifications(page).getByText('Link copied!');
  await expect(toast).toBeVisible();
  await share(page).click();
  await expect(toast).toHaveCount(1);
  await page.clock.fastForward(4000);
  await expect(toast).toBeVisible();
  await toast.hover();
  await page.clock.fastForward(20_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(5000);
  await expect(toast).toHaveCount(0);
});
