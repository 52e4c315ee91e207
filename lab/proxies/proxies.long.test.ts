// The examples in deploy/ in front of a public service: a complete journey through TLS, and the proxies' logs of it.
import { api } from '@remembrance/contract/api.ts';
import { maxFileBytes } from '@remembrance/contract/limits.ts';
import { freePort } from '@remembrance/server/testing/free-port.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../support/http-client.ts';
import { createInstallation, type Installation, type ServerProcess } from '../support/installation.ts';
import { type FaultyMailServer, openFaultyMailServer } from '../support/mail-server.ts';
import { makeRunFolder, type RunFolder } from '../support/run-folder.ts';
import { waitFor } from '../support/wait.ts';
import { askOnce, uploading } from './browser.ts';
import { claimedNetwork, goThrough, type Journey, networks } from './journey.ts';
import { refuseWithoutProxies } from './programs.ts';
import { openCaddy, openNginx, type RunningProxy } from './proxy.ts';
import { recordSecrets } from './sent-secrets.ts';
import { makeSite, type Site, siteName } from './site.ts';

let folder: RunFolder;
let mail: FaultyMailServer;
let site: Site;
let installation: Installation;
let service: ServerProcess;
let servicePort: number;

beforeAll(async () => {
  refuseWithoutProxies();
  folder = makeRunFolder('proxy');
  mail = await openFaultyMailServer();
  site = await makeSite(folder);
  installation = await createInstallation({
    folder,
    settings: {
      NODE_ENV: 'production',
      PUBLIC_URL: site.url,
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMIT_FACTOR: '1',
      SMTP_URL: mail.url,
      ALLOW_EXAMPLE_ADDRESSES: 'true',
      ALLOW_SANDBOX_PAYMENTS: 'true',
      LOG_LEVEL: 'info',
    },
  });
  servicePort = Number(new URL(installation.url).port);
  service = installation.spawn();
  await service.ready();
});
afterAll(async () => {
  await service?.stop();
  await mail?.close();
  folder?.remove();
});

/** The networks of the requests, as the service writes them to its log, by request. */
const networksIn = (log: string, isMeant: (route: string) => boolean): string[] =>
  log
    .split('\n')
    .flatMap((line) => (line.includes('"answered"') ? [JSON.parse(line)] : []))
    .filter(({ route }) => isMeant(route))
    .map(({ network }) => network);

describe.each([
  { name: 'nginx', open: openNginx },
  { name: 'Caddy', open: openCaddy },
])('behind $name', ({ open }) => {
  const secrets = recordSecrets();
  let proxy: RunningProxy;
  let spooledBefore: number;
  let loggedBefore: number;
  let journey: Journey;

  beforeAll(async () => {
    proxy = await open(site, servicePort);
    spooledBefore = proxy.lastSpooled();
    loggedBefore = installation.readLog().length;
    journey = await goThrough({ site, secrets, mailbox: mail });
  });
  afterAll(() => proxy?.stop());

  test('a 30 MB file reaches its recipient through the example proxy: complete, as a range and in the ZIP archive', () => {
    const { file, uploaded, page, whole, part, everything } = journey;
    expect(uploaded).toBe(204);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect([whole.status, whole.body.equals(file)]).toEqual([200, true]);
    expect([part.status, part.body.equals(file.subarray(20_000_000, 21_000_000))]).toEqual([206, true]);
    expect([everything.status, everything.body.includes(file)]).toEqual([200, true]);
  });

  test('a proxy logs one line for each request, and never a token, code, signature, address or network', async () => {
    await waitFor(async () => proxy.readLines().length >= journey.requests || null, { what: 'the log', seconds: 30 });
    expect(proxy.readLines()).toHaveLength(journey.requests);
    expect(secrets.count()).toBeGreaterThan(40);
    const written = proxy.readEverything();
    expect(secrets.foundIn(written)).toEqual([]);
    for (const network of [...Object.values(networks), claimedNetwork]) expect(written).not.toContain(network);
  });

  test('the service sees the network of each person behind a proxy, whatever they claim', async () => {
    const people = [...Object.values(networks), claimedNetwork];
    const { path } = api.listPlans; // the journey does not make this call
    for (const network of people) // direct requests with the header that a proxy would set
      await send({ method: 'GET', url: installation.url + path, headers: { 'x-forwarded-for': network } });
    const newLog = () => installation.readLog().slice(loggedBefore);
    const find = async () => {
      const found = networksIn(newLog(), (route) => route === path);
      return found.length === people.length ? found : null;
    };
    const named = await waitFor(find, { what: 'the log of the service', seconds: 30 });
    const others = [path, api.paymentWebhook.path]; // the sandbox calls from this machine
    const seen = networksIn(newLog(), (route) => !others.includes(route));
    expect(new Set(seen)).toEqual(new Set(named?.slice(0, -1)));
  });

  test('the proxy passes on the largest file that the service accepts, and stores no part of it on its disk', async () => {
    expect(proxy.lastSpooled()).toBe(spooledBefore);
    const url = `${site.url}/api/uploads/none?expires=1&signature=none`;
    const answer = await askOnce(site, { method: 'PUT', url, headers: uploading, announcedBytes: maxFileBytes });
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    expect(proxy.lastSpooled()).toBe(spooledBefore);
  });

  test('a visitor without TLS is redirected, and one who finds the service down reads what to do; no secret is logged', async () => {
    const plain = await send({
      method: 'GET',
      url: `http://127.0.0.1:${site.plainPort}${new URL(journey.links.invitation).pathname}`,
      headers: { host: siteName },
    });
    expect([301, 308]).toContain(plain.status);
    expect(plain.headers.location).toMatch(`https://${siteName}`);
    await proxy.stop();
    expect(secrets.foundIn(proxy.readEverything())).toEqual([]);
    proxy = await open(site, await freePort());
    for (const url of Object.values(journey.links)) {
      const { status, text } = await askOnce(site, {
        method: 'GET',
        url,
        headers: { referer: journey.links.invitation },
      });
      expect([status, text]).toEqual([502, expect.stringContaining('Nothing is lost.')]);
    }
    await proxy.stop();
    expect(proxy.readLines()).toHaveLength(2);
    expect(secrets.foundIn(proxy.readEverything())).toEqual([]);
  });
});
