// The pages that anyone can read without signing in: names are filled in, and the main button works.
import { display } from '@remembrance/contract/limits.ts';
import { comesAlive } from '../support/comes-alive.ts';
import { heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { expectToast } from '../support/toasts.ts';

const publicPages = [
  '/',
  '/about',
  '/pricing',
  '/terms',
  '/privacy',
  '/help',
  '/accessibility',
  '/transparency',
  '/sign-in',
  '/vault-access/unknown',
  '/nowhere',
];

test('every name is filled in on every page', async ({ page }) => {
  for (const path of publicPages) {
    const sent = await (await page.request.get(path)).text();
    expect(sent.match(/(?:\{\{|%7B%7B)\w+/g) ?? [], path).toEqual([]);
  }
});

test('the vault takes two and a half seconds to open before the login page appears', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install({ time: 0 });
  await page.goto('/');
  await page.clock.pauseAt(3_600_000);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByRole('button', { name: 'Opening...' })).toBeDisabled();
  await page.clock.runFor(display.openingMilliseconds);
  await page.clock.resume();
  await expect(heading(page, 'Create your account')).toBeVisible();
});

test('the trial link can be copied from the landing page', async ({ page, context, service }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.evaluate(() => Object.assign(navigator, { share: undefined }));
  await page.getByText('Share the free month').click();
  const share = page.getByRole('button', { name: 'Share', exact: true }).first();
  await comesAlive(share);
  await share.click();
  await expectToast(page, 'Link copied!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${service.url}/?promo=freetrial`);
});

test('the landing page’s script is requested after its first paint', async ({ page }) => {
  const asked = page.waitForResponse('**/assets/entry-client-*.js');
  await page.goto('/');
  await asked;
  const times = () =>
    page.evaluate(() => {
      const startOf = (type: string, part: string) =>
        performance.getEntriesByType(type).find(({ name }) => name.includes(part))?.startTime;
      return { painted: startOf('paint', 'first-contentful-paint'), started: startOf('resource', 'entry-client') };
    });
  await expect.poll(times).toEqual({ painted: expect.any(Number), started: expect.any(Number) });
  const { painted, started } = await times();
  expect(started).toBeGreaterThan(painted ?? Number.NaN);
});

test('the landing page loads three fonts, and two more for a name with accents', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const loadedFonts = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      const files = performance
        .getEntriesByType('resource')
        .map(({ name }) => name.match(/([\w-]+)-[\w-]{8}\.woff2$/)?.[1]);
      return files.filter(Boolean).sort();
    });
  await expect.poll(loadedFonts).toEqual(['display', 'display-italic', 'sans']);
  const isOurs = () =>
    page.evaluate(() =>
      [...document.fonts].some(({ family, status }) => /Heirloom Sans"?$/.test(family) && status === 'loaded'),
    );
  await expect.poll(isOurs).toBe(true);
  await page
    .getByRole('link', { name: 'Our Story' })
    .first()
    .evaluate((link) => {
      link.textContent = 'Zoë Łaska';
    });
  await expect.poll(loadedFonts).toEqual(['display', 'display-italic', 'sans', 'sans-accented', 'sans-extended']);
});
