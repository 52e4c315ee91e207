// The headers of every reply, for each way the service can run: no foreign code may run, and nobody may frame a page.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type HeaderOptions, privatePageHeaders, sendHeaders } from './headers.ts';

async function headersOf(options: Partial<HeaderOptions> = {}, url = '/') {
  const app = Fastify();
  sendHeaders(app, { secure: true, styleHashes: [], usesStripe: false, ...options });
  app.get('/*', async () => 'a page');
  const { headers } = await app.inject(url);
  await app.close();
  return headers;
}
const policyOf = async (options?: Partial<HeaderOptions>, url?: string): Promise<Map<string, string[]>> => {
  const policy = String((await headersOf(options, url))['content-security-policy']);
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
};

test.each([{}, { usesStripe: true }, { secure: false }, { secure: false, usesStripe: true }])(
  'with %j no inline script or style runs, only named sources are loaded, and nobody can frame a page',
  async (options) => {
    const policy = await policyOf(options, '/checkout');
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
    const sources = [...policy.values()].flat();
    for (const open of ["'unsafe-inline'", "'unsafe-eval'", '*', 'https:', 'http:'])
      expect(sources).not.toContain(open);
    expect(policy.get('script-src')).not.toContain('data:');
  },
);

test("only with Stripe keys may a page load Stripe's scripts; without keys, no script address is built from text", async () => {
  const hosts = async (usesStripe: boolean) =>
    [...(await policyOf({ usesStripe }, '/account/billing')).values()]
      .flat()
      .filter((source) => source.startsWith('https:'));
  expect(await hosts(false)).toEqual([]);
  for (const host of await hosts(true)) expect(host).toMatch(/^https:\/\/(\*\.|[a-z]+\.)*stripe\.com$/);
  expect((await policyOf()).get('require-trusted-types-for')).toEqual(["'script'"]);
  expect((await policyOf({ usesStripe: true }, '/checkout')).has('require-trusted-types-for')).toBe(false);
  expect((await policyOf()).get('frame-src')).toEqual(["'none'"]);
});

test('if Stripe keys are set, Stripe and its wallets are allowed on the checkout and on billing, and on no other page', async () => {
  const wallets = async (url: string, usesStripe = true) =>
    String((await headersOf({ usesStripe }, url))['permissions-policy']).includes(
      'payment=(self "https://js.stripe.com")',
    );
  for (const url of ['/checkout', '/checkout/1?promo=freetrial', '/account/billing', '/account/billing/in_1']) {
    expect([url, String((await policyOf({ usesStripe: true }, url)).get('script-src'))]).toEqual([
      url,
      expect.stringContaining('stripe.com'),
    ]);
    expect([await wallets(url), await wallets(url, false)]).toEqual([true, false]);
  }
  for (const url of ['/', '/vault/1', '/account', '/checkouts', '/account/billings', '/vault/1?from=/checkout']) {
    expect((await policyOf({ usesStripe: true }, url)).get('require-trusted-types-for')).toEqual(["'script'"]);
    expect([url, await wallets(url)]).toEqual([url, false]);
  }
});

test('a style that is part of a built page is allowed by its digest', async () => {
  const styleHashes = ['sha256-abc=', 'sha256-def='];
  expect((await policyOf({ styleHashes })).get('style-src')).toEqual(["'self'", "'sha256-abc='", "'sha256-def='"]);
});

test('over https a browser must stay on https; on a local machine it need not', async () => {
  const secure = await headersOf();
  expect(secure['strict-transport-security']).toMatch(/^max-age=\d{8,}; includeSubDomains$/);
  expect(secure['content-security-policy']).toContain('upgrade-insecure-requests');
  const plain = await headersOf({ secure: false });
  expect(plain['strict-transport-security']).toBeUndefined();
  expect(plain['content-security-policy']).not.toContain('upgrade-insecure-requests');
});

test('every reply has the security headers, and only API replies are never cached', async () => {
  for (const url of ['/', '/api/plans', '/apiary', '/a/b']) {
    const headers = await headersOf({}, url);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    expect(headers['cache-control']).toBe(url.startsWith('/api/') ? 'no-store' : undefined);
  }
  expect(privatePageHeaders).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
});
