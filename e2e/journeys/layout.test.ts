// Every page from the smallest phone, which equals 400 % zoom, to the widest screen: nothing overflows, whatever the names. Also the
// metadata of pages for search engines and link previews.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { problemMediaType } from '@remembrance/contract/problem.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { launchWithoutCommonFonts, type Shifts, shiftsOf } from '../support/layout-shift.ts';
import { linkIn } from '../support/mailbox.ts';
import { makeText } from '../support/media.ts';
import { newOwner, signInQuietly } from '../support/people.ts';
import { answer, enterCode, heading, openLetter, proveAddress, rightAnswers } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { keepToasts } from '../support/toasts.ts';
import { translateIntoLongWords } from '../support/translator.ts';
import { makeActiveVault, makeReleasedVault, makeVault, release } from '../support/vaults.ts';

const widths = [320, 2560];

async function expectToFit(page: Page, screen: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const overhang = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overhang, `${screen} at ${width} pixels`).toBeLessThanOrEqual(0);
  }
}

test('LAY-1: every page that a visitor can open fits', { tag: '@everyday' }, async ({ page }) => {
  for (const path of [
    ...[
      '/',
      '/?promo=freetrial',
      '/about',
      '/pricing',
      '/terms',
      '/privacy',
      '/transparency',
      '/help',
      '/accessibility',
      '/nowhere',
      '/sign-in',
      '/sign-up',
    ],
    ...[
      '/forgotten-password',
      '/new-password#x',
      '/check-your-mail',
      '/executor-access',
      '/send-again',
      '/executor-guide',
      '/executor-card',
      '/checkout',
    ],
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectToFit(page, path);
  }
});

const names = {
  'without a space': { title: 'W'.repeat(255), recipientName: 'm'.repeat(255) },
  'from right to left, with emoji': {
    title: `לאבא ולאמא 👨‍👩‍👧‍👦 ${'שלום '.repeat(46)}`.slice(0, 254),
    recipientName: 'مايا بنت أحمد 🕊️',
  },
};

for (const [kind, text] of Object.entries(names))
  test(`names ${kind} break no layout on any screen`, async ({ page, owner }) => {
    const file = makeText(`${'ن'.repeat(120)}🕊️.txt`);
    const executorName = text.recipientName;
    const vault = await makeActiveVault(owner, { files: [file], text: { ...text, executorName } });
    await signInQuietly(page, owner);
    for (const [path, words] of [
      ['/', 'Your Vaults'],
      [`/vault/${vault.id}`, 'Executors'],
      ['/account', 'Your account'],
      ['/account/billing', 'Billing'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: words, exact: true })).toBeVisible();
      await expectToFit(page, path);
    }
    await page.goto(`/vault/${vault.id}/edit#details`);
    await expect(page.getByLabel('Vault title')).toHaveValue(text.title.trim());
    await expectToFit(page, 'edit');
    await page.goto(`/executor-access?vault=1&title=${encodeURIComponent(text.title)}`);
    await enterCode(page, vault.code);
    await page.getByRole('button', { name: 'Release Vault' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectToFit(page, 'executor');
    await page.goto(linkIn(await vault.executor.letter('executor-code'), '/executor-card'));
    await expect(page.getByRole('article', { name: 'For your wallet' })).toBeVisible();
    await expectToFit(page, 'card');
    await release(vault);
    await page.goto(linkIn(await vault.recipient.letter('recipient-invitation'), '/vault-access/'));
    await proveAddress(page, vault.text.recipientEmail);
    await answer(page, rightAnswers(vault.text));
    await expect(heading(page, 'You Have a Remembrance')).toBeVisible();
    await expectToFit(page, 'recipient, sealed');
    await openLetter(page);
    await expectToFit(page, 'recipient');
  });

test.describe('with its own translation', () => {
  test.use({ isTranslated: false });
  test('words lengthened by a translation fit on the narrowest phone, with the text at double size', async ({
    page,
    context,
    owner,
  }) => {
    await translateIntoLongWords(context);
    await doubleText(context);
    const vault = await makeActiveVault(owner);
    await signInQuietly(page, owner);
    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of [
      '/',
      '/create-vault',
      `/vault/${vault.id}`,
      '/account/billing',
      '/account',
      '/pricing',
      '/executor-access',
    ])
      await expectWholeWords(page, path);
    await context.clearCookies();
    for (const path of ['/sign-up', '/sign-in', '/']) await expectWholeWords(page, path);
    // Its lower sections load later.
    await page.locator('#questions-title').waitFor();
    expect(await wordsOutside(page)).toEqual([]);
  });
});

async function expectWholeWords(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[class*="animate-pulse"]')).toHaveCount(0); // placeholders of content that is still loading
  expect(await wordsOutside(page), path).toEqual([]);
}

/** Text outside the screen, even if the overflow is cut off. */
const wordsOutside = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    while (walker.nextNode()) {
      const { parentElement } = walker.currentNode;
      if (!parentElement?.checkVisibility() || parentElement.closest('.sr-only, svg, [aria-hidden=true], .truncate'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const { left, right } = range.getBoundingClientRect();
      if (left < 0 || right > innerWidth + 0.5) cut.push(`${Math.round(right)} ${walker.currentNode.nodeValue}`);
    }
    return cut;
  });

test('no heading breaks inside a word on the narrowest phone with the text at double size', async ({ page, owner }) => {
  await doubleText(page);
  await page.setViewportSize({ width: 320, height: 700 });
  const broken: string[] = [];
  const look = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[class*="animate-pulse"]')).toHaveCount(0);
    broken.push(...(await brokenHeadings(page)).map((word) => `${path}: ${word}`));
  };
  for (const path of ['/', '/about', '/pricing', '/terms', '/privacy', '/help', '/accessibility', '/transparency'])
    await look(path);
  for (const path of [
    '/executor-guide',
    '/executor-access',
    '/send-again',
    '/sign-in',
    '/sign-up',
    '/forgotten-password',
  ])
    await look(path);
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  for (const path of ['/', '/account', '/account/billing', '/create-vault', `/vault/${vault.id}`]) await look(path);
  expect(broken).toEqual([]);
});

