// `npm run budgets`: what a browser loads for a page before anything on it is pressed, in KB (1024 bytes) as gzip sends it,
// and whether that is within what was allowed. Asked of the built app by a real browser, so nothing can be left out.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';
import { newOwner, signInQuietly } from '../support/people.ts';
import { startService } from '../support/service.ts';

const dist = path.join(import.meta.dirname, '../../web/dist');

interface Weight {
  script: number;
  style: number;
  font: number;
  page: number;
}

const everyPage = { style: 15, font: 100 };
const allowed: Record<string, Partial<Weight>> = {
  '/': { script: 95, ...everyPage },
  '/about': everyPage,
  '/pricing': everyPage,
  '/terms': everyPage,
  '/privacy': everyPage,
  '/help': everyPage,
  '/create-vault': { script: 180, ...everyPage },
};

const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
const service = await startService();
try {
  const rows = [];
  for (const route of Object.keys(allowed)) rows.push({ route, weight: await weigh(browser, route) });
  process.exitCode = report(rows) ? 0 : 1;
} finally {
  await service.stop();
  await browser.close();
}

async function weigh(browser: Browser, route: string): Promise<Weight> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  if (route === '/create-vault') await signInQuietly(page, await newOwner(service));
  const asked = filesAskedBy(page);
  const answer = await page.goto(service.url + route, { waitUntil: 'networkidle' });
  const html = (await answer?.text()) ?? '';
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style).join('');
  const files = (ending: string) => [...asked].filter((name) => name.endsWith(ending)).map(sizeOfFile);
  await context.close();
  return {
    script: sum(files('.js')),
    style: sizeOf(styles) + sum(files('.css')),
    // Already packed, and sent as they are.
    font: sum([...asked].filter((name) => name.endsWith('.woff2')).map((name) => readFile(name).length)),
    page: sizeOf(html),
  };
}

function filesAskedBy(page: Page): Set<string> {
  const names = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css|woff2)$/.test(pathname)) names.add(pathname);
  });
  return names;
}

function readFile(name: string): Buffer {
  return readFileSync(path.join(dist, name));
}
function sizeOfFile(name: string): number {
  return sizeOf(readFile(name));
}
function sizeOf(content: string | Buffer): number {
  return content.length === 0 ? 0 : gzipSync(content, { level: 9 }).length;
}
function sum(sizes: number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function report(rows: { route: string; weight: Weight }[]): boolean {
  let isWithin = true;
  const cell = (route: string, weight: Weight, kind: keyof Weight) => {
    const kilobytes = weight[kind] / 1024;
    const max = allowed[route]?.[kind];
    if (max !== undefined && kilobytes > max) isWithin = false;
    return `${kilobytes.toFixed(1)}${max === undefined ? '' : ` of ${max}${kilobytes > max ? ' OVER' : ''}`}`;
  };
  console.log('| page | JavaScript | CSS | fonts | HTML |\n|---|---|---|---|---|');
  for (const { route, weight } of rows) {
    const cells = (['script', 'style', 'font', 'page'] as const).map((kind) => cell(route, weight, kind));
    console.log(`| ${route} | ${cells.join(' | ')} |`);
  }
  return isWithin;
}
