// Installing the app: the button that offers it, and the service worker, which caches only the app's own files.
import type { Page } from '@playwright/test';
import { signInQuietly } from '../support/people.ts';
import { heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeActiveVault } from '../support/vaults.ts';

const control = (page: Page) =>
  page.getByRole('button', { name: /Download App|Install App|Installing\.\.\.|App Installed/ });

/** What Chromium sends when the app can be installed; it never does so without a window. */
async function offerInstallation(page: Page, outcome: 'accepted' | 'dismissed' | 'failed'): Promise<void> {
  await page.evaluate((wanted) => {
    const { promise, resolve } = Promise.withResolvers<{ outcome: string }>();
    const prompt = async () => {
      if (wanted === 'failed') throw new Error('the browser did not ask');
    };
    Object.assign(window, { answerPrompt: () => resolve({ outcome: wanted }) });
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt,
      userChoice: promise,
    });
    window.dispatchEvent(offer);
    if (!offer.defaultPrevented) throw new Error("the browser's own bar would be shown too");
  }, outcome);
}

const workerIsReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

const answerPrompt = (page: Page) =>
  page.evaluate(() => (window as unknown as { answerPrompt(): void }).answerPrompt());

test('INS-1: the control is not there until the browser can install, and says what it does', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await expect(control(page)).toHaveCount(0);

  await offerInstallation(page, 'dismissed');
  await page.getByRole('button', { name: 'Download App' }).click();
  await expect(page.getByRole('button', { name: 'Installing...' })).toBeVisible();
  await answerPrompt(page);
  await expect(control(page)).toHaveCount(0);

  await offerInstallation(page, 'accepted');
  await page.getByRole('button', { name: 'Download App' }).click();
  await answerPrompt(page);
  await expect(page.getByRole('button', { name: 'App Installed' })).toBeDisabled();
});

test('INS-2: an installation that fails is only logged', async ({ page, seen }) => {
  await page.goto('/');
  await offerInstallation(page, 'failed');
  await page.getByRole('button', { name: 'Download App' }).click();
  await expect(control(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('');
  expect(seen.consoleErrors.join()).toContain('the browser did not ask');
});

test('INS-3: the app opened from its icon says that it is installed', async ({ page }) => {
  await page.addInitScript(() => Object.assign(navigator, { standalone: true }));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'App Installed' })).toBeDisabled();
});

test.describe('on iOS', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  });

  test('INS-4: on iOS a dialog says the three steps, and that only Safari can', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Install App' }).click();
    const dialog = page.getByRole('dialog', { name: 'Install App' });
    await expect(dialog).toContainText('This works only in Safari.');
    await expect(dialog.getByRole('listitem')).toHaveText([
      'Tap Share in Safari’s toolbar.',
      'Choose ‘Add to Home Screen’.',
      'Tap ‘Add’.',
    ]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Install App' })).toBeFocused();
  });
});

test('INS-5: the manifest names the app and its icons, and each icon is there', async ({ page }) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'Remembrance', display: 'standalone', start_url: '/', scope: '/' });
  const kinds = manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`);
  expect(kinds).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
  for (const { src, type } of [...manifest.icons, { src: '/icons/apple-touch-icon.png', type: 'image/png' }]) {
    const answer = await page.request.get(src);
    expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type]);
  }
});

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('INS-6: only the app itself is kept: no answer of the service, no page of a vault', async ({ page, owner }) => {
    const vault = await makeActiveVault(owner);
    await signInQuietly(page, owner);
    await page.goto('/');
    await workerIsReady(page);
    for (const path of [`/vault/${vault.id}`, '/', '/executor-access', '/vault-access/unknown', '/pricing']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    }
    const kept = await page.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
      const requests = await Promise.all(caches.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.filter((path) => !/^\/(assets\/[\w.-]+\.(js|svg|woff2)|__shell\.html|icon\.svg)$/.test(path))).toEqual(
      [],
    );
  });

  test('INS-7: without a connection the app opens, says so, and goes on when it is back', async ({ page, context }) => {
    await page.goto('/');
    await workerIsReady(page);
    await page.reload();
    await context.setOffline(true);
    await page.goto('/vault-access/unknown');
    await expect(heading(page, 'This could not be opened just now')).toBeVisible();
    await expect(page.getByText('The service could not be reached. Please check your connection')).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
    await context.setOffline(false);
    await page.goto('/vault-access/unknown');
    await expect(heading(page, 'Link not found')).toBeVisible();
  });
});

test.describe('with a newer service worker', () => {
  test.use({ serviceWorkers: 'allow', bypassCSP: true });

  test('INS-8: a new version waits for the old one to be closed, whose screens all still open', async ({ page }) => {
    await page.goto('/');
    await workerIsReady(page);
    await page.reload();
    const state = await page.evaluate(async () => {
      // The same worker by another address is a new version to the browser.
      const { installing } = await navigator.serviceWorker.register('/service-worker.js?next');
      await new Promise((done) => installing?.addEventListener('statechange', done));
      return installing?.state;
    });
    expect(state).toBe('installed');
    await page.getByRole('link', { name: 'Our Story' }).first().click();
    await expect(heading(page, 'Our Story')).toBeVisible();
  });
});
