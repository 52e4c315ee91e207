// Sharing a link in each way a device offers, with its message.
import type { Page } from '@playwright/test';
import { notifications } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true }).first();

/** Puts a share sheet of ours in the place of the device's. */
const withSheet = (page: Page, outcome: 'taken' | 'closed' | 'missing') =>
  page.addInitScript((wanted) => {
    const sheet = async (link: unknown) => {
      Object.assign(window, { shared: link });
      if (wanted === 'closed') throw new DOMException('closed', 'AbortError');
    };
    Object.assign(navigator, { share: wanted === 'missing' ? undefined : sheet });
  }, outcome);

test('SCR-7: the share sheet of the device is used where there is one, and closing it says nothing', async ({
  page,
  service,
}) => {
  await withSheet(page, 'closed');
  await page.goto('/');
  await share(page).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared?: { url: string } }).shared?.url))
    .toBe(`${service.url}/?promo=freetrial`);
  await expect(notifications(page)).toHaveText('');
});

test('SCR-8: a link that cannot be copied is shown', async ({ page, service }) => {
  await withSheet(page, 'missing');
  await page.addInitScript(() => {
    navigator.clipboard.writeText = async () => {
      throw new DOMException('not allowed', 'NotAllowedError');
    };
  });
  await page.goto('/');
  await share(page).click();
  await expect(notifications(page).getByRole('alert')).toContainText('Could not copy link');
  await expect(notifications(page)).toContainText(`${service.url}/?promo=freetrial`);
});

test('SCR-9: each network opens its own page in a small window, and mail a letter', async ({ page, service }) => {
  await page.addInitScript(() => {
    const opened: unknown[] = [];
    Object.assign(window, {
      opened,
      open: (...words: unknown[]) => {
        opened.push(words);
        return null;
      },
    });
  });
  await page.goto('/');
  for (const network of ['Facebook', 'X', 'LinkedIn'])
    await page
      .getByRole('button', { name: `Share on ${network}` })
      .first()
      .click();
  const opened = await page.evaluate(() => (window as unknown as { opened: [string, string, string][] }).opened);
  const link = encodeURIComponent(`${service.url}/?promo=freetrial`);
  for (const [index, start] of [
    'https://www.facebook.com/sharer/sharer.php?u=',
    'https://twitter.com/intent/tweet?url=',
    'https://www.linkedin.com/sharing/share-offsite/?url=',
  ].entries()) {
    const [address, , look] = opened[index] ?? [];
    expect(address).toContain(`${start}${link}`);
    expect(look).toContain('width=600,height=400');
  }
  const mail = page.getByRole('link', { name: 'Share by email' }).first();
  await expect(mail).toHaveAttribute('href', /^mailto:\?subject=.+&body=.+promo%3Dfreetrial/);
});

test('SCR-10: one toast at a time, gone after five seconds, longer while it is read', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withSheet(page, 'missing');
  await page.clock.install();
  await page.goto('/');
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
