// Takes away from every page what the oldest browser we support lacks: Safari on an iPhone of 2015, by `browserslist` in package.json and
// web-features, the data behind Baseline. The test of the built scripts (web/build) cannot see a function whose name others share.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { features } from 'web-features';

interface Feature {
  status?: { by_compat_key?: Record<string, { support: { safari_ios?: string } }> };
}

const root = path.join(import.meta.dirname, '../..');
const { browserslist } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  browserslist: string[];
};
const oldest = Number(browserslist.find((line) => line.startsWith('ios_saf'))?.split(' >= ')[1]);

const missing = Object.values(features as unknown as Record<string, Feature>)
  .flatMap(({ status }) => Object.entries(status?.by_compat_key ?? {}))
  .filter(([, { support }]) => !(Number.parseFloat((support.safari_ios ?? 'never').replace('≤', '')) <= oldest))
  .flatMap(([key]) => /^(?:api|javascript\.builtins)\.(\w+(?:\.\w+)?)$/.exec(key)?.[1] ?? [])
  // Partly missing there, and what is left is what we use; or what the test itself asks a page.
  .filter(
    (name) =>
      !name.endsWith('_event') &&
      !/^(HTMLMediaElement|HTMLInputElement|CanvasRenderingContext2D)\.|^Navigator\.cookieEnabled$|^Element\.checkVisibility$/.test(
        name,
      ),
  );

export async function ageBrowsers(context: BrowserContext): Promise<void> {
  if (missing.length < 1000 || !missing.includes('URL.canParse_static')) throw new Error('the data has changed');
  await context.addInitScript(takeAway, missing);
}

function takeAway(names: string[]): void {
  for (const path of names) {
    const [object = '', name = ''] = path.replace('_static', '').split('.');
    const owner: unknown = Reflect.get(window, object);
    if (name === '' || object === 'Window') Reflect.deleteProperty(window, name || object);
    else if (owner instanceof Object && name !== object) {
      Reflect.deleteProperty(owner, name);
      // Response.json came later than the method of a response with the same name.
      if (!path.endsWith('_static') && 'prototype' in owner && owner.prototype instanceof Object)
        Reflect.deleteProperty(owner.prototype, name);
    }
  }
}
