// Edge cases of served files: missing, private and unchanged ones, and a build that lacks a page.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { routeAsUnknown } from './before-routes.ts';
import { sendHeaders } from './headers.ts';
import { answerProblems } from './problem-reply.ts';
import { answerWrongMethods } from './request-shape.ts';
import { readStyleHashes, serveWebAssets } from './web-assets.ts';

const pages = [
  {
    pattern: '/',
    file: 'index.html',
    ownerFile: 'dashboard.html',
    firstCalls: ['/api/auth/user', '/api/vaults'],
    audience: 'public',
  },
  {
    pattern: '/vaults/:id',
    file: 'vault.html',
    ownerFile: 'vault.html',
    firstCalls: ['/api/vaults/:id/files'],
    audience: 'private',
  },
];
const files: Record<string, string> = {
  'pages.json': JSON.stringify(pages),
  'csp.json': '{"styleHashes":["sha256-abc="]}',
  '.env': 'SECRET=hunter2',
  'index.html': '<title>{{PRODUCT_NAME}}</title>',
  'dashboard.html': '<title>Your Vaults</title>',
  'vault.html': '<title>Vault</title>',
  '__shell.html': '<title>Not here</title>',
  'assets/app.js': 'const name = "{{PRODUCT_NAME}}";',
  'sitemap.xml': '<loc>{{PUBLIC_URL}}</loc>',
};
let distDirectory: string;
let app: FastifyInstance;
beforeAll(async () => {
  distDirectory = makeTestFolder();
  mkdirSync(path.join(distDirectory, 'assets'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(distDirectory, name), content);
  app = Fastify({ frameworkErrors: routeAsUnknown, routerOptions: { maxParamLength: 500 } });
  answerProblems(app, systemClock);
  sendHeaders(app, { secure: true, styleHashes: [], usesStripe: false });
  const refuseWrongMethods = answerWrongMethods(app);
  await serveWebAssets(app, {
    distDirectory,
    names: { PRODUCT_NAME: '$& {{PUBLIC_URL}}', PUBLIC_URL: 'https://a?b&c' },
  });
  refuseWrongMethods();
});
afterAll(async () => {
  await app.close();
  rmSync(distDirectory, { recursive: true });
});

test.each(['/.env', '/pages.json', '/csp.json', '/../package.json', '/%2e%2e/package.json', '/assets/', '/index.htm'])(
  '%s is not served; its error page is neither indexed nor cached',
  async (url) => {
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.body]).toEqual([404, files['__shell.html']]);
    expect(reply.headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' });
  },
);

const tooLong = 'x'.repeat(600);
test.each(['/%', '/%ff', '/a%E0%A4%A', `/vaults/${tooLong}`, `/vaults/${tooLong}?a=b`, '/%ff?a=%ff', '*'])(
  'an address that cannot be read, such as %s, is not found, with the headers of every page',
  async (url) => {
    const reply = await app.inject(url);
    const unknown = await app.inject('/nowhere');
    expect([reply.statusCode, reply.body]).toEqual([404, files['__shell.html']]);
    expect({ ...reply.headers, date: '' }).toEqual({ ...unknown.headers, date: '' });
    expect(reply.headers).toHaveProperty('content-security-policy');
  },
);

test('a call at an address that cannot be read gets a problem', async () => {
  for (const url of ['/api/%', '/api/vaults/%ff', `/api/${tooLong}`]) {
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.json().code, reply.headers['cache-control']], url).toEqual([
      404,
      'not-found',
      'no-store',
    ]);
  }
});

test('an unknown call and a write to an unknown page get a problem, not a page', async () => {
  for (const [method, url] of [
    ['GET', '/api/nowhere'],
    ['POST', '/nowhere'],
  ] as const) {
    const reply = await app.inject({ method, url });
    expect([reply.statusCode, reply.json().code], url).toEqual([404, 'not-found']);
  }
});

test.each(['/', '/vaults/7', '/assets/app.js', '/sitemap.xml', '/.well-known/change-password'])(
  'a write to %s is answered with the methods that it accepts',
  async (url) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const reply = await app.inject({ method, url: `${url}?a=b` });
      expect([reply.statusCode, reply.headers.allow, reply.json().code]).toEqual([
        405,
        'GET, HEAD',
        'method-not-allowed',
      ]);
    }
  },
);

