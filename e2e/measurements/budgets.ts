// `npm run budgets [pages] [-- --json]`: what a browser loads for a page before any click, in KB (1024 bytes) as gzip sends it, and
// whether that is within budget. Measured on the built app with a real browser, so nothing can be left out.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { openProduct } from '../support/open-product.ts';
import { newOwner, signInQuietly } from '../support/people.ts';

const dist = path.join(import.meta.dirname, '../../web/dist');

const kinds = ['script', 'style', 'font', 'page'] as const;
type Kind = (typeof kinds)[number];
/** In bytes. */
type Weight = Record<Kind, number>;
interface Row {
  route: string;
  weight: Weight;
}

const everyPage = { style: 15, font: 100 };
const allowed: Record<string, Partial<Weight>> = {
  '/': { script: 95, ...everyPage },
  '/about': everyPage,
  '/pricing': everyPage,
  '/terms': everyPage,
  '/privacy': everyPage,
  '/help': everyPage,
  '/accessibility': everyPage,
  '/transparency': everyPage,
  '/create-vault': { script: 180, ...everyPage },
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
const routes = positionals.length > 0 ? positionals : Object.keys(allowed);
const { browser, service, close } = await openProduct();
try {
  const rows: Row[] = [];
  for (const route of routes) rows.push({ route, weight: await weigh(browser, route) });
  const isWithin = rows.every((row) => kinds.every((kind) => !isOver(row, kind)));
  if (values.json) console.log(JSON.stringify({ isWithin, pages: rows }));
  else report(rows);
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await close();
}

async function weigh(browser: Browser, route: string): Promise<Weight> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  if (route === '/create-vault') await signInQuietly(page, await newOwner(service));
  const asked = filesAskedBy(page);
  const answer = await page.goto(service.url + route);
  // The form's last part loads by itself, and on a slow machine only after a pause.
  if (route === '/create-vault') await page.getByLabel('Files', { exact: true }).waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const html = (await answer?.text()) ?? '';
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => style).join('');
  const files = (ending: string) => [...asked].filter((name) => name.endsWith(ending)).map(sizeOfFile);
  await context.close();
  return {
    script: sum(files('.js')),
    style: sizeOf(styles) + sum(files('.css')),
    // Already compressed, and sent unchanged.
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

function isOver({ route, weight }: Row, kind: Kind): boolean {
  return weight[kind] > (allowed[route]?.[kind] ?? Number.POSITIVE_INFINITY) * 1024;
}

function report(rows: Row[]): void {
  console.log('| page | JavaScript | CSS | fonts | HTML |\n|---|---|---|---|---|');
  for (const row of rows) {
    const cells = kinds.map((kind) => {
      const max = allowed[row.route]?.[kind];
      const allowance = max === undefined ? '' : ` of ${max}${isOver(row, kind) ? ' OVER' : ''}`;
      return `${(row.weight[kind] / 1024).toFixed(1)}${allowance}`;
    });
    console.log(`| ${row.route} | ${cells.join(' | ')} |`);
  }
}
