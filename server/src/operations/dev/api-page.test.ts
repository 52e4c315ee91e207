// The API as a page: every call that this installation answers, without script.
import { api } from '@remembrance/contract/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';

const here: TestApp[] = [];
let forOthers: TestApp;
beforeAll(async () => {
  here.push(await openTestApp());
  forOthers = await openTestApp({ SMTP_URL: 'smtp://localhost:9', PUBLIC_URL: 'http://localhost:4000' });
  here.push(forOthers);
});
afterAll(async () => {
  for (const app of here) await app.close();
});

const read = async (app: TestApp | undefined, url: string) =>
  app?.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000' } });

test('the page names every call once, and runs and loads nothing', async () => {
  const page = await read(here[0], '/api');
  expect(page).toMatchObject({ statusCode: 200 });
  for (const { method, path } of Object.values(api))
    expect(page?.body.split(`<strong>${method} ${path.replace(/:(\w+)/g, '{$1}')}</strong>`), path).toHaveLength(2);
  expect(page?.body).not.toMatch(/<script|<link|<img|src=/);
  expect(page?.headers['content-security-policy']).toContain("default-src 'none'");
});

test('a service that sends letters names no call for development', async () => {
  const open = (url: string) => forOthers.app.inject({ method: 'GET', url, headers: { host: 'localhost:4000' } });
  const document = (await open('/api/openapi.json')).json();
  expect(document.servers).toMatchObject([{ url: 'http://localhost:4000' }]);
  expect(JSON.stringify(document)).not.toContain('/api/dev');
  expect((await open('/api')).body).not.toContain('/api/dev');
});