test('a page behind a link or a session is private, a public one is not, and only built assets are cached for long', async () => {
  const vault = await app.inject('/vaults/7');
  expect(vault.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  const home = await app.inject('/');
  expect(home.headers['x-robots-tag']).toBeUndefined();
  expect(home.headers['cache-control']).toBe('no-cache');
  expect((await app.inject('/assets/app.js')).headers['cache-control']).toContain('immutable');
  expect((await app.inject('/sitemap.xml')).headers['cache-control']).toBe('no-cache');
});

test("a browser that may have a session gets the owner's page, which no cache keeps for others", async () => {
  const owner = await app.inject({ url: '/', headers: { cookie: 'a=b; session_hint=1' } });
  expect(owner.body).toBe(files['dashboard.html']);
  expect(owner.headers).toMatchObject({
    'cache-control': 'no-store',
    vary: 'accept-encoding, cookie',
    link: '</api/auth/user>; rel=preload; as=fetch; crossorigin=use-credentials, </api/vaults>; rel=preload; as=fetch; crossorigin=use-credentials',
  });
  const visitor = await app.inject('/');
  expect([visitor.body, visitor.headers.link]).toEqual([expect.not.stringContaining('Your Vaults'), undefined]);
  expect(visitor.headers.vary).toBe('accept-encoding, cookie');
});

test("the owner's page names its first calls, and they use only a part of its URL", async () => {
  const linkOf = async (address: string) => {
    const { headers } = await app.inject({ url: address, headers: { cookie: 'session_hint=1' } });
    return headers.link;
  };
  const preload = 'rel=preload; as=fetch; crossorigin=use-credentials';
  expect(await linkOf('/vaults/7')).toBe(`</api/vaults/7/files>; ${preload}`);
  expect(await linkOf('/vaults/a%3E%2F..%0D%0A%C3%A9')).toBe(`</api/vaults/a%3E%2F..%0D%0A%C3%A9/files>; ${preload}`);
});

test("a browser that lost the session hint but has a live session gets the owner's page, and the hint again", async () => {
  const open = async (lines: string[]) => {
    const other = Fastify();
    await serveWebAssets(other, { distDirectory, names: {}, findLostHint: async () => lines });
    const reply = await other.inject('/');
    await other.close();
    return [reply.body, reply.headers['set-cookie']];
  };
  expect(await open(['session_hint=1'])).toEqual([files['dashboard.html'], ['session_hint=1']]);
  expect(await open([])).toEqual([files['index.html'], undefined]);
});

test('a script has the security headers of scripts, and any other file those of pages', async () => {
  const script = await app.inject('/assets/app.js');
  expect(script.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
  expect(script.headers['content-security-policy']).toBeUndefined();
  for (const url of ['/', '/vaults/7', '/assets/gone.js', '/sitemap.xml'])
    expect((await app.inject(url)).headers['content-security-policy'], url).toContain("default-src 'none'");
});

test('a browser that has a page downloads it again only if it has changed', async () => {
  const first = await app.inject('/');
  const etag = String(first.headers.etag);
  const again = await app.inject({ url: '/', headers: { 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await app.inject({ url: '/', headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
  const missing = await app.inject({ url: '/nowhere', headers: { 'if-none-match': etag } });
  expect(missing.statusCode).toBe(404);
  const head = await app.inject({ method: 'HEAD', url: '/' });
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag]);
});

test('a name is filled in once, unchanged, and only at its placeholders', async () => {
  expect((await app.inject('/')).body).toBe('<title>$&amp; {{PUBLIC_URL}}</title>');
  expect((await app.inject('/sitemap.xml')).body).toBe('<loc>https://a?b&amp;c</loc>');
  expect((await app.inject('/assets/app.js')).body).toBe(files['assets/app.js']);
  expect((await app.inject('/assets/app.js')).headers['content-type']).toBe('text/javascript; charset=utf-8');
});

test('a build that lacks a page stops the start, and one without styles is served without them', async () => {
  const empty = makeTestFolder();
  try {
    writeFileSync(path.join(empty, 'pages.json'), JSON.stringify(pages));
    const serving = serveWebAssets(Fastify(), { distDirectory: empty, names: {} });
    await expect(serving).rejects.toThrow('the built pages lack index.html');
    expect(readStyleHashes(empty)).toEqual([]);
    expect(readStyleHashes(distDirectory)).toEqual(['sha256-abc=']);
  } finally {
    rmSync(empty, { recursive: true });
  }
});
