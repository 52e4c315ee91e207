// The sign-in and sign-out URLs: redirects, confirmation of foreign requests, and cookies.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  cookieOf,
  openAccount,
  openSessionTestApp,
  type SessionTestApp,
  signIn,
} from '../../../testing/session-app.ts';
import { sessions } from '../../platform/database/schema.ts';

let app: SessionTestApp;
let cookie: string;
beforeEach(async () => {
  app = await openSessionTestApp();
  await openAccount(app);
  cookie = cookieOf(await signIn(app));
});
afterEach(() => app.close());

const cleared = [
  'vault_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  'session_hint=; Max-Age=0; Path=/; SameSite=Lax',
];

describe('the sign-in URL', () => {
  test.each([
    ['/api/login', '/'],
    ['/api/login?next=/create-vault%3Fplan%3Dx', '/create-vault?plan=x'],
    ['/api/login?next=//evil.example', '/'],
    ['/api/login?next=/api/logout', '/'],
  ])('it redirects a signed-in person from %s to %s', async (url, location) => {
    const answer = await app.get(url, { cookie });
    expect([answer.statusCode, answer.headers.location, answer.cookies]).toEqual([303, location, []]);
  });

  test('it sets the session hint again for a browser that lost it, so that its pages do not redirect here in a loop', async () => {
    const withoutHint = cookie.replace(/session_hint=[^;]*;? ?/, '');
    const answer = await app.get('/api/login', { cookie: withoutHint });
    expect(answer.cookies).toMatchObject([{ name: 'session_hint', value: '1' }]);
  });

  test.each([
    ['/api/login', '/sign-in'],
    ['/api/login?next=/create-vault%3Fplan%3Dx', '/sign-in?next=%2Fcreate-vault%3Fplan%3Dx'],
    ['/api/login?next=https://evil.example/', '/sign-in'],
  ])(
    'it redirects a signed-out person from %s to %s and clears the cookies of an old session',
    async (url, location) => {
      await app.database.delete(sessions);
      const answer = await app.get(url, { cookie });
      expect([answer.statusCode, answer.headers.location, answer.headers['set-cookie']]).toEqual([
        303,
        location,
        cleared,
      ]);
    },
  );

  test.each([
    ['/api/login', '/sign-up'],
    ['/api/login?next=/create-vault%3Fpromo%3Dfreetrial', '/sign-up?next=%2Fcreate-vault%3Fpromo%3Dfreetrial'],
    ['/api/login?next=/account/billing', '/sign-in?next=%2Faccount%2Fbilling'],
    ['/api/login?start=sign-in', '/sign-in'],
    ['/api/login?start=sign-in&next=/%3Fpromo%3Dfreetrial', '/sign-in?next=%2F%3Fpromo%3Dfreetrial'],
    ['/api/login?next=https://evil.example/', '/sign-up'],
  ])('it redirects a browser that never signed in here from %s to %s', async (url, location) => {
    const answer = await app.get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, location]);
  });

  test('it redirects a browser that signed up but has not confirmed yet to the sign-in page', async () => {
    const device = /vault_device=[^;]+/.exec(cookie)?.[0] ?? '';
    expect((await app.get('/api/login', { cookie: device })).headers.location).toBe('/sign-in');
  });

  test('it starts no session by itself', async () => {
    await app.database.delete(sessions);
    await app.get('/api/login?next=/', { 'sec-fetch-site': 'cross-site' });
    expect(await app.database.select().from(sessions)).toEqual([]);
  });
});

describe('the sign-out URL', () => {
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const isSignedIn = async () => (await app.get('/api/auth/user', { cookie })).statusCode === 200;

  test.each([
    ['a link on our own page', { ...navigation, 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { ...navigation, 'sec-fetch-site': 'none' }],
    [
      'our own page through its service worker',
      { ...navigation, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
    ],
    ['our own page in a browser without these headers', { referer: 'http://localhost:3000/vault/1' }],
  ])('it signs out for %s', async (_, headers) => {
    const answer = await app.get('/api/logout', { cookie, ...headers });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    expect(answer.headers['set-cookie']).toEqual(cleared);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(await isSignedIn()).toBe(false);
    expect(await app.database.select().from(sessions)).toEqual([]);
  });

  test.each([
    ['another site', { ...navigation, 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { ...navigation, 'sec-fetch-site': 'same-site' }],
    [
      'another site that claims our origin',
      { ...navigation, 'sec-fetch-site': 'cross-site', referer: 'http://localhost:3000/' },
    ],
    [
      'an image or a script of our own page',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    ['a frame', { ...navigation, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
    ['another site in a browser without these headers', { referer: 'https://evil.example/?http://localhost:3000/' }],
    ['a script that sends nothing', {}],
    ['nonsense', { 'sec-fetch-site': 'same-origin, none', referer: 'http://' }],
  ])('it asks for confirmation for %s', async (_, headers) => {
    const answer = await app.get('/api/logout', { cookie, ...headers });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body).toContain('<a href="/api/logout">Sign out</a>');
    expect(answer.body).toContain('Sign out of Keepsake &amp; Co?');
    expect(answer.body).not.toMatch(/<form|<script|style=/);
    expect(await isSignedIn()).toBe(true);
  });

  test.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
  ])('it does nothing for a prefetching browser (%s: %s)', async (name, value) => {
    const answer = await app.get('/api/logout', {
      cookie,
      ...navigation,
      'sec-fetch-site': 'same-origin',
      [name]: value,
    });
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined]);
    expect(answer.body).toContain('so you are still signed in');
    expect(await isSignedIn()).toBe(true);
  });

  test('it ends only this browser’s session, and does nothing if there is none', async () => {
    const other = cookieOf(await signIn(app));
    const own = { ...navigation, 'sec-fetch-site': 'same-origin' };
    await app.get('/api/logout', { cookie, ...own });
    expect((await app.get('/api/auth/user', { cookie: other })).statusCode).toBe(200);
    for (const left of [cookie, 'vault_session=x', '']) {
      expect((await app.get('/api/logout', { cookie: left, ...own })).statusCode).toBe(303);
    }
  });

  test('it accepts no other parameters', async () => {
    expect((await app.get('/api/logout?next=//evil.example')).json()).toMatchObject({
      status: 400,
      code: 'invalid-input',
    });
  });
});
