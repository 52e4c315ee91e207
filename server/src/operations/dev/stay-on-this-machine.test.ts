// The development tools show every letter, code and reset link, so only a person at this machine may reach them.
import { networkInterfaces } from 'node:os';
import { api } from '@remembrance/contract/api.ts';
import { getService } from '@remembrance/contract/service.ts';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';

const tools = ['/dev/mail', '/api/dev/letters', '/dev/payments'];
let here: TestApp;
let forOthers: TestApp;
beforeAll(async () => {
  here = await openTestApp();
  forOthers = await openTestApp({ HOST: '0.0.0.0', SMTP_URL: 'smtp://localhost:9' });
});
afterAll(async () => {
  await here.close();
  await forOthers.close();
});

test.each(tools)('%s answers this machine', async (url) => {
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
    expect((await here.app.inject({ url, headers: { host } })).statusCode).toBe(200);
  }
});

test.each(tools)('DEV-3: %s does not exist for another machine or through a proxy on this one', async (url) => {
  const headers = { host: 'localhost:3000' };
  const far = await here.app.inject({ url, headers, remoteAddress: '192.0.2.7' });
  expect(far.statusCode).toBe(404);
  for (const sign of [{ 'x-forwarded-for': '192.0.2.7' }, { forwarded: 'for=192.0.2.7' }, { via: '1.1 proxy' }]) {
    const proxied = await here.app.inject({ url, headers: { ...headers, ...sign } });
    expect(proxied.statusCode, JSON.stringify(sign)).toBe(404);
  }
});

test('while the tools exist every route refuses foreign host names, so that no site can use DNS rebinding', async () => {
  const urls = [...tools, getService.path, '/api/vaults', '/nowhere', '/api/openapi.json'];
  for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example']) {
    for (const url of urls) {
      const answer = await here.app.inject({ url, headers: { host } });
      expect([url, host, answer.statusCode, answer.json().code]).toEqual([url, host, 421, 'host-refused']);
    }
  }
});

test.each(tools)('DEV-3: %s does not exist on a service that other machines can reach', async (url) => {
  expect((await forOthers.app.inject({ url, headers: { host: 'localhost:3000' } })).statusCode).toBe(404);
});

test('no reply and no letter repeats a host name that only a forwarding header names', async () => {
  const { email } = await signedIn(here, ada);
  const forwarded = {
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example;proto=https',
    'x-forwarded-server': 'evil.example',
    'x-original-host': 'evil.example',
    'x-forwarded-proto': 'https',
  };
  for (const url of ['/', '/api/health', getService.path, '/api/login', ...tools]) {
    const { headers, body } = await here.app.inject({ url, headers: { host: 'localhost:3000', ...forwarded } });
    expect(`${JSON.stringify(headers)} ${body}`).not.toContain('evil.example');
  }
  await here.caller().call(api.requestPasswordReset, { body: { email }, headers: forwarded });
  const letters = JSON.stringify(await here.lettersTo(email));
  expect(letters).toContain('reset');
  expect(letters).not.toContain('evil.example');
});

test("DEV-3: without HOST, the service cannot be reached at the machine's other addresses", async (context) => {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all);
  const outside = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  if (!outside) return context.skip('this machine has no address but its loopback');
  await here.app.listen({ port: 0, host: here.services.config.host });
  const { port } = new URL(here.app.listeningOrigin);
  await expect(fetch(`http://${outside}:${port}${getService.path}`)).rejects.toThrow('fetch failed');
});
