// `npm run draw`: the pictures that phones, browsers and other sites show for the app, drawn from its own mark and its own first screen
// into web/public. They do not contain the name, because the name is a setting.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { openProduct } from '../support/open-product.ts';

const publicFolder = path.join(import.meta.dirname, '../../web/public');
const previewSize = { width: 1200, height: 630 };

/** A device that crops icons to its own shape needs them filled to the edge. */
const icons = [
  { file: 'icons/icon-192.png', size: 192, isFilled: false },
  { file: 'icons/icon-512.png', size: 512, isFilled: false },
  { file: 'icons/maskable-512.png', size: 512, isFilled: true },
  { file: 'icons/apple-touch-icon.png', size: 180, isFilled: true },
] as const;

const { browser, service, close } = await openProduct();
try {
  await drawIcons(browser);
  await drawPreview(browser, service.url);
} finally {
  await close();
}

async function drawIcons(browser: Browser): Promise<void> {
  const mark = await readFile(path.join(publicFolder, 'icon.svg'), 'utf8');
  for (const { file, size, isFilled } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(isFilled ? mark.replace(/ rx="\d+"/, '') : mark);
    await page.addStyleTag({ content: 'body { margin: 0 } svg { display: block; width: 100vw }' });
    await page.screenshot({ path: path.join(publicFolder, file), omitBackground: true });
    await page.close();
  }
}

async function drawPreview(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: previewSize, reducedMotion: 'reduce', bypassCSP: true });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.addStyleTag({
    content: `header, aside, #headline ~ :not(p:first-of-type), section > div:last-child { display: none !important }
      #headline { font-size: 58px } .vault { --size: 520px !important } section > div { padding-block: 0 !important }`,
  });
  await page.screenshot({ path: path.join(publicFolder, 'preview.jpg'), type: 'jpeg', quality: 82 });
}
