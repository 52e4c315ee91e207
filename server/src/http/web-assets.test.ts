// Pages are served with names filled in, and compressed in an encoding that the browser accepts.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { answerProblems } from './problem-reply.ts';
import { serveWebAssets } from './web-assets.ts';

test('a name is escaped for each kind of file', async () => {
  const distDirectory = makeTestFolder();
  const names = { PRODUCT_NAME: 'Kept "with" care & <love>', PUBLIC_URL: 'https://vault.example' };
  const files = {
    'pages.json': '[{"pattern":"/","file":"index.html","audience":"public"}]',
    'index.html': '<title>{{PRODUCT_NAME}}</title>{{UNKNOWN}}',
    'manifest.webmanifest': '{"name":"{{PRODUCT_NAME}}"}',
    'robots.txt': 'Sitemap: {{PUBLIC_URL}}/sitemap.xml # {{PRODUCT_NAME}}',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(distDirectory, name), content);
  const app = Fastify();
  await serveWebAssets(app, { distDirectory, names });
  const get = async (url: string) => (await app.inject(url)).body;
  expect(await get('/')).toBe('<title>Kept &quot;with&quot; care &amp; &lt;love&gt;</title>{{UNKNOWN}}');
  expect(JSON.parse(await get('/manifest.webmanifest'))).toEqual({ name: names.PRODUCT_NAME });
  expect(await get('/robots.txt')).toContain(`# ${names.PRODUCT_NAME}`);
  await app.close();
  await rm(distDirectory, { recursive: true });
});

test("security.txt names a contact, the password managers' URL redirects to the account, and no other hidden file is served", async () => {
  const distDirectory = makeTestFolder();
  const names = { SUPPORT_EMAIL: 'help@vault.example', IN_A_YEAR: '2028-03-04T00:00:00.000Z' };
  await mkdir(path.join(distDirectory, '.well-known'));
  const template = await readFile(path.resolve(import.meta.dirname, '../../../web/public/.well-known/security.txt'));
  await writeFile(path.join(distDirectory, '.well-known/security.txt'), template);
  await writeFile(path.join(distDirectory, '.hidden.txt'), 'hidden');
  await writeFile(path.join(distDirectory, 'pages.json'), '[]');
  const app = Fastify();
  answerProblems(app, systemClock);
  await serveWebAssets(app, { distDirectory, names });
  const securityText = (await app.inject('/.well-known/security.txt')).body;
  expect(securityText).toContain('Contact: mailto:help@vault.example\nExpires: 2028-03-04T00:00:00.000Z\n');
  const toPassword = await app.inject('/.well-known/change-password');
  expect([toPassword.statusCode, toPassword.headers.location]).toEqual([302, '/account']);
  expect((await app.inject('/.hidden.txt')).statusCode).toBe(404);
  await app.close();
  await rm(distDirectory, { recursive: true });
});

test('a page has one address: one with a slash too many leads to it with the same query, and never to another site', async () => {
  const distDirectory = makeTestFolder();
  const pages = [
    { pattern: '/', file: 'index.html', audience: 'public' },
    { pattern: '/pricing', file: 'index.html', audience: 'public' },
    { pattern: '/vault-access/:token', file: 'index.html', audience: 'access' },
  ];
  await writeFile(path.join(distDirectory, 'index.html'), '<p>page</p>');
  await writeFile(path.join(distDirectory, 'pages.json'), JSON.stringify(pages));
  const app = Fastify();
  answerProblems(app, systemClock);
  await serveWebAssets(app, { distDirectory, names: {} });
  const answerTo = async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, headers } = await app.inject({ url, method });
    return headers.location ? [statusCode, headers.location] : statusCode;
  };
  expect(await answerTo('/')).toBe(200);
  expect(await answerTo('/pricing/')).toEqual([308, '/pricing']);
  expect(await answerTo('/pricing/', 'HEAD')).toEqual([308, '/pricing']);
  expect(await answerTo('/pricing/?promo=freetrial&next=/a/?b')).toEqual([308, '/pricing?promo=freetrial&next=/a/?b']);
  expect(await answerTo('/vault-access/a%2Fb/')).toEqual([308, '/vault-access/a%2Fb']);
  expect((await app.inject('/vault-access/a/')).headers['cache-control']).toBe('no-store');
  for (const url of [
    ...['//evil.example/', '//evil.example/pricing/', '//pricing/', '/nowhere/', '/pricing//'],
    ...['/vault-access/', '/vault-access'],
  ])
    expect(await answerTo(url), url).toBe(404);
  await app.close();
  await rm(distDirectory, { recursive: true });
});

test('a page is compressed only in an encoding that the browser accepts', async () => {
  const distDirectory = makeTestFolder();
  await writeFile(path.join(distDirectory, 'pages.json'), '[{"pattern":"/","file":"index.html","audience":"public"}]');
  await writeFile(path.join(distDirectory, 'index.html'), `<p>${'a'.repeat(5000)}</p>`);
  const app = Fastify();
  await serveWebAssets(app, { distDirectory, names: {} });
  const encodingFor = async (accepted: string) => {
    const headers = { 'accept-encoding': accepted };
    return (await app.inject({ url: '/', headers })).headers['content-encoding'];
  };
  const compressed = { url: '/', headers: { 'accept-encoding': 'br' } };
  expect((await app.inject(compressed)).rawPayload).toEqual((await app.inject(compressed)).rawPayload);
  expect(await encodingFor('gzip, deflate, br')).toBe('br');
  expect(await encodingFor('br;q=0, gzip')).toBe('gzip');
  expect(await encodingFor('gzip;q=0')).toBeUndefined();
  expect(await encodingFor('identity')).toBeUndefined();
  expect(await encodingFor('')).toBeUndefined();
  await app.close();
  await rm(distDirectory, { recursive: true });
});

test('a script compressed by the build is sent as built, and the compressed file has no separate URL', async () => {
  const distDirectory = makeTestFolder();
  const script = `const words = '${'dear Rosa '.repeat(100)}';`;
  const compressed = brotliCompressSync(script);
  await mkdir(path.join(distDirectory, 'assets'));
  for (const [name, content] of Object.entries({
    'pages.json': '[]',
    'assets/a.js': script,
    'assets/a.js.br': compressed,
  }))
    await writeFile(path.join(distDirectory, name), content);
  const app = Fastify();
  answerProblems(app, systemClock);
  await serveWebAssets(app, { distDirectory, names: {} });
  const get = (url: string, accepted: string) => app.inject({ url, headers: { 'accept-encoding': accepted } });
  const dense = await get('/assets/a.js', 'br, gzip');
  expect([dense.rawPayload, dense.headers['content-encoding']]).toEqual([compressed, 'br']);
  expect((await get('/assets/a.js', '')).body).toBe(script);
  expect((await get('/assets/a.js.br', 'br')).statusCode).toBe(404);
  await app.close();
  await rm(distDirectory, { recursive: true });
});
