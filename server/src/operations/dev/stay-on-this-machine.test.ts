// The development tools show every letter, code and reset link, so only a person at this machine may reach them.
import { getService } from '@remembrance/contract/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  const proxied = await here.app.inject({ url, headers: { ...headers, 'x-forwarded-for': '192.0.2.7' } });
  expect([far.statusCode, proxied.statusCode]).toEqual([404, 404]);
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
