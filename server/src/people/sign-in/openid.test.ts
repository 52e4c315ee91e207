// Signing in through an OpenID provider: new and existing accounts, refused callbacks, and signing out.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../../testing/caller.ts';
import { expectRefused, prepared } from '../../../testing/expect-refused.ts';
import { type IdentityProvider, type Person, startIdentityProvider } from '../../../testing/identity-provider.ts';
import { confirmedElsewhere, signedIn } from '../../../testing/people.ts';
import { runCommand } from '../../../testing/run-admin-command.ts';
import { addPasskey } from '../../../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { OutgoingLetter } from '../../letters/mailers/mailer.ts';
import { sendDueLetters } from '../../letters/sending/send-due-letters.ts';
import { readConfig } from '../../settings/config.ts';
import { codeAt } from '../two-factor/totp.ts';

const publicUrl = 'http://localhost:3000';
const addresses = { redirectUri: `${publicUrl}/api/login/callback`, signedOutUri: `${publicUrl}/` };
let app: TestApp;
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(addresses);
  app = await openWith(provider);
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

const openWith = (
  { issuer, clientId, clientSecret }: Pick<IdentityProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  others: Record<string, string> = {},
) => openTestApp({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, ...others });

let people = 0;
let nora: Person & { email: string };
beforeEach(() => {
  people += 1;
  nora = {
    sub: `nora-${people}`,
    email: `nora-${people}@example.com`,
    email_verified: true,
    given_name: 'Nora',
    family_name: 'Vale',
  };
});

const get = (caller: Caller, url: string) =>
  caller.send({ method: 'GET', url, headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } });

/** Follows the provider's pages like a browser until it redirects back. */
async function atProvider(start: string, as: Person | null): Promise<string> {
  provider.person = as;
  const cookies = new Map<string, string>();
  let at = start;
  for (let step = 0; step < 10; step++) {
    if (at.startsWith(publicUrl)) return at.slice(publicUrl.length);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    at = new URL(answer.headers.get('location') ?? '', at).href;
  }
  throw new Error('the provider did not redirect back');
}

/** The page on which a sign-in ends. */
async function signIn(caller: Caller, as: Person | null, next = '/'): Promise<string> {
  const away = (await get(caller, `/api/login?next=${encodeURIComponent(next)}`)).headers.location ?? '';
  const back = await get(caller, await atProvider(String(away), as));
  return String(back.headers.location);
}

const form = { firstName: 'Nora', lastName: 'Vale', termsAccepted: true, isAdult: true } as const;
const sessionsNow = async () => (await app.database.execute(sql`select id from sessions`)).rows.length;

test('the sign-in redirects to the provider with a fresh state, nonce and PKCE challenge each time', async () => {
  const caller = app.caller();
  const [one, other] = [await get(caller, '/api/login'), await get(caller, '/api/login')];
  const query = new URL(String(one.headers.location)).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    client_id: 'remembrance',
    response_type: 'code',
    redirect_uri: addresses.redirectUri,
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(query.get(name)?.length).toBeGreaterThan(30);
    expect(query.get(name)).not.toBe(new URL(String(other.headers.location)).searchParams.get(name));
  }
  expect(String(one.headers['set-cookie'])).toMatch(/^vault_outside=[\w.-]+; .*HttpOnly; SameSite=Lax$/);
  const elsewhere = await caller.send({
    method: 'GET',
    url: '/api/login?next=/account',
    headers: { host: '127.0.0.1:3000' },
  });
  expect(elsewhere.headers.location).toBe(`${publicUrl}/api/login?next=%2Faccount`);
});

