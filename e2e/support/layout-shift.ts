// How far a page jumps while it loads, in a browser without Arial, Georgia and their usual substitutes. Its own fonts arrive last, as on
// a slow connection.
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserType, LaunchOptions, Page, Route } from '@playwright/test';

const common = ['Arial', 'Helvetica', 'Georgia', 'Times', 'Times New Roman', 'Liberation Sans', 'Liberation Serif'];
const rejected = common.map((family) => `<pattern><patelt name="family"><string>${family}</string></patelt></pattern>`);

export async function launchWithoutCommonFonts(browser: BrowserType, options: LaunchOptions): Promise<Browser> {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'remembrance-fonts-')), 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include>/etc/fonts/fonts.conf</include><selectfont><rejectfont>${rejected.join('')}</rejectfont></selectfont></fontconfig>`,
  );
  return browser.launch({ ...options, env: { ...options.env, FONTCONFIG_FILE: file } });
}

/** @returns the sum of the shifts, and what moved. */
export async function shiftsOf(page: Page, address: string, isReady: () => Promise<unknown>): Promise<Shifts> {
  const held: Route[] = [];
  let areLate = true;
  await page.route('**/*.woff2', (route) => (areLate ? void held.push(route) : route.continue()));
  await page.addInitScript(observeShifts);
  await page.goto(address, { waitUntil: 'commit' });
  await isReady();
  areLate = false;
  await Promise.all(held.map((route) => route.continue()));
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(readShifts);
}

export interface Shifts {
  sum: number;
  moved: string[];
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

function observeShifts(): void {
  const marks = window as unknown as { shifts: { sum: number; moved: string[] } };
  marks.shifts = { sum: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      marks.shifts.sum += value;
      const names = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 30)}`);
      marks.shifts.moved.push(`${value.toFixed(3)}: ${names.join(', ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Waits two frames, so that the last shift is included. */
const readShifts = (): Promise<Shifts> =>
  new Promise((resolve) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => setTimeout(() => resolve((window as unknown as { shifts: Shifts }).shifts))),
    ),
  );
