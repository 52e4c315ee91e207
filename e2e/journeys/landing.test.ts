// The landing page in a real browser: its opening animation, its link to the sections below, and that it works without scripts.

import type { Page } from '@playwright/test';
import { display } from '@remembrance/contract/limits.ts';
import { comesAlive } from '../support/comes-alive.ts';
import { signInQuietly } from '../support/people.ts';
import { heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

/** Holds the matching files back, and returns the function that lets them come. */
async function holdBack(page: Page, files: string): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await mayCome;
    await route.continue();
  });
  return letCome;
}

test('the button under the headline scrolls to how it works', async ({ page }) => {
  await page.goto('/');
  const steps = page.getByRole('heading', { name: 'How It Works' });
  await expect(steps).not.toBeInViewport();
  await page.getByRole('link', { name: 'See how it works' }).click();
  await expect(steps).toBeInViewport();
});

test('the link down the page works even while the script of the sections is still loading', async ({ page }) => {
  const letSectionsCome = await holdBack(page, '**/assets/landing-sections-*.js');
  const sectionsAreAsked = page.waitForRequest('**/assets/landing-sections-*.js');
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'See how it works' }).click();
  await sectionsAreAsked;
  const steps = page.getByRole('heading', { name: 'How It Works' });
  await expect(steps).toBeInViewport();
  letSectionsCome();
  await page.waitForLoadState('networkidle');
  await expect(steps).toBeInViewport();
});

test('a visitor who prefers reduced motion reaches the login page after a tenth of a second', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.goto('/');
  await page.clock.pauseAt(3_600_000);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByRole('button', { name: 'Opening...' })).toBeDisabled();
  await page.clock.runFor(display.openingReducedMotionMilliseconds);
  await page.clock.resume();
  await expect(heading(page, 'Create your account')).toBeVisible();
});

test('a click that precedes the script is handled once it has loaded', async ({ page }) => {
  const letAppCome = await holdBack(page, '**/assets/entry-client-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Get Started' }).click();
  letAppCome();
  await expect(heading(page, 'Create your account')).toBeVisible();
});

test('an install prompt that precedes the script is offered once it has loaded', async ({ page }) => {
  const letAppCome = await holdBack(page, '**/assets/entry-client-*.js');
  const appIsAsked = page.waitForRequest('**/assets/entry-client-*.js');
  await page.goto('/');
  await appIsAsked;
  const wasHeldBack = await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => {} });
    return !window.dispatchEvent(offer);
  });
  expect(wasHeldBack).toBe(true);
  letAppCome();
  await comesAlive(page.getByRole('button', { name: 'Get Started' }));
  // A move before the app has started is no sign of a reader, and this is one after it.
  await page.mouse.move(200, 200);
  await expect(page.getByRole('button', { name: 'Download App' })).toBeVisible();
});

test('a plan chosen before the script has loaded stays chosen afterwards', async ({ page }) => {
  const letAppCome = await holdBack(page, '**/assets/entry-client-*.js');
  await page.goto('/pricing', { waitUntil: 'commit' });
  const monthly = page.getByRole('tab', { name: 'Monthly Subscription' });
  await monthly.click();
  await expect(monthly).toHaveAttribute('aria-selected', 'false');
  letAppCome();
  await expect(monthly).toHaveAttribute('aria-selected', 'true');
});

test('the sections load for a reader who scrolled before the script had loaded', async ({ page }) => {
  const letItCome = await holdBack(page, '**/assets/entry-client-*.js');
  const sections = page.waitForResponse('**/assets/landing-sections-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('What can my executor see?')).toBeVisible();
  await page.mouse.wheel(0, 4000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  letItCome();
  await sections;
});

test('the sections load their script at the first interaction, and are readable without it', async ({ page }) => {
  const asked: string[] = [];
  await page.route('**/assets/landing-sections-*.js', (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await expect(page.getByText('What can my executor see?')).toBeVisible();
  await page.mouse.wheel(0, 4000);
  await expect.poll(() => asked.length).toBe(1);
  await page.getByText('What can my executor see?').click();
  await expect(page.getByText('the title and status of the vault')).toBeVisible();
  await page.getByRole('link', { name: 'View Full Pricing Details' }).click();
  await expect(heading(page, 'Choose Your Plan')).toBeVisible();
});

test('while the script loads the landing page is shown, and it stays if the session has ended', async ({
  page,
  owner,
}) => {
  const headline = heading(page, 'Preserve Your Legacy. Deliver It When It Matters.');
  await signInQuietly(page, owner);
  const letScriptsCome = await holdBack(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(headline).toBeVisible();
  letScriptsCome();
  await expect(heading(page, 'Welcome, Ada')).toBeVisible();
  await expect(headline).toHaveCount(0);

  await page.context().clearCookies({ name: /^(__Host-)?vault_/ });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeEnabled();
  await expect(headline).toBeVisible();
});

test.describe('a browser without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page can be read, and Log In keeps the offer', async ({ page }) => {
    for (const [path, words] of [
      ['/about', 'Our Story'],
      ['/pricing', 'Choose Your Plan'],
      ['/terms', 'Terms of Service'],
      ['/privacy', 'Privacy Policy'],
      ['/help', 'Help'],
      ['/', 'Preserve Your Legacy. Deliver It When It Matters.'],
    ] as const) {
      await page.goto(path);
      await expect(heading(page, words)).toBeVisible();
    }
    await page.getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL(/\/sign-in\?next=%2F%3Fpromo%3Dfreetrial$/);
  });

  test('sign-in, sign-up, a code, a letter’s link and owner pages have their heading before their script', async ({
    page,
    service,
  }) => {
    await page.context().addCookies([{ name: 'session_hint', value: '1', url: service.url }]);
    for (const [path, words] of [
      ['/sign-in', 'Welcome back'],
      ['/sign-up', 'Create your account'],
      ['/executor-access', 'Executor Access'],
      ['/vault-access/t0ken', 'Something was left for you'],
      ['/vault/1', 'Your vault'],
      ['/vault/1/edit', 'Edit your vault'],
      ['/vault/1/preview', 'Preview'],
      ['/create-vault', 'Create a vault'],
      ['/account', 'Your account'],
      ['/account/billing', 'Billing'],
    ] as const) {
      await page.goto(path);
      await expect(heading(page, words), path).toBeVisible();
    }
  });
});
