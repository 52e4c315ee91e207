// Signing in with a password: the same response for unknown accounts, rate limits, and the session it starts.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fillHashing } from '../../../testing/busy-hashing.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import {
  confirm,
  cookieOf,
  openAccount,
  openSessionTestApp,
  robin,
  type SessionTestApp,
  signIn,
  tokenOf,
} from '../../../testing/session-app.ts';
import { rateLimits, sessions } from '../../platform/database/schema.ts';
import { guardSignIn } from './sign-in-guard.ts';

let app: SessionTestApp;
beforeEach(async () => {
  app = await openSessionTestApp();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const stranger = { ...robin, password: 'not the right password' };

test('SES-9: an unknown address and a wrong password get the same refusal after the same slow hash', async () => {
  await openAccount(app);
  const answers = [];
  for (const person of [stranger, { ...stranger, email: 'nobody@example.com' }]) {
    app.hashing.counted.times = 0;
    const answer = await signIn(app, person);
    const { requestId: _, ...body } = answer.json();
    answers.push({
      status: answer.statusCode,
      body,
      headers: Object.keys(answer.headers),
      hashes: app.hashing.counted.times,
    });
  }
  expect(answers[0]).toMatchObject({ status: 403, body: { code: 'wrong-credentials' }, hashes: 1 });
  expect(answers[1]).toEqual(answers[0]);
});

describe('an account with an unverified address', () => {
  beforeEach(async () => {
    await app.post('/api/auth/sign-up/email', robin);
  });

  test('its owner gets a specific message only with the right password, and then also a new letter', async () => {
    expect((await signIn(app, stranger)).json()).toMatchObject({ code: 'wrong-credentials' });
    expect(await app.lettersTo(robin.email)).toHaveLength(1);
    const answer = await signIn(app);
    expect(answer.json()).toMatchObject({ status: 403, code: 'email-not-verified' });
    expect(answer.cookies).toEqual([]);
    expect((await app.lettersTo(robin.email)).map(({ kind }) => kind)).toEqual(Array(2).fill('email-verification'));
    expect(await app.database.select().from(sessions)).toEqual([]);
  });

  test('its owner gets at most five letters an hour, however they are requested', async () => {
    const answers = [];
    for (let at = 0; at < 4; at++) {
      answers.push(await signIn(app));
      answers.push(await app.post('/api/auth/send-verification-email', { email: robin.email.toUpperCase() }));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 200, 403, 200, 403, 200, 403, 200]);
    expect(await app.lettersTo(robin.email)).toHaveLength(1 + 5);
    app.clock.pass({ minutes: 61 });
    await signIn(app);
    expect(await app.lettersTo(robin.email)).toHaveLength(1 + 6);
  });
});

test('a password that only shares its first 72 bytes with the right one is refused', async () => {
  const person = { ...robin, password: 'a heron by the pond '.repeat(4).slice(0, 71).padEnd(72, '!') };
  await openAccount(app, person);
  expect((await signIn(app, { ...person, password: `${person.password}x` })).json()).toMatchObject({
    code: 'wrong-credentials',
  });
  for (const password of ['\ud800', 'é'.repeat(500)]) {
    expect((await signIn(app, { ...person, password })).statusCode).toBe(403);
  }
  expect((await signIn(app, { ...person, password: `${person.password.slice(1)}\0` })).statusCode).toBe(400);
  expect((await signIn(app, person)).statusCode).toBe(200);
});

test('a sign-in that the queue refuses has not queried the database, and does not count as a try', async () => {
  await openAccount(app);
  const countsBefore = await app.database.select().from(rateLimits);
  const letThrough = fillHashing(app.hashing.slowHash);
  const statements = await countStatements(async () => {
    expect((await signIn(app)).json()).toMatchObject({ code: 'busy' });
  });
  await letThrough();
  expect(statements).toEqual([]);
  expect(await app.database.select().from(rateLimits)).toEqual(countsBefore);
  expect((await signIn(app)).statusCode).toBe(200);
});

describe('SES-12: guessing is slowed down without locking the owner out', () => {
  test('twenty tries on one account from one network block that network for a quarter of an hour', async () => {
    await openAccount(app);
    const wrong = [];
    for (let at = 0; at < 20; at++) {
      if (at % 10 === 9) app.clock.pass({ minutes: 2 }); // below the limit of the call itself
      wrong.push((await signIn(app, stranger)).statusCode);
    }
    expect(wrong).toEqual(Array(20).fill(403));
    app.clock.pass({ minutes: 2 });
    const late = await signIn(app);
    expect(late.statusCode).toBe(429);
    expect(late.json()).toMatchObject({ code: 'too-many-requests', retryAt: expect.any(String) });
    expect((await signIn(app, robin, from('198.51.100.7'))).statusCode).toBe(200);
    app.clock.pass({ minutes: 12 });
    expect((await signIn(app)).statusCode).toBe(200);
  });

  const attack = async (person = stranger, networks = 100) => {
    for (let at = 1; at <= networks; at++) {
      expect((await signIn(app, person, from(`198.51.100.${at}`))).statusCode).toBe(403);
    }
  };

  test('a hundred tries from anywhere block every browser except those known to the account', async () => {
    await openAccount(app);
    const known = cookieOf(await signIn(app, robin, from('192.0.2.40')));
    await app.database.delete(sessions); // even after it is signed out
    await attack();
    expect((await signIn(app, robin, from('203.0.113.1'))).statusCode).toBe(429);
    expect((await signIn(app, { ...robin, email: 'nobody@example.com' }, from('203.0.113.1'))).statusCode).toBe(403);
    expect((await signIn(app, robin, { ...from('198.51.100.1'), cookie: known })).statusCode).toBe(200);
    app.clock.pass({ minutes: 16 });
    expect((await signIn(app, robin, from('203.0.113.1'))).statusCode).toBe(200);
  });

  test('a browser that has reset the password by letter is never blocked', async () => {
    await openAccount(app);
    await attack();
    await app.post('/api/auth/request-password-reset', { email: robin.email });
    const token = tokenOf((await app.lettersTo(robin.email)).at(-1));
    const reset = await app.post('/api/auth/reset-password', { token, newPassword: 'quite another password' });
    const person = { ...robin, password: 'quite another password' };
    expect((await signIn(app, person, from('203.0.113.1'))).statusCode).toBe(429);
    expect((await signIn(app, person, { ...from('203.0.113.1'), cookie: cookieOf(reset) })).statusCode).toBe(200);
  });

  test('a forged cookie, or one known to another account, does not help', async () => {
    await openAccount(app);
    const other = { ...robin, email: 'other@example.com' };
    await app.post('/api/auth/sign-up/email', other);
    await confirm(app, tokenOf((await app.lettersTo(other.email))[0]), other.password);
    const cookie = cookieOf(await signIn(app, other, from('192.0.2.40')));
    await attack();
    for (const headers of [{ cookie }, { cookie: `vault_device=${'x'.repeat(43)}` }]) {
      expect((await signIn(app, robin, { ...from('203.0.113.1'), ...headers })).statusCode).toBe(429);
    }
  });

  test('a stranger has the same number of tries and the same waiting time, whether or not the owner has just signed in', async () => {
    await openAccount(app);
    const strangers = async () => {
      let tries = 0;
      for (let at = 1; ; at++) {
        const answer = await signIn(app, stranger, from(`198.51.100.${at}`));
        if (answer.statusCode === 429) {
          return { tries, wait: Date.parse(answer.json().retryAt) - app.clock.now().getTime() };
        }
        tries += 1;
      }
    };
    const without = await strangers();
    app.clock.pass({ minutes: 16 });
    const known = cookieOf(await signIn(app, robin, from('192.0.2.40')));
    await signIn(app, robin, { ...from('192.0.2.40'), cookie: known });
    expect(await strangers()).toEqual(without);
    expect(without.tries).toBe(100);
  });

  test('at most twenty of sixty concurrent tries are processed', async () => {
    const tries = Array.from({ length: 60 }, () =>
      guardSignIn(app, robin.email, { network: '192.0.2.1', device: null }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  });
});

test('SES-13: the session cookie is HttpOnly, SameSite=Lax and for this site only; the hint identifies nobody', async () => {
  await openAccount(app);
  const lines = (await signIn(app)).headers['set-cookie'] as string[];
  expect(lines).toEqual([
    expect.stringMatching(
      /^vault_session=[A-Za-z0-9]{32}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
    'session_hint=1; Max-Age=2592000; Path=/; SameSite=Lax',
    expect.stringMatching(/^vault_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    'vault_second_step=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
  const secure = await openSessionTestApp({ publicUrl: 'https://remembrance.example' });
  try {
    await openAccount(secure);
    expect((await signIn(secure)).headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-vault_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      '__Host-session_hint=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
      expect.stringMatching(/^__Host-vault_device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      '__Host-vault_second_step=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
  } finally {
    await secure.close();
  }
});

test("signing in starts a new session, never uses a planted one, and ends the browser's previous one", {
  tags: 'long',
}, async () => {
  await openAccount(app);
  const other = cookieOf(await signIn(app));
  const first = await signIn(app, robin, { cookie: 'vault_session=planted' });
  expect(cookieOf(first)).not.toContain('planted');
  const second = await signIn(app, robin, { cookie: cookieOf(first) });
  const status = async (cookie: string) => (await app.get('/api/auth/user', { cookie })).statusCode;
  expect(await status(cookieOf(first))).toBe(401);
  expect(await status(cookieOf(second))).toBe(200);
  expect(await status(other)).toBe(200); // another browser's
  const failed = await signIn(app, stranger, { cookie: cookieOf(second) });
  expect(failed.statusCode).toBe(403);
  expect(await status(cookieOf(second))).toBe(200);
});

test('a session records the network and browser it was started from, whatever the headers claim', {
  tags: 'long',
}, async () => {
  await openAccount(app);
  await signIn(app, robin, {
    ...from('192.0.2.9'),
    'x-network': '10.0.0.1',
    'x-client-ip': '10.0.0.1',
    'user-agent': 'A'.repeat(900),
  });
  const [session] = await app.database.select().from(sessions);
  expect(session).toMatchObject({ ipAddress: '192.0.2.9', userAgent: 'A'.repeat(500) });
});

test("a page of another site can't sign a person in or up", async () => {
  await openAccount(app);
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
    expect((await signIn(app, robin, headers)).json()).toMatchObject({ status: 403, code: 'origin-refused' });
  }
  expect(await app.database.select().from(sessions)).toEqual([]);
});

test('a signed-out person gets 401 with "Unauthorized"', async () => {
  const answer = await app.get('/api/auth/user');
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.json()).toMatchObject({ code: 'unauthorized', detail: expect.stringContaining('Unauthorized') });
});

test('signing in prints nothing, whatever the result', { tags: 'long' }, async () => {
  const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name));
  await openAccount(app);
  await signIn(app, stranger);
  await signIn(app, { ...stranger, email: 'nobody@example.com' });
  await signIn(app);
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
});