describe('a new person', () => {
  test('they must confirm age and terms before the account is created, and continue to the requested page', {
    tags: 'long',
  }, async () => {
    const caller = app.caller();
    expect(await signIn(caller, nora, '/create-vault?plan=x')).toBe('/welcome');
    expect((await caller.call(api.getUser)).statusCode).toBe(401);
    expect(await caller.ask(api.getFirstVisit)).toEqual({ email: nora.email, firstName: 'Nora', lastName: 'Vale' });
    for (const missing of ['termsAccepted', 'isAdult']) {
      const body = { ...form, [missing]: false } as never;
      expect(await caller.refused(api.finishFirstVisit, { body })).toMatchObject({ status: 400 });
    }
    const { user, next } = await caller.ask(api.finishFirstVisit, { body: form });
    expect([user.email, next]).toEqual([nora.email, '/create-vault?plan=x']);
    expect(await caller.ask(api.getAccount)).toMatchObject({ hasPassword: false });
    expect(await caller.refused(api.getFirstVisit)).toMatchObject({ code: 'first-visit-over' });
  });

  test("they can't create an account without the provider, or after half an hour", async () => {
    expect(await app.caller().refused(api.finishFirstVisit, { body: form })).toMatchObject({
      code: 'first-visit-over',
    });
    const caller = app.caller();
    await signIn(caller, nora);
    app.clock.pass({ minutes: 31 });
    expect(await caller.refused(api.finishFirstVisit, { body: form })).toMatchObject({ code: 'first-visit-over' });
  });
});

