// The test fixture for every journey: each worker has its own service. At the end no page or service may have failed, and no page may
// have contacted another server.
import { type BrowserContext, test as base, expect, type Page, type TestInfo } from '@playwright/test';
import { type MadeFile, makeDocument, makePhoto, makeSong, makeText } from './media.ts';
import { ageBrowsers } from './oldest-browser.ts';
import { newOwner, type Owner } from './people.ts';
import { type Service, startService } from './service.ts';
import { translatePages } from './translator.ts';
import { nothingSeen, type Seen, watch } from './watch.ts';

interface WorkerFixtures {
  service: Service;
  /** A photo, a song, a PDF and a text. */
  files: MadeFile[];
}

interface Fixtures {
  /** Whether the browsers translate every page. */
  isTranslated: boolean;
  /** Whether the browsers lack what the oldest one we support lacks. */
  isOldest: boolean;
  /** An owner whose address is confirmed; no browser is signed in. */
  owner: Owner;
  /** Opens a page in somebody else's browser. */
  visitor: () => Promise<Page>;
  /** What the browsers of this test did. */
  seen: Seen;
  isSound: undefined;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads what a fixture needs from its first parameter
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  files: [
    async ({ browser }, use) => use([await makePhoto(browser), makeSong(), makeDocument(), makeText()]),
    { scope: 'worker' },
  ],
  isTranslated: [false, { option: true }],
  isOldest: [false, { option: true }],
  baseURL: ({ service }, use) => use(service.url),
  // No journey tests animations, so none waits for them.
  contextOptions: { reducedMotion: 'reduce' },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  seen: ({}, use) => use(nothingSeen()),
  context: async ({ context, service, seen, isTranslated, isOldest }, use, info) => {
    await watch(context, service.url, seen);
    if (isTranslated) await translatePages(context);
    if (isOldest) await ageBrowsers(context);
    await use(context);
    if (info.error) await attachPages(context, info);
  },
  visitor: async ({ browser, service, seen, isTranslated, isOldest }, use, info) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      await watch(context, service.url, seen);
      if (isTranslated) await translatePages(context);
      if (isOldest) await ageBrowsers(context);
      return context.newPage();
    });
    for (const context of contexts) {
      if (info.error) await attachPages(context, info);
      await context.close();
    }
  },
  owner: async ({ service }, use) => use(await newOwner(service)),
  isSound: [
    async ({ service, seen }, use, info) => {
      await use(undefined);
      if (info.error) await info.attach('the log of the service', { body: service.log(), contentType: 'text/plain' });
      const { consoleErrors: _, ...neverAsked } = seen;
      expect({ ...neverAsked, faults: service.takeFaults() }).toEqual({
        thirdParties: [],
        policyViolations: [],
        uncaughtErrors: [],
        lostNodes: [],
        faults: [],
      });
    },
    { auto: true },
  ],
});

/** A failure may not recur, so its report shows what was on the screen. */
async function attachPages(context: BrowserContext, info: TestInfo): Promise<void> {
  for (const page of context.pages()) {
    const body = await page
      .locator('body')
      .ariaSnapshot()
      .catch((error: unknown) => `It could not be read: ${error}`);
    await info.attach(`the page ${page.url()}`, { body, contentType: 'text/plain' });
  }
}

export { expect };