test('on the narrowest phone, even with text at double size, every owner page has a way back, and no title breaks inside a common word', async ({
  page,
  owner,
}) => {
  const title = 'For my granddaughter Wilhelmina';
  const vault = await makeActiveVault(owner, { text: { title } });
  await signInQuietly(page, owner);
  await page.setViewportSize({ width: 320, height: 700 });
  const headerOf = async (path: string, back: string) => {
    await page.goto(path);
    await expect(page.getByRole('banner').getByRole('link', { name: back })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Billing' })).toBeVisible();
    const boxes = await page
      .getByRole('banner')
      .locator('a, button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    return boxes as DOMRect[];
  };
  const [, first, ...others] = await headerOf(`/vault/${vault.id}`, 'Back to your vaults');
  expect(others.filter(({ top }) => top >= (first?.bottom ?? 0))).toEqual([]); // one row
  await doubleText(page);
  const ways = { [`/vault/${vault.id}`]: 'Back to your vaults', '/account': 'Remembrance' };
  for (const [path, back] of Object.entries(ways)) {
    const boxes = await headerOf(path, back);
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) expect(areApart(one, other), path).toBe(true);
  }
  for (const path of ['/', `/vault/${vault.id}`]) {
    await page.goto(path);
    await expect(page.getByText(title).first()).toBeVisible();
    expect(await brokenWords(page, { inside: 'h1, strong', except: '.sr-only' }), path).toEqual([]);
  }
});

const areApart = (one: DOMRect, other: DOMRect): boolean =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

/** From the next page on. */
const doubleText = (page: Pick<Page, 'addInitScript'>) =>
  page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% !important }');
    document.adoptedStyleSheets.push(sheet);
  });

/** Words of headings that are on two lines. What people wrote may break. */
const brokenHeadings = (page: Page) => brokenWords(page, { inside: 'h1, h2, h3', except: 'bdi, .sr-only' });

const brokenWords = (page: Page, where: { inside: string; except: string }): Promise<string[]> =>
  page.evaluate(async ({ inside, except }) => {
    await document.fonts.ready;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      if (!node.parentElement?.closest(inside) || node.parentElement.closest(except)) continue;
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (range.getClientRects().length > 1) broken.push(word);
      }
    }
    return broken;
  }, where);

test('the tabs of the prices are one row on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/pricing');
  const tops = () => page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
  expect(new Set(await tops()).size).toBe(1);
});

test('at desk width the buttons that sign other browsers out are on one line', async ({ page, owner }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInQuietly(page, owner);
  await page.goto('/account');
  const row = page.getByRole('listitem').filter({ hasText: 'Signed in' });
  for (const words of ['Sign out', 'This browser']) {
    const lines = await row
      .getByText(words, { exact: true })
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      });
    expect(lines, words).toBe(1);
  }
});