describe('the first visit is refused without a session if in the meantime', () => {
  /** Two browsers in which Nora has signed in at the provider, but not finished her first visit. */
  const twoBrowsers = async () => {
    const browsers = [app.caller(), app.caller()] as const;
    for (const browser of browsers) expect(await signIn(browser, nora)).toBe('/welcome');
    return browsers;
  };

  test('someone signed up with her address and confirmed it', async () => {
    const [browser] = await twoBrowsers();
    await signedIn(app, { ...ada, email: nora.email });
    const finish = prepared(browser, api.finishFirstVisit, { body: form });
    await expectRefused(app.database, 'account-not-linked', finish);
    expect((await browser.call(api.getUser)).statusCode).toBe(401);
  });

  test('her account, created in another browser, was suspended', async () => {
    const [one, other] = await twoBrowsers();
    await one.ask(api.finishFirstVisit, { body: form });
    await runCommand(app.services, 'suspend', { subject: nora.email, reason: 'asked for in writing' });
    const finish = prepared(other, api.finishFirstVisit, { body: form });
    await expectRefused(app.database, 'account-suspended', finish);
    expect((await other.call(api.getUser)).statusCode).toBe(401);
  });

  test('she turned the second step on in another browser, and this one then needs its code', async () => {
    const [one, other] = await twoBrowsers();
    await one.ask(api.finishFirstVisit, { body: form });
    const { secret } = await one.ask(api.beginTwoFactor);
    await one.ask(api.confirmTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
    app.clock.pass({ minutes: 1 });
    const finish = prepared(other, api.finishFirstVisit, { body: form });
    await expectRefused(app.database, 'second-step-needed', finish, ['account_links']);
    expect((await other.call(api.getUser)).statusCode).toBe(401);
    await other.ask(api.answerTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
    expect((await other.call(api.getUser)).statusCode).toBe(200);
  });
});

const firstVisit = async (person: Person): Promise<Caller & { id: string }> => {
  const caller = app.caller();
  await signIn(caller, person);
  const { user } = await caller.ask(api.finishFirstVisit, { body: form });
  return { ...caller, id: user.id };
};

test('an owner is identified by the provider’s subject, even if their address changes', async () => {
  const first = await firstVisit(nora);
  const again = app.caller();
  expect(await signIn(again, { ...nora, email: `renamed-${people}@example.com` }, '/account')).toBe('/account');
  expect((await again.ask(api.getUser)).id).toBe(first.id);
  const otherNora = app.caller();
  expect(await signIn(otherNora, { ...nora, sub: `another-${people}`, email: `else-${people}@example.com` })).toBe(
    '/welcome',
  );
});

test('an unverified or missing address does not sign in', async () => {
  const before = await sessionsNow();
  const { email: _, ...nameless } = nora;
  const { email_verified: __, ...silent } = nora;
  for (const [person, reason] of [
    [{ ...nora, email_verified: false }, 'email-not-confirmed'],
    [{ ...nora, email_verified: 'false' }, 'email-not-confirmed'],
    [silent, 'email-confirmation-unknown'],
    [nameless, 'email-missing'],
  ] as const) {
    expect(await signIn(app.caller(), person)).toBe(`/sign-in-trouble?reason=${reason}`);
  }
  expect(await sessionsNow()).toBe(before);
});

test('a provider that sends "true" as a string is accepted', async () => {
  expect(await signIn(app.caller(), { ...nora, email_verified: 'true' })).toBe('/welcome');
});

describe('OIDC-5: an existing account with the same address', () => {
  test('the account is linked if the provider has verified the address, and a letter says so', async () => {
    const local = await signedIn(app, another(ada, people));
    const caller = app.caller();
    expect(await signIn(caller, { ...nora, email: local.email.toUpperCase() })).toBe('/');
    expect((await caller.ask(api.getUser)).id).toBe(local.id);
    expect(await app.lastLetter('owner-change', local.email)).toMatchObject({ kind: 'provider-linked' });
  });

  test('every previous way in is removed: the password, the session, a passkey and an unproven second step', async () => {
    const { owner: local, first: stranger } = await confirmedElsewhere(app, another(ada, people));
    const { email, password } = local;
    const { secret } = await stranger.ask(api.beginTwoFactor);
    await stranger.ask(api.confirmTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
    await app.database.execute(sql`insert into passkeys (user_id, name, credential_id, public_key, counter, transports)
      values (${local.id}, 'Mine', ${`credential-${people}`}, 'x', 0, '{}')`);
    const caller = app.caller();
    expect(await signIn(caller, { ...nora, email })).toBe('/');
    for (const earlier of [local, stranger]) expect((await earlier.call(api.getUser)).statusCode).toBe(401);
    expect(await stranger.refused(api.signIn, { body: { email, password } })).toMatchObject({
      code: 'wrong-credentials',
    });
    expect(await caller.ask(api.listPasskeys)).toEqual([]);
    expect(await caller.ask(api.getAccount)).toMatchObject({ hasPassword: false, twoFactor: { isOn: false } });
    // The identity was linked before: the next visit removes nothing.
    expect(await signIn(app.caller(), { ...nora, email })).toBe('/');
    expect((await caller.call(api.getUser)).statusCode).toBe(200);
  });

  test('it is linked only after the code of a second step that is known to be the owner’s', async () => {
    const local = await signedIn(app, another(ada, people));
    const { email, password } = local;
    const { secret } = await local.ask(api.beginTwoFactor);
    await local.ask(api.confirmTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
    app.clock.pass({ minutes: 1 });
    const caller = app.caller();
    expect(await signIn(caller, { ...nora, email }, '/account')).toBe('/second-step?next=%2Faccount');
    expect((await local.call(api.getUser)).statusCode).toBe(200);
    await caller.ask(api.answerTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
    expect((await local.call(api.getUser)).statusCode).toBe(401);
    expect(await local.refused(api.signIn, { body: { email, password } })).toMatchObject({ code: 'wrong-credentials' });
    expect(await signIn(app.caller(), { ...nora, email })).toBe('/second-step'); // not removed, because it is the owner's
  });
});

test("an account that somebody opened with the address and never confirmed is replaced by its holder's", async () => {
  const { firstName: name, lastName, password } = ada;
  const { email } = nora;
  const stranger = app.caller();
  const consent = { termsAccepted: true, isAdult: true } as const;
  await stranger.ask(api.signUp, { body: { name, lastName, email, password, ...consent } });
  const { link } = await app.lastLetter('email-verification', email);
  const holder = await firstVisit(nora);
  expect(await holder.ask(api.getUser)).toMatchObject({ email, firstName: 'Nora' });
  expect(await holder.ask(api.getAccount)).toMatchObject({ hasPassword: false });
  // Nothing that belonged to the stranger remains, including the link in the letter that the holder got.
  const body = { token: new URL(link).hash.slice(1) };
  expect(await stranger.refused(api.confirmEmail, { body })).toMatchObject({ code: 'confirm-link-refused' });
  expect(await stranger.refused(api.signIn, { body: { email, password } })).toMatchObject({
    code: 'wrong-credentials',
  });
});

test('a callback from another browser, repeated, too late or forged starts no session', async () => {
  await firstVisit(nora);
  const before = await sessionsNow();
  const over = '/sign-in-trouble?reason=sign-in-over';
  const refused = '/sign-in-trouble?reason=provider-refused';
  const own = app.caller();
  const away = String((await get(own, '/api/login')).headers.location);
  const back = await atProvider(away, nora);
  expect((await get(app.caller(), back)).headers.location).toBe(over);
  const other = app.caller();
  await get(other, '/api/login');
  expect((await get(other, back)).headers.location).toBe(refused);
  expect((await get(own, back.replace(/state=[^&]+/, 'state=made-up'))).headers.location).toBe(refused);
  expect((await get(own, back)).headers.location).toBe(over); // the browser's state is deleted by now
  const late = app.caller();
  const lateBack = await atProvider(String((await get(late, '/api/login')).headers.location), nora);
  app.clock.pass({ minutes: 31 });
  expect((await get(late, lateBack)).headers.location).toBe(over);
  const noCode = app.caller();
  await get(noCode, '/api/login');
  expect((await get(noCode, '/api/login/callback')).headers.location).toBe(refused);
  expect(await signIn(app.caller(), null)).toBe(refused);
  expect(await sessionsNow()).toBe(before);
});

test('signing out continues to the provider and returns here', async () => {
  const caller = await firstVisit(nora);
  const answer = await get(caller, '/api/logout');
  const url = new URL(String(answer.headers.location));
  expect(url.origin).toBe(provider.issuer);
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(addresses.signedOutUri);
  expect(url.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(200);
  expect((await caller.call(api.getUser)).statusCode).toBe(401);
  const local = await signedIn(app, another(ada, 1000 + people));
  expect((await get(local, '/api/logout')).headers.location).toBe('/');
});

test('an account with a second step requires it here too', async () => {
  const caller = await firstVisit(nora);
  await app.database.execute(
    sql`insert into two_factors (user_id, sealed_secret, confirmed_at) values (${caller.id}, 'x', now())`,
  );
  const again = app.caller();
  expect(await signIn(again, nora, '/account')).toBe('/second-step?next=%2Faccount');
  expect((await again.call(api.getUser)).statusCode).toBe(401);
});

test('an owner without a password proves a change with a fresh sign-in', async () => {
  const caller = await firstVisit(nora);
  app.clock.pass({ minutes: 11 });
  expect(await caller.refused(api.deleteAccount)).toMatchObject({ code: 'proof-needed' });
  await get(caller, '/api/logout');
  await signIn(caller, nora);
  await caller.ask(api.deleteAccount);
});

test('an owner without a password undoes an added passkey by its letter, and signs in at the provider again', {
  tags: 'long',
}, async () => {
  const caller = await firstVisit(nora);
  await addPasskey(caller);
  const { link } = await app.lastLetter('owner-change', nora.email);
  const body = { token: new URL(link).hash.slice(1), putBack: true };
  expect(await app.caller().ask(api.undoOwnerChange, { body })).toEqual({ isPutBack: true });
  expect((await caller.call(api.getUser)).statusCode).toBe(401);
  await signIn(caller, nora);
  expect(await caller.ask(api.listPasskeys)).toEqual([]);
});

test('the letter about a deleted account sends an owner without a password to the provider', {
  tags: 'long',
}, async () => {
  const { letterSending } = app.services;
  const texts = new Map<string, string>();
  const send = async ({ to, subject, text }: OutgoingLetter) => {
    if (subject === 'Your account will be deleted') texts.set(to.email, text);
    return 'accepted';
  };
  const mailer = { ...letterSending.mailer, send };
  const local = await signedIn(app, another(ada, 2000 + people));
  for (const owner of [await firstVisit(nora), local]) await owner.ask(api.deleteAccount);
  while ((await sendDueLetters({ ...letterSending, mailer })) > 0);
  const without = texts.get(nora.email);
  expect(without).toContain('change your password at the provider where you sign in');
  expect(without).toContain(`${publicUrl}/api/login`);
  const { email } = another(ada, 2000 + people);
  expect(texts.get(email)).toContain('choose a new password');
  expect(texts.get(email)).toContain(`${publicUrl}/sign-in`);
});

test('an unreachable provider does not stop the service from starting, and is retried later', {
  tags: 'long',
}, async () => {
  const gone = await startIdentityProvider(addresses);
  await gone.stop();
  const other = await openWith(gone);
  try {
    expect((await other.caller().call(api.health)).statusCode).toBe(200);
    const login = await get(other.caller(), '/api/login?next=/account');
    expect(login.headers.location).toBe('/sign-in-trouble?reason=provider-unavailable&next=%2Faccount');
    const back = await startIdentityProvider({ ...addresses, port: Number(new URL(gone.issuer).port) });
    expect(String((await get(other.caller(), '/api/login')).headers.location)).toContain(`${back.issuer}/auth?`);
    await back.stop();
  } finally {
    await other.close();
  }
});

describe('the log says why a sign-in failed, and contains no secret:', () => {
  const reasonOf = async (
    settings: Pick<IdentityProvider, 'issuer' | 'clientId' | 'clientSecret'>,
    act: (caller: Caller) => Promise<unknown>,
  ): Promise<unknown> => {
    const other = await openWith(settings, { LOG_LEVEL: 'warn' });
    try {
      await act(other.caller());
      expect(other.logLines.join()).not.toContain(settings.clientSecret);
      expect(other.logLines.join()).not.toContain(nora.email);
      return JSON.parse(other.logLines.at(-1) ?? '{}').reason;
    } finally {
      await other.close();
    }
  };

  test('the provider cannot be reached', async () => {
    const gone = await startIdentityProvider(addresses);
    await gone.stop();
    expect(await reasonOf(gone, (caller) => get(caller, '/api/login'))).toBe('ECONNREFUSED');
  });

  test('the provider does not accept the client secret', { tags: 'long' }, async () => {
    const wrong = { ...provider, clientSecret: 'the secret of somebody else' };
    expect(await reasonOf(wrong, (caller) => signIn(caller, nora))).toBe('invalid_client');
  });

  test('OIDC_ISSUER differs from the issuer that the provider announces', async () => {
    const wrong = { ...provider, issuer: provider.issuer.replace('127.0.0.1', 'localhost') };
    expect(await reasonOf(wrong, (caller) => get(caller, '/api/login'))).toBe(
      `the issuer is ${provider.issuer}, and OIDC_ISSUER is ${wrong.issuer}`,
    );
  });

  test('the person said no, or the address is not confirmed', { tags: 'long' }, async () => {
    expect(await reasonOf(provider, (caller) => signIn(caller, null))).toBe('access_denied');
    const unconfirmed = { ...nora, email_verified: false };
    expect(await reasonOf(provider, (caller) => signIn(caller, unconfirmed))).toBe('email-not-confirmed');
  });
});

test('the three settings must be set together', () => {
  const all = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'us', OIDC_CLIENT_SECRET: 'shared' };
  expect(readConfig(all).openId).toEqual({
    issuer: 'https://id.example',
    clientId: 'us',
    clientSecret: 'shared',
    trustsEmail: false,
  });
  expect(readConfig({}).openId).toBeUndefined();
  for (const name of Object.keys(all)) expect(() => readConfig({ ...all, [name]: '' })).toThrow(`${name} is missing`);
});

test("if the operator trusts the provider's addresses, an unconfirmed one signs in", { tags: 'long' }, async () => {
  const trusting = await openWith(provider, { OPENID_TRUST_EMAIL: 'true' });
  try {
    const { email_verified: _, ...silent } = nora;
    const { email: __, ...nameless } = nora;
    const caller = trusting.caller();
    for (const person of [{ ...nora, email_verified: false }, silent])
      expect(await signIn(caller, person)).toBe('/welcome');
    await caller.ask(api.finishFirstVisit, { body: form });
    expect(await signIn(trusting.caller(), silent, '/account')).toBe('/account');
    expect(await signIn(trusting.caller(), nameless)).toBe('/sign-in-trouble?reason=email-missing');
  } finally {
    await trusting.close();
  }
});

test('HOLD-9: nobody signs in through the provider while the database has gone back under the service', async () => {
  await signedIn(app, { ...ada, email: nora.email });
  const before = await sessionsNow();
  const exchanged = vi.spyOn(app.services.restoreHold, 'difference').mockReturnValue('the database went back');
  expect(await signIn(app.caller(), nora)).toContain('/sign-in-trouble?reason=sign-in-over');
  exchanged.mockRestore();
  expect(await sessionsNow()).toBe(before);
});
