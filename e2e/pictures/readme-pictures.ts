// `npm run pictures -- readme`: takes the README's pictures into docs/pictures, of the running product with sample data. Those whose
// screens have changed, or all of them if none has.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import {
  picturePath,
  type ReadmePicture,
  readmePictures,
  stalePictures,
  storeDigests,
} from '../../scripts/checks/readme-pictures.ts';
import { asOwner, at, press, type Screen, visit } from '../screens/screen.ts';
import { makeWorld, type World } from '../screens/world.ts';
import { linkIn } from '../support/mailbox.ts';
import { makePhoto } from '../support/media.ts';
import { answer, enterCode, openLetter, proveAddress, rightAnswers, writeVault } from '../support/screens.ts';
import type { Service } from '../support/service.ts';

const root = path.join(import.meta.dirname, '../..');
const jpeg = { type: 'jpeg', quality: 75 } as const;
const ownerEmail = 'ada@example.org';

const desk = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };
/** A portrait format, so that a letter or a card fits completely. */
const sheet = { viewport: { width: 960, height: 1400 }, deviceScaleFactor: 1.25 };
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
} as const;

const screens: Record<Exclude<ReadmePicture, 'phone-dark'>, { open: Screen['open']; on: BrowserContextOptions }> = {
  landing: { open: visit('landing', '/').open, on: desk },
  dashboard: { open: asOwner(at(() => '/', 'Released Vaults')), on: desk },
  review: { open: asOwner(review), on: sheet },
  'executor-card': { open: card, on: sheet },
  letter: { open: letter, on: sheet },
};

/** From left to right. */
const screensOnPhones: Screen['open'][] = [screens.landing.open, screens.dashboard.open, summary, letter];

export async function takeReadmePictures(service: Service, browser: Browser): Promise<void> {
  const stale = stalePictures(root);
  const wanted = stale.length > 0 ? stale : readmePictures;
  const world = await makeWorld(service, browser, ownerEmail);
  for (const picture of wanted) {
    const taken =
      picture === 'phone-dark' ? await takePhones(browser, world) : await take(browser, world, screens[picture]);
    await writeFile(path.join(root, picturePath(picture)), taken);
    console.log(`${picturePath(picture)}, ${Math.round(taken.length / 1024)} KB`);
  }
  storeDigests(root, wanted);
}

type Shown = (typeof screens)['landing'];

async function take(browser: Browser, world: World, { open, on }: Shown): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: world.service.url,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...on,
  });
  const page = await context.newPage();
  await open(page, world);
  await page.waitForLoadState('networkidle'); // a picture also shows what loads later
  await page.evaluate(() => document.fonts.ready);
  const taken = await page.screenshot(jpeg);
  await context.close();
  return taken;
}

/** Side by side on the dark theme's background colour. */
async function takePhones(browser: Browser, world: World): Promise<Buffer> {
  const images: string[] = [];
  for (const open of screensOnPhones) {
    const taken = await take(browser, world, { open, on: phone });
    images.push(`<img src="data:image/jpeg;base64,${taken.toString('base64')}">`);
  }
  const { width, height } = phone.viewport;
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1.5 });
  await page.setContent(`<style>
      body { margin: 0; height: 100vh; display: flex; justify-content: space-evenly; align-items: center; background: #0d2420 }
      img { width: 270px; aspect-ratio: ${width} / ${height}; border-radius: 28px; outline: 1px solid #c9a25c66 }
    </style>${images.join('')}`);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  const taken = await page.screenshot(jpeg);
  await page.close();
  return taken;
}

async function review(page: Page, { active: { text } }: World): Promise<void> {
  await page.goto('/create-vault?plan=basic_subscription');
  await writeVault(page, { ...text, scheduledReleaseDate: '' });
  await page.getByLabel('Files', { exact: true }).setInputFiles(await makePhoto(page.context()));
  await press(page, 'Create Vault');
  const thumbnail = page.getByRole('list', { name: 'Files in this vault' }).locator('img');
  await thumbnail.evaluate((image: HTMLImageElement) => image.decode());
}

async function card(page: Page, { active, service }: World): Promise<void> {
  // The card shows an address: the one of `npm start` instead of this service's random port.
  await page.route('**/executor-card', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(service.url, 'http://localhost:3000');
    await route.fulfill({ response, body });
  });
  await page.goto(linkIn(await active.executor.letter('executor-code'), '/executor-card'));
  await expect(page.getByRole('article', { name: 'For your wallet' })).toBeVisible();
}

async function summary(page: Page, { active }: World): Promise<void> {
  await page.goto('/executor-access');
  await enterCode(page, active.code);
  await expect(page.getByText('Release Vault')).toBeVisible();
}

async function letter(page: Page, { released: { link, text } }: World): Promise<void> {
  await page.goto(link);
  await proveAddress(page, text.recipientEmail);
  await answer(page, rightAnswers(text));
  await openLetter(page);
  await expect(page.getByRole('img', { name: 'Lake in June.jpg' })).not.toHaveJSProperty('naturalWidth', 0);
}
