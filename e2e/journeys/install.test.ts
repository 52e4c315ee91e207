// Installing the app: its manifest, and the service worker, which caches only the app's own files.
import type { Page } from '@playwright/test';
import { signInQuietly } from '../support/people.ts';
import { heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { makeActiveVault } from '../support/vaults.ts';

const workerIsReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

test('the manifest names the app and its icons, and each icon exists', async ({ page }) => {
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

  test('INS-6: only the app itself is cached: no response of the service, no page of a vault', {
    tag: '@everyday',
  }, async ({ page, owner }) => {
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

  test('offline the app opens, says so, and continues when the connection returns', async ({ page, context }) => {
    await page.goto('/');
    await workerIsReady(page);
    await page.reload();
    await context.setOffline(true);
    await page.goto('/vault-access/unknown');
    await expect(heading(page, 'This cannot be opened at the moment')).toBeVisible();
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

  test('a new version waits until the old one is closed, and all screens of the old one still open', async ({
    page,
  }) => {
    await page.goto('/');
    await workerIsReady(page);
    await page.reload();
    const state = await page.evaluate(async () => {
      // To the browser, the same worker at another address is a new version.
      const { installing } = await navigator.serviceWorker.register('/service-worker.js?next');
      await new Promise((done) => installing?.addEventListener('statechange', done));
      return installing?.state;
    });
    expect(state).toBe('installed');
    await page.getByRole('link', { name: 'Our Story' }).first().click();
    await expect(heading(page, 'Our Story')).toBeVisible();
  });
});
