// Compares the nginx example with itself minus one line, in front of a plain server: each line is necessary, and the search of the logs
// finds what nginx writes by default.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { freePort } from '@remembrance/server/testing/free-port.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeRunFolder, type RunFolder } from '../support/run-folder.ts';
import { askOnce, uploading } from './browser.ts';
import { refuseWithoutProxies } from './programs.ts';
import { type Changes, openNginx, type RunningProxy } from './proxy.ts';
import { makeSite, type Site } from './site.ts';

const token = 'a-recipients-token-of-256-random-bits';

let folder: RunFolder;
let site: Site;
let proxy: RunningProxy | undefined;
let service: Server | undefined;
let servicePort: number;

beforeAll(async () => {
  refuseWithoutProxies();
  folder = makeRunFolder('proxy');
  site = await makeSite(folder);
  servicePort = await freePort();
});
afterEach(async () => {
  await proxy?.stop();
  service?.close();
});
afterAll(() => folder?.remove());

async function open(changes: Changes = {}): Promise<RunningProxy> {
  await proxy?.stop();
  proxy = await openNginx(site, servicePort, changes);
  return proxy;
}

async function startService(): Promise<void> {
  service = createServer((request, response) => request.resume().once('end', () => response.end('here')));
  await once(service.listen(servicePort, '127.0.0.1'), 'listening');
}

const visit = async () => (await askOnce(site, { method: 'GET', url: `${site.url}/vault-access/${token}` })).status;

test("nginx writes a recipient's token to its access and error logs by default, but to no log with our example", async () => {
  const requests = { 'remembrance.log remembrance;': 'remembrance.log combined;' };
  const errors = { ' emerg;': ' error;' };
  for (const [changes, isWritten] of [
    [requests, true],
    [errors, true],
    [{}, false],
  ] as const) {
    const opened = await open(changes);
    expect(await visit()).toBe(502);
    await opened.stop();
    expect(opened.readEverything().includes(token), JSON.stringify(changes)).toBe(isWritten);
  }
});

test('nginx buffers uploads on its disk by default, but not with our example', async () => {
  await startService();
  const request = {
    method: 'PUT',
    url: `${site.url}/api/uploads/one`,
    headers: uploading,
    body: Buffer.alloc(1024 ** 2),
  };
  const buffered = { 'proxy_request_buffering off;': 'proxy_request_buffering on;' };
  for (const [changes, isSpooled] of [
    [buffered, true],
    [{}, false],
  ] as const) {
    const { lastSpooled } = await open(changes);
    const before = lastSpooled();
    expect((await askOnce(site, request)).text).toBe('here');
    expect(lastSpooled() > before, JSON.stringify(changes)).toBe(isSpooled);
  }
});

test('nginx uses two restarted processes immediately with max_fails=0, and neither for ten seconds without it', async () => {
  const two = (one: string) => ({ 'server 127.0.0.1:3000 max_fails=0;': `${one} ${one}` });
  const counted = two('server 127.0.0.1:3000;');
  for (const [changes, status] of [
    [counted, 502],
    [two('server 127.0.0.1:3000 max_fails=0;'), 200],
  ] as const) {
    await open(changes);
    for (const _ of [1, 2]) expect(await visit()).toBe(502);
    await startService();
    expect(await visit(), JSON.stringify(changes)).toBe(status);
    service?.closeAllConnections();
    await once((service as Server).close(), 'close');
  }
});