for (const width of [390, 1440])
  test(`a short and a long toast leave the heading in view at ${width} pixels`, async ({ page, owner }) => {
    await page.setViewportSize({ width, height: 844 });
    await keepToasts(page);
    await signInQuietly(page, owner);
    for (const path of ['/', '/account']) {
      await page.goto(path);
      for (const detail of ['We are busy. Please try again.', refusals['email-taken'].detail]) {
        await page.route('**/api/auth/user', (route) =>
          route.fulfill({ status: 503, contentType: problemMediaType, body: JSON.stringify(problemOf(detail)) }),
        );
        await page.getByRole('button', { name: 'Log Out' }).click();
        const toast = page.getByText(detail).locator('../..');
        await expect(toast).toBeInViewport({ ratio: 1 });
        const covered = await page.getByRole('heading', { level: 1 }).boundingBox();
        expect(overlap(await toast.boundingBox(), covered), `${path}: ${detail}`).toBe(false);
        await page.unroute('**/api/auth/user');
      }
    }
  });

const problemOf = (detail: string) => ({ status: 503, title: 'Not now', detail, code: 'on-hold' });

type Box = { y: number; height: number } | null;
const overlap = (one: Box, other: Box): boolean =>
  !one || !other || (one.y < other.y + other.height && other.y < one.y + one.height);

test('a dialog moves nothing on a page with a scrollbar or without one', async ({
  owner,
  playwright,
  launchOptions,
  service,
}) => {
  const vault = await makeActiveVault(owner);
  // The runner hides all scrollbars otherwise.
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
  const page = await browser.newPage({ baseURL: service.url });
  for (const height of [500, 2000]) {
    await page.setViewportSize({ width: 1200, height });
    await page.goto('/executor-access');
    await enterCode(page, vault.code);
    const place = () => page.getByRole('main').boundingBox();
    const button = page.getByRole('button', { name: 'Release Vault' });
    await expect(button).toBeVisible();
    const before = await place();
    await button.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect((await place())?.x, `${height} pixels high`).toBe(before?.x);
  }
  await browser.close();
});

test('with forced system colours, the chosen option is still visible', async ({ page, owner }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/pricing');
  await expect(page.getByRole('article').first()).toBeVisible();
  const outlineOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).outlineWidth));
  await expect.poll(() => outlineOf('[role=tab][aria-selected=true]')).toBeGreaterThanOrEqual(2);
  await signInQuietly(page, owner);
  await page.goto('/create-vault');
  await expect.poll(() => outlineOf('label:has(:checked)')).toBeGreaterThanOrEqual(2);
});

test('public pages have search metadata, and private pages ask not to be indexed', async ({ page, service }) => {
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${service.url}/sitemap.xml`);
  const titles = new Set<string>();
  for (const path of [
    '/',
    '/about',
    '/pricing',
    '/terms',
    '/privacy',
    '/help',
    '/accessibility',
    '/transparency',
    '/executor-guide',
  ]) {
    expect(sitemap).toContain(`<loc>${service.url}${path}</loc>`);
    const answer = await page.goto(path);
    expect(answer?.headers()['x-robots-tag']).toBeUndefined();
    const content = (selector: string) => page.locator(`head ${selector}`).getAttribute('content');
    titles.add(await page.title());
    expect((await content('meta[name=description]'))?.length).toBeGreaterThan(50);
    expect(await content('meta[property="og:title"]')).toBe(await page.title());
    expect(await content('meta[property="og:image"]')).toBe(`${service.url}/preview.jpg`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${service.url}${path}`);
  }
  expect(titles.size).toBe(9);
  expect((await page.request.get('/preview.jpg')).headers()['content-type']).toBe('image/jpeg');

  for (const path of [
    '/create-vault',
    '/vault/1',
    '/checkout/1',
    '/executor-access',
    '/executor-card',
    '/vault-access/unknown',
    '/sign-in',
  ]) {
    const headers = (await page.request.get(path)).headers();
    expect([path, headers['x-robots-tag'], headers['cache-control'], headers['referrer-policy']]).toEqual([
      path,
      'noindex, nofollow',
      'no-store',
      'no-referrer',
    ]);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).not.toMatch(/unsafe/);
    expect(policy).toContain("require-trusted-types-for 'script'");
  }
});

test('PRE-1: a page with one field is sent with that field, in few bytes and without anything from its address', async ({
  page,
}) => {
  for (const [path, field] of [
    ['/executor-access?vault=1&title=Heron', 'type="text"'],
    ['/vault-access/unknown-heron', 'type="email"'],
    ['/sign-in?next=%2Fheron', 'type="password"'],
  ] as const) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).toMatch(new RegExp(`<h1 .*<form [^>]*method="post".*<input [^>]*${field}`, 's'));
    expect(html, path).not.toMatch(/heron/i);
    expect(gzipSync(html).length, path).toBeLessThan(16 * 1024);
  }
});

