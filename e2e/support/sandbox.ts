// Actions that only the payment sandbox offers, on its own page: time passes for a subscription, and its card stops paying.
import type { Page } from '@playwright/test';

const path = '/dev/payments';

async function listSubscriptions(page: Page): Promise<string[]> {
  const shown = await (await page.request.get(path)).text();
  return [...new Set(shown.match(/\bsub_\w+/g))];
}

/** The subscription that the action created. */
export async function subscriptionBegunBy(page: Page, act: () => Promise<unknown>): Promise<string> {
  const before = await listSubscriptions(page);
  await act();
  const [begun, another] = (await listSubscriptions(page)).filter((id) => !before.includes(id));
  if (!begun || another) throw new Error('no subscription has started');
  return begun;
}

/** Presses a button of the subscription on the sandbox's page, and leaves that page open. */
export async function pressOf(page: Page, subscription: string, button: string): Promise<void> {
  await page.goto(path);
  const done = page.waitForEvent('framenavigated');
  await page.getByRole('article', { name: subscription }).getByRole('button', { name: button }).click();
  await done;
}

/** Lets the last days of a 30-day free month pass, after the first 28. */
export async function trialRunsOut(page: Page, subscription: string): Promise<void> {
  for (let day = 28; day < 30; day += 1) await pressOf(page, subscription, 'Pass a day');
}

/** Lets as many days as the longest month has pass, only for this subscription. */
export async function monthPasses(page: Page, subscription: string): Promise<void> {
  await pressOf(page, subscription, 'Pass 28 days');
  for (let day = 28; day < 31; day += 1) await pressOf(page, subscription, 'Pass a day');
}
