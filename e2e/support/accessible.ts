// Checks a screen against WCAG 2.2 AA, as far as a program can, in light and dark mode. Dark mode only differs in colours, so only
// colours are checked there. On paper there may be nothing to press.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
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
  await page.emulateMedia({ media: 'print' });
  const buttons = page.locator('button, .button-link, input[type="file"]');
  await expect(buttons.filter({ visible: true }), `buttons on the paper of ${screen}`).toHaveCount(0);
  await page.emulateMedia({ media: null });
}

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
