// `npm run pictures [names]`: takes a picture of every screen in its main states, light and dark, on desktop and phone, into
// pictures/. With names, only of matching screens. People look at them; nothing is compared. `readme` takes the README's instead.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Screen } from '../screens/screen.ts';
import { screens } from '../screens/screens.ts';
import { makeWorld, type World } from '../screens/world.ts';
import { openProduct } from '../support/open-product.ts';
import { takeReadmePictures } from './readme-pictures.ts';

const folder = path.join(import.meta.dirname, '../../pictures');
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const wanted = process.argv.slice(2);

const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
const { browser, service, close } = await openProduct(...fakeCamera);
try {
  await (wanted[0] === 'readme' ? takeReadmePictures(service, browser) : takeScreens());
} finally {
  await close();
}

async function takeScreens(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const world = await makeWorld(service, browser);
  for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word))))
    for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) await take(browser, screen, size, world);
}

async function take(browser: Browser, screen: Screen, size: keyof typeof sizes, world: World): Promise<void> {
  const context = await browser.newContext({
    baseURL: world.service.url,
    viewport: sizes[size],
    reducedMotion: screen.isMoving ? 'no-preference' : 'reduce',
    serviceWorkers: 'block',
    isMobile: size === 'phone',
    hasTouch: size === 'phone',
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  });
  const page = await context.newPage();
  try {
    await screen.open(page, world);
    // A picture also shows what loads later.
    if (!screen.isWaiting) await page.waitForLoadState('networkidle');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page, screen);
      const file = `${screen.name}-${size}-${colorScheme}.png`;
      await page.screenshot({ path: path.join(folder, file), fullPage: !screen.isOneView });
      console.log(file);
    }
  } catch (error) {
    console.error(`${screen.name} on the ${size}: ${error}`);
    process.exitCode = 1;
  } finally {
    await context.close();
  }
}

async function settle(page: Page, { isMoving = false }: Screen): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  if (isMoving) return;
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}
