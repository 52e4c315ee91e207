// Checks a screen against WCAG 2.2 AA, as far as a program can, in light and dark mode. Dark mode only differs in colours, so only
// colours are checked there. What people wrote has an unknown language and its own direction. On paper there may be nothing to press.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { writtenTexts } from '../screens/world.ts';
import { expect } from './test.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const rules = {
  light: { type: 'tag', values: tags },
  dark: { type: 'rule', values: ['color-contrast'] },
} as const;

type Scheme = keyof typeof rules;

const packages = createRequire(import.meta.resolve('@axe-core/playwright'));
const source = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');

const both: readonly Scheme[] = ['light', 'dark'];

export async function expectAccessible(page: Page, screen: string, schemes = both): Promise<void> {
  for (const scheme of schemes) expect(await findBarriers(page, scheme), `${screen} in ${scheme}`).toEqual([]);
  expect(await findAssumedLanguages(page), `written texts of ${screen} without lang="" or a direction`).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  const buttons = page.locator('button, .button-link, input[type="file"]');
  await expect(buttons.filter({ visible: true }), `buttons on the paper of ${screen}`).toHaveCount(0);
  await page.emulateMedia({ media: null });
}

/** Texts that people wrote, on the page or in its fields, which a voice would read as English or which would take over its direction. */
const findAssumedLanguages = (page: Page): Promise<string[]> =>
  page.evaluate((written) => {
    const isWritten = (text: string) => written.includes(text) || /^(?!support@)\S+@example\.(org|com)$/.test(text);
    const hasNoLanguage = (place: Element | null) => place?.closest('[lang]')?.getAttribute('lang') === '';
    const isOpen = (place: Element | null) =>
      hasNoLanguage(place) && place?.closest('bdi, [dir=auto], .own-direction') !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { nodeValue, parentElement } = walker.currentNode;
      if (isWritten(nodeValue?.trim() ?? '') && !isOpen(parentElement)) found.push(parentElement?.outerHTML ?? '');
    }
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    for (const field of fields) if (isWritten(field.value.trim()) && !hasNoLanguage(field)) found.push(field.outerHTML);
    return found;
  }, writtenTexts);

/** The violated rules, each with its element. None of our pages has a frame, so checking one document is enough. */
async function findBarriers(page: Page, colorScheme: Scheme): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  // Its 650 kB are loaded once per document, not once per check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (runOnly) => {
    // Wait for finite animations to end; endless ones do not count.
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    while (document.getAnimations().some(isMoving)) await new Promise(requestAnimationFrame);
    const options = {
      runOnly,
      resultTypes: ['violations'],
      iframes: false,
      selectors: false,
      preload: { assets: ['media'] },
    };
    const { violations } = await (window as unknown as AxeWindow).axe.run(document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, rules[colorScheme]);
}

interface AxeWindow {
  axe: { run(root: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
}
