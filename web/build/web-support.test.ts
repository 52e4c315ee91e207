// BROWSER-1: what the build wrote uses only what our oldest browsers have, or says here why it may use more.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { olderBrowser } from './document.ts';
import { oldestBrowsers } from './oldest-browsers.ts';
import { missingFunctions, usedIn } from './web-support.ts';

const missing = missingFunctions();
const dist = path.join(import.meta.dirname, '../dist');

/** Scripts that ask whether the browser has it, and do something else if not. */
const asked: [script: RegExp, name: RegExp][] = [
  // graphemes.ts.
  [/^calls-/, /^Intl\.Segmenter$/],
  // React: a property it knows by name, and transitions between pages.
  [/^entry-client-/, /^\.(popover|startViewTransition)$/],
  // @noble/ciphers and @simplewebauthn/browser.
  [/^drafts-/, /(\.toHex|\.fromHex)$/],
  [/^esm-/, /^PublicKeyCredential\./],
  // Mediabunny, which says so if it cannot rewrite a film. Symbols and errors of `using` are added where they are missing.
  [
    /^rewrite-media-/,
    /^(Offscreen|(Video|Audio)(En|De)coder|Encoded|VideoFrame$|AudioData$|\.(bytes|resize|transfer)$)/,
  ],
  [/^rewrite-media-/, /^(Symbol\.(asyncD|d)ispose|SuppressedError)$/],
];

test('BROWSER-1: no built script uses a function that one of our oldest browsers lacks', async () => {
  const scripts = (await readdir(path.join(dist, 'assets'))).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(50);
  const faults: string[] = [];
  for (const name of [...scripts.map((script) => `assets/${script}`), 'service-worker.js'])
    for (const used of usedIn(await readFile(path.join(dist, name), 'utf8'), missing))
      if (!asked.some(([script, allowed]) => script.test(path.basename(name)) && allowed.test(used)))
        faults.push(`${path.basename(name)} uses ${used}`);
  expect(faults).toEqual([]);
});

test.each([
  ['URL.canParse(next)', 'URL.canParse'],
  ['new Intl.Segmenter()', 'Intl.Segmenter'],
  ['list.toSorted()', '.toSorted'],
  ['Object.groupBy(list, key)', 'Object.groupBy'],
  ['AbortSignal.timeout(10)', 'AbortSignal.timeout'],
  ['text.split(/(?<=-)/)', 'lookbehind'],
  ['new RegExp("(?<!-)-")', 'lookbehind'],
  ['new CompressionStream("gzip")', 'CompressionStream'],
])('%s is found', (script, name) => {
  expect([...usedIn(script, missing)]).toEqual([name]);
});

test('a property of our own with the name of a rare function is not mistaken for it', () => {
  expect([...usedIn('link.token; vault.recipient; const { Segmenter } = names', missing)]).toEqual([]);
});

test('our oldest browsers have cascade layers, since a browser without them shows that it is too old', () => {
  const since: Record<string, number> = { chrome: 99, edge: 99, firefox: 97, safari: 15.4, ios_saf: 15.4 };
  for (const { name, version } of oldestBrowsers())
    expect(version, name).toBeGreaterThanOrEqual(since[name] ?? Infinity);
});

describe('of the built pages', async () => {
  const names = (await readdir(dist)).filter((name) => name.endsWith('.html'));
  const pages = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(dist, name), 'utf8')] as const),
  );
  const style = /<style>([\s\S]*?)<\/style>/.exec(pages[0]?.[1] ?? '')?.[1] ?? '';
  const unlayered = withoutLayers(style);

  test('BROWSER-1: every page says what to do in a browser without cascade layers, and in no other', () => {
    expect(names.length).toBeGreaterThan(30);
    for (const [name, html] of pages) expect(html, name).toContain(olderBrowser);
    expect(style).toMatch(/\.older-browser\{display:none\}/);
    expect(unlayered).toContain('.older-browser{');
    expect(unlayered).not.toMatch(/\.older-browser\{[^}]*display/);
  });

  test('PRINT-1: no button and no file field is printed on any page, whatever lays it out', () => {
    const [rule = ''] = /@media print\{\.on-screen-only[^}]*\}/.exec(unlayered) ?? [];
    expect(rule).toMatch(/\{\.on-screen-only,button,\.button-link,input\[type="?file"?\]\{display:none!important\}/);
    // An important rule in a layer would win.
    expect(style.replaceAll('display:none!important', '')).not.toMatch(/display:[^;}]*!important/);
  });
});

/** The rules outside cascade layers, which a browser without layers applies. */
function withoutLayers(style: string): string {
  const at = style.search(/@layer [\w.-]*\{/);
  if (at < 0) return style;
  let depth = 0;
  let end = style.indexOf('{', at);
  do {
    if (style[end] === '{') depth += 1;
    else if (style[end] === '}') depth -= 1;
    end += 1;
  } while (depth > 0);
  return style.slice(0, at) + withoutLayers(style.slice(end));
}