test('an owner’s page starts its first calls together with the document, and only once', async ({ owner, page }) => {
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const [path, words] of [
    ['/', vault.text.recipientName],
    ['/create-vault', 'Vault title'],
    [`/vault/${vault.id}`, vault.text.message],
    [`/vault/${vault.id}/edit`, 'Vault details and recipient'],
    ['/account', 'Your plans, your card and your payments.'],
    ['/account/billing', 'Open a payment to print'],
  ] as const) {
    asked.length = 0;
    const document = await page.goto(path);
    const link = (await document?.headerValue('link')) ?? '';
    const named = [...link.matchAll(/<([^>]+)>/g)].map(([, call = '']) => call);
    expect(named.length, path).toBeGreaterThan(1);
    await expect(page.getByText(words).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const times = named.map((call) => [call, asked.filter((one) => one === call).length]);
    expect(times, path).toEqual(named.map((call) => [call, 1]));
    const firstScript = asked.findIndex((one) => one.endsWith('.js'));
    expect(asked.slice(0, firstScript), path).toEqual(expect.arrayContaining(named));
  }
});

test('no page jumps when its fonts and script arrive, in a browser without Arial and Georgia', async ({
  owner,
  playwright,
  launchOptions,
  service,
}) => {
  const vault = await makeActiveVault(owner);
  const released = await makeReleasedVault(await newOwner(service));
  const browser = await launchWithoutCommonFonts(playwright.chromium, launchOptions);
  const found: Record<string, Shifts> = {};
  for (const [path, words] of [
    ['/', 'Preserve Your Legacy.'],
    ['/pricing', 'Recommended'],
    ['/sign-up', 'Create your account'],
    ['/sign-in', 'Welcome back'],
    ['/executor-access', 'Access code'],
    [released.link, 'Your email address'],
    ['/#owner', vault.text.recipientName],
    ['/create-vault#owner', 'Vault title'],
    [`/vault/${vault.id}#owner`, vault.text.message],
    [`/vault/${vault.id}/edit#owner`, 'Vault details and recipient'],
    ['/account#owner', 'Your plans, your card and your payments.'],
    ['/account/billing#owner', 'Open a payment to print'],
  ] as const) {
    const context = await browser.newContext({
      baseURL: service.url,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    if (path.endsWith('#owner')) await signInQuietly(page, owner);
    const isReady = () => expect(page.getByText(words).first()).toBeVisible();
    found[path] = await shiftsOf(page, path.replace('#owner', ''), isReady);
    await context.close();
  }
  await browser.close();
  const jumps = Object.entries(found).filter(([, { sum }]) => sum > 0.05);
  expect(Object.fromEntries(jumps)).toEqual({});
});

/** The number of lines that its text takes. */
/** Only its text nodes count, because a translator's elements around them are higher. */
function linesOf(element: Element): number {
  const texts = document.createNodeIterator(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const tops = new Set<number>();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    range.selectNodeContents(text);
    for (const { top } of range.getClientRects()) tops.add(top);
  }
  return tops.size;
}

test('on a phone the dashboard’s first vault is in the upper half, and the header’s words are not cut off', async ({
  page,
  owner,
}) => {
  for (const title of ['Recipes', 'The garden', 'The house']) await makeVault(owner, { text: { title } });
  const vault = await makeActiveVault(owner);
  await signInQuietly(page, owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const vaults = page.getByRole('region', { name: 'Your Vaults' });
  expect((await vaults.getByRole('listitem').first().boundingBox())?.y).toBeLessThan(450);
  const attention = page.getByRole('region', { name: 'Needs your attention' });
  await expect(attention.getByRole('link')).toHaveCount(0);
  await attention.getByRole('button', { name: 'Needs your attention (3)' }).click();
  await expect(attention.getByRole('link', { name: 'Complete payment' })).toHaveCount(2);
  await attention.getByRole('button', { name: 'Show 1 more' }).click();
  await expect(attention.getByRole('link', { name: 'Complete payment' })).toHaveCount(3);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', `/vault/${vault.id}`, '/account']) {
    await page.goto(path);
    const billing = page.getByRole('banner').getByRole('link', { name: 'Billing' });
    // The rendered page replaces the prerendered one.
    await expect.poll(() => billing.evaluate(linesOf)).toBe(1);
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(130);
  }
});
