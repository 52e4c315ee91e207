// A slow connection: the app starts even if its cached scripts are there before the document, and a page that waits too long offers to
// load again.
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getUser } from '@remembrance/contract/sessions.ts';
import { signInQuietly } from '../support/people.ts';
import { heading } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

/** Passes everything to the service; from `hold()` on it sends the rest of a document only after `goOn()`. */
async function slowFront(serviceUrl: string) {
  let isHolding = false;
  const going = Promise.withResolvers<void>();
  const server: Server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: new URL(serviceUrl).host, 'accept-encoding': 'identity' };
    const passed = ask(`${serviceUrl}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      const isDocument = isHolding && answer.headers['content-type']?.startsWith('text/html');
      if (!isDocument) return void answer.pipe(outgoing);
      void answer.toArray().then(async (parts: Buffer[]) => {
        const [head = '', body] = Buffer.concat(parts).toString().split('<body>');
        outgoing.write(head);
        await going.promise;
        outgoing.end(`<body>${body}`);
      });
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    hold() {
      isHolding = true;
    },
    goOn: going.resolve,
    close: () => void server.close().closeAllConnections(),
  };
}

test('LOAD-2: an owner’s page starts even if its scripts, from a cache, are there before the document', async ({
  browser,
  owner,
  service,
}) => {
  const front = await slowFront(service.url);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await signInQuietly(page, owner);
  await page.goto(`${front.url}/create-vault`);
  await expect(page.getByLabel('Vault title')).toBeVisible();
  front.hold();
  await page.goto(`${front.url}/create-vault`, { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
    return scripts.length > 0 && scripts.every(({ href }) => loaded.includes(href));
  });
  front.goOn();
  await expect(page.getByLabel('Vault title')).toBeVisible();
  await context.close();
  front.close();
});

test('LOAD-1: a page that waits long for its first answer offers to load again', async ({ page, owner }) => {
  await signInQuietly(page, owner);
  let isSilent = true;
  await page.route(`**${getUser.path}`, (route) => (isSilent ? undefined : route.continue()));
  await page.goto('/create-vault');
  const again = page.getByRole('link', { name: 'Load the page again' });
  await expect(page.locator('main')).toContainText('Loading');
  await expect(again).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.querySelector('.still-loading')?.getAnimations() ?? []) animation.finish();
  });
  await expect(again).toBeVisible();
  isSilent = false;
  await again.click();
  await expect(heading(page, 'Create your vault')).toBeVisible();
});
