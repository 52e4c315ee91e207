// `npm run slow-phone`: when a page shows something and when it is usable, on slow 3G (50 kB/s, 400 ms) with a processor four times
// slower, in a browser that has stored nothing. An owner's page is measured three times: after signing in on that slow connection, as an
// owner would; again in that browser, whose service worker has stored the app; and with only the session, for example after the browser has
// evicted everything else. A measurement depends on the machine, so no test asserts it.
import type { Page } from '@playwright/test';
import { mailboxCodeIn } from '../support/mailbox.ts';
import { median, openProduct } from '../support/open-product.ts';
import { newOwner, signInQuietly } from '../support/people.ts';
import { makeReleasedVault } from '../support/vaults.ts';

const runs = Number(process.env.RUNS ?? 3);
const slow3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const processorRate = 4;

interface Times {
  paint: number;
  usable: number;
  /** When the page's last requested resource had arrived. */
  ready: number;
  kilobytes: number;
}

/** How an owner arrives at a page. */
const arrivals = ['after signing in', 'opened again', 'with the session alone'] as const;
type Arrival = (typeof arrivals)[number] | 'opened';

interface Target {
  /** The content that must be visible before a person can start. */
  usable: string;
  /** The time allowed until then. */
  seconds: number;
  isOwner?: true;
}
const { browser, service, close } = await openProduct();
try {
  const released = await makeReleasedVault(await newOwner(service));
  const targets: Record<string, Target> = {
    '/executor-access': { usable: 'input', seconds: 2.5 },
    [new URL(released.link).pathname]: { usable: 'input[type=email]', seconds: 2.5 },
    '/sign-in': { usable: 'input[type=email]', seconds: 2.5 },
    '/sign-up': { usable: 'input[type=email]', seconds: 4 },
    '/create-vault': { usable: 'textarea', seconds: 4, isOwner: true },
    '/account': { usable: 'input', seconds: 4, isOwner: true },
    '/account/billing': { usable: 'a[href="/create-vault"]', seconds: 4, isOwner: true },
    '/': { usable: 'h2', seconds: 4, isOwner: true },
  };
  console.log('| page | first paint, s | usable, s | allowed | script ready, s | KB |\n|---|---|---|---|---|---|');
  const measurements = Object.entries(targets).flatMap(([route, target]): Measurement[] => {
    if (!target.isOwner) return [{ route, target, arrival: 'opened' }];
    return arrivals.map((arrival) => ({ route, target, arrival }));
  });
  for (const { route, target, arrival } of measurements) {
    const found: Times[] = [];
    for (let run = 0; run < runs; run += 1) found.push(await measure({ route, target, arrival }));
    const middle = (of: (one: Times) => number) => median(found.map(of)).toFixed(1);
    const name = `${route.replace(/[\w-]{30,}/, ':token')}${target.isOwner ? `, ${arrival}` : ''}`;
    console.log(
      `| ${name} | ${middle((one) => one.paint)} | ${middle((one) => one.usable)} | ${target.seconds} | ${middle((one) => one.ready)} | ${middle((one) => one.kilobytes)} |`,
    );
  }
} finally {
  await close();
}

interface Measurement {
  route: string;
  target: Target;
  arrival: Arrival;
}

async function measure({ route, target, arrival }: Measurement): Promise<Times> {
  const context = await browser.newContext({
    serviceWorkers: arrival === 'opened again' ? 'allow' : 'block',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  if (arrival === 'opened again') {
    await signInOnThePage(page, '/');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  } else if (arrival === 'with the session alone') await signInQuietly(page, await newOwner(service));
  const bytes = await slowDown(page);
  await page.addInitScript((selector) => {
    // A marker set by this measurement, which the window type does not declare.
    const marks = window as unknown as { usableAt?: number };
    const look = () => {
      const main = document.querySelector('main');
      const isThere = selector === 'h2' ? main?.textContent?.includes('No Vaults Yet') : main?.querySelector(selector);
      if (isThere) marks.usableAt = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  }, target.usable);
  if (arrival === 'after signing in') await signInOnThePage(page, route);
  else await page.goto(service.url + route, { timeout: 60_000 });
  // The network may be idle while a slow processor is still parsing the scripts.
  const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
  await page.waitForFunction(() => 'usableAt' in window && !document.querySelector('.awaits-script'), null, {
    timeout: 60_000,
  });
  await page.waitForFunction(isPainted);
  const times = await page.evaluate(() => ({
    usable: ((window as unknown as { usableAt?: number }).usableAt ?? Number.NaN) / 1000,
    paint: (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN) / 1000,
    ready:
      Math.max(
        ...performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).responseEnd),
      ) / 1000,
  }));
  await context.close();
  return { ...times, kilobytes: bytes.received / 1024 };
}

async function signInOnThePage(page: Page, route: string): Promise<void> {
  const owner = await newOwner(service);
  await page.goto(`${service.url}/sign-in?next=${encodeURIComponent(route)}`);
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  const letter = await owner.mailbox.letter('sign-in-code');
  await page.getByLabel('Code from the email').fill(mailboxCodeIn(letter));
  // The address may change shortly before the page is loaded again. Only the new document is measured.
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Log In' }).click();
  await loaded;
  await page.waitForURL(({ pathname }) => pathname === route);
}

async function slowDown(page: Page): Promise<{ received: number }> {
  const bytes = { received: 0 };
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', slow3G);
  await client.send('Emulation.setCPUThrottlingRate', { rate: processorRate });
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes.received += encodedDataLength;
  });
  return bytes;
}
