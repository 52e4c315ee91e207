// Which requests may write here: those of our own pages, and programs that send no session cookie.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { originsOf, requireOurOrigin } from './require-our-origin.ts';

const ours = originsOf('https://vault.example');
type Access = 'anyone' | 'owner' | 'signed-link' | 'payment-gateway';
interface Sent {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  access?: Access;
  origin?: string | undefined;
  site?: string | undefined;
}

function isAccepted({ method = 'POST', access = 'owner', origin, site }: Sent): boolean {
  const headers = {
    ...(origin === undefined ? {} : { origin }),
    ...(site === undefined ? {} : { 'sec-fetch-site': site }),
  };
  try {
    requireOurOrigin({ headers } as never, { method, access }, ours);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'origin-refused' });
    return false;
  }
}

const own = 'https://vault.example';
test.each<[what: string, Sent, boolean]>([
  ['our page, in a browser that names its site', { origin: own, site: 'same-origin' }, true],
  ['our page, in an old browser', { origin: own }, true],
  ['our page that hides its origin', { origin: 'null', site: 'same-origin' }, true],
  ['our page without an origin', { site: 'same-origin' }, true],
  ['another site', { origin: 'https://evil.example', site: 'cross-site' }, false],
  ['another site that claims our origin', { origin: own, site: 'cross-site' }, false],
  ['another site that claims to be ours', { origin: 'https://evil.example', site: 'same-origin' }, false],
  ['a sibling of our host', { origin: 'https://blog.vault.example', site: 'same-site' }, false],
  ['a sibling that claims our origin', { origin: own, site: 'same-site' }, false],
  ['a page in a sandbox of another site', { origin: 'null' }, false],
  ['a page in a sandbox that names no site', { origin: 'null', site: 'none' }, false],
  ['our host over http', { origin: 'http://vault.example' }, false],
  ['our host at another port', { origin: 'https://vault.example:8443' }, false],
  ['an origin that begins like ours', { origin: 'https://vault.example.evil.example' }, false],
  ['an origin in other letters', { origin: 'https://VAULT.example' }, false],
  ['an empty origin', { origin: '' }, false],
  ['nothing at all, with the session of an owner', {}, false],
  ['the address bar, with the session of an owner', { site: 'none' }, false],
  ['nothing at all, in a call for anyone', { access: 'anyone' }, true],
  ['another site, in a call for anyone', { access: 'anyone', origin: 'https://evil.example' }, false],
  ['another site, to a signed link', { access: 'signed-link', site: 'cross-site' }, false],
  ['a program, to a signed link', { access: 'signed-link' }, true],
])('a write by %s: accepted %s', (_, sent, accepted) => {
  const writing = (['POST', 'PATCH', 'PUT', 'DELETE'] as const).map((method) => isAccepted({ ...sent, method }));
  expect(writing).toEqual(Array(4).fill(accepted));
});

test('reading is allowed from anywhere, and so is the webhook, whose signature is checked', () => {
  for (const site of ['cross-site', 'same-site', undefined]) {
    expect(isAccepted({ method: 'GET', origin: 'https://evil.example', site })).toBe(true);
    expect(isAccepted({ access: 'payment-gateway', origin: 'https://evil.example', site })).toBe(true);
  }
});

test('for a signed-in person only our own origin is accepted, whatever else a request claims', { tags: 'long' }, () => {
  const origins = fc.oneof(fc.string({ maxLength: 60 }), fc.webUrl());
  const sites = fc.constantFrom(undefined, 'none', 'same-site', 'cross-site', 'nonsense');
  fc.assert(
    fc.property(origins, sites, (origin, site) => {
      fc.pre(!ours.has(origin));
      return !isAccepted({ origin, site });
    }),
  );
});

test.each([
  ['https://vault.example', ['https://vault.example']],
  ['https://vault.example:8443', ['https://vault.example:8443']],
  ['http://localhost:3000', ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']],
  ['http://127.0.0.1', ['http://localhost', 'http://127.0.0.1', 'http://[::1]']],
  ['http://localhost.evil.example:3000', ['http://localhost.evil.example:3000']],
])('the origins of %s are %j', (publicUrl, origins) => {
  expect([...originsOf(publicUrl)]).toEqual(origins);
});
