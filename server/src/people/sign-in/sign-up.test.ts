// Signing up: the form, the same response for known addresses, and confirming the address from its letter.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  confirm,
  cookieOf,
  openAccount,
  openSessionTestApp,
  pathOf,
  robin,
  type SessionTestApp,
  signIn,
  tokenOf,
} from '../../../testing/session-app.ts';
import { accountLinks, passwords, rateLimits, users } from '../../platform/database/schema.ts';
import { findUserByEmail } from '../users/user-store.ts';

let app: SessionTestApp;
beforeAll(async () => {
  app = await openSessionTestApp({ limitFactor: 100 });
});
afterAll(() => app.close());

let people = 0;
const someone = () => ({ ...robin, email: `person-${++people}@example.com` });
const signUp = (body: object) => app.post('/api/auth/sign-up/email', body);
/** The observable parts of a response, without the values that are always new. */
const visible = (answer: Awaited<ReturnType<typeof signUp>>) => {
  const { requestId: _, ...body } = answer.json();
  return {
    status: answer.statusCode,
    body,
    cookies: answer.cookies.map(({ name }) => name),
    type: answer.headers['content-type'],
  };
};

test('signing up, confirming the address and signing in gives a session of that owner', async () => {
  const person = { ...someone(), email: 'Mixed.Case@Example.com' };
  const answer = await signUp({ ...person, next: '/create-vault?plan=premium_one_time' });
  expect(visible(answer)).toMatchObject({ status: 200, body: { email: person.email }, cookies: ['vault_device'] });

  const letters = await app.lettersTo(person.email);
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatchObject({ kind: 'email-verification', facts: { firstName: '' } });
  expect(pathOf(letters[0])).toMatch(/^\/confirm-email\?next=%2Fcreate-vault%3Fplan%3Dpremium_one_time#[\w-]{43}$/);
  const confirmed = await confirm(app, tokenOf(letters[0]), undefined, { cookie: cookieOf(answer) });
  expect(confirmed.statusCode).toBe(200);
  expect((await app.get('/api/auth/user', { cookie: cookieOf(confirmed) })).statusCode).toBe(200);

  const signedIn = await signIn(app, { ...person, email: 'mixed.case@example.COM' });
  expect(signedIn.statusCode).toBe(200);
  const user = await app.get('/api/auth/user', { cookie: cookieOf(signedIn) });
  expect(user.json()).toEqual({
    id: expect.any(String),
    email: 'mixed.case@example.com',
    firstName: 'Robin',
    lastName: 'Ashe',
    profileImageUrl: null,
  });
  expect(signedIn.json()).toEqual({ user: user.json() });
});

test('an account stores when its owner accepted the terms, and a slow hash of the password', async () => {
  const person = someone();
  const before = app.clock.now();
  await signUp(person);
  const user = await findUserByEmail(app.database, person.email);
  expect(user).toMatchObject({ termsAcceptedAt: before, createdAt: before, emailVerified: false });
  const rows = await app.database
    .select()
    .from(passwords)
    .where(eq(passwords.userId, user?.id ?? ''));
  expect(rows).toMatchObject([{ hash: expect.stringMatching(/^\$2b\$04\$/) }]);
});

test("an account has its browser's time zone, or UTC if the service does not know that zone", async () => {
  for (const [timeZone, stored] of [
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Mars/Olympus', 'UTC'],
    [undefined, 'UTC'],
  ] as const) {
    const person = { ...someone(), timeZone };
    await signUp(person);
    expect(await findUserByEmail(app.database, person.email)).toMatchObject({ timeZone: stored });
  }
});

describe('an invalid sign-up creates no account', () => {
  test.each([
    ['without the age of 18', { isAdult: false }, 'isAdult', 'You must be at least 18 years old'],
    [
      'without the terms',
      { termsAccepted: false },
      'termsAccepted',
      'Please accept the Terms of Service and Privacy Policy',
    ],
    ['with no address', { email: 'robin' }, 'email', 'Valid email is required'],
    [
      'with a short password',
      { password: 'elevenbytes' },
      'password',
      'Please choose a password of at least 12 characters',
    ],
    [
      'with a password of 73 bytes',
      { password: `${'é'.repeat(36)}x` },
      'password',
      expect.stringContaining('at most 72'),
    ],
    ['without a name', { name: ' ' }, 'name', 'First name is required'],
    ['with a line break in a name', { lastName: 'Ashe\r\nBcc: all' }, 'lastName', expect.any(String)],
    ['with an image', { image: 'javascript:alert(1)' }, 'image', 'The field "image" is unknown.'],
    ['with a picture URL of ours', { profileImageUrl: 'javascript:alert(1)' }, 'profileImageUrl', expect.any(String)],
    ['with a verified address', { emailVerified: true }, 'emailVerified', expect.any(String)],
    ['with an id', { id: '00000000-0000-0000-0000-000000000000' }, 'id', expect.any(String)],
  ])('%s', async (_, change, field, sentence) => {
    const person = { ...someone(), ...change };
    const answer = await signUp(person);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid-input', fields: { [field]: sentence } });
    expect(await findUserByEmail(app.database, person.email)).toBeNull();
  });
});

test('a known address gets the same response as a new one, after the same slow hash, and a letter that explains it', async () => {
  const [known, unverified, fresh] = [someone(), someone(), someone()];
  await openAccount(app, known);
  await signUp(unverified);
  const answers = [];
  for (const person of [known, unverified, fresh]) {
    app.hashing.counted.times = 0;
    answers.push({ ...visible(await signUp({ ...person, name: 'Mallory' })), hashes: app.hashing.counted.times });
  }
  const [toKnown, toUnverified, toFresh] = answers.map(({ body, ...rest }) => ({ ...rest, body: Object.keys(body) }));
  expect(toKnown).toEqual(toFresh);
  expect(toUnverified).toEqual(toFresh);
  expect(toFresh).toMatchObject({ status: 200, hashes: 1 });
  // The letter contains the name only if a confirmed owner gave it. Before that, a stranger may have given it.
  const names = [
    [known, 'Robin'],
    [unverified, ''],
  ] as const;
  for (const [person, firstName] of names) {
    const letters = await app.lettersTo(person.email);
    expect(letters.map(({ kind }) => kind)).toEqual(['email-verification', 'account-exists']);
    expect(letters[1]?.facts).toEqual({
      firstName,
      signInLink: 'http://localhost:3000/sign-in',
      resetLink: 'http://localhost:3000/forgotten-password',
    });
  }
});

test('twenty concurrent sign-ups with one address create one account, and all get the same response', async () => {
  const person = someone();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => signUp({ ...person, password: `a long enough password ${at}` })),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(visible(answer)))).size).toBe(1);
  expect(answers[0]?.statusCode).toBe(200);
  const found = await app.database.select().from(users).where(eq(users.email, person.email));
  expect(found).toHaveLength(1);
  const letters = await app.lettersTo(person.email);
  expect(letters.filter(({ kind }) => kind === 'email-verification')).toHaveLength(1);
});

describe('an address is confirmed by a button on the page its letter opens', () => {
  const signedUp = async () => {
    const person = someone();
    const cookie = cookieOf(await signUp(person));
    const token = tokenOf((await app.lettersTo(person.email))[0]);
    const isConfirmed = async () => (await findUserByEmail(app.database, person.email))?.emailVerified;
    return { person, cookie, token, isConfirmed };
  };

  test('the browser that signed up can confirm within a day, once', async () => {
    const { person, cookie, token, isConfirmed } = await signedUp();
    app.clock.pass({ hours: 23 });
    const answer = await confirm(app, token, undefined, { cookie });
    expect(answer.json().user.email).toBe(person.email);
    expect(await isConfirmed()).toBe(true);
    expect((await confirm(app, token, undefined, { cookie })).json()).toMatchObject({ code: 'confirm-link-refused' });
    const late = await signedUp();
    app.clock.pass({ hours: 25 });
    const refused = await confirm(app, late.token, undefined, { cookie: late.cookie });
    expect(refused.json()).toMatchObject({ code: 'confirm-link-refused' });
    expect(await late.isConfirmed()).toBe(false);
  });

  test('another browser can confirm only with the password', async () => {
    const { person, token, isConfirmed } = await signedUp();
    const other = { cookie: cookieOf(await signUp(someone())) };
    for (const headers of [{}, other, { cookie: 'vault_device=x' }]) {
      const answer = await confirm(app, token, undefined, headers);
      expect(answer.json()).toMatchObject({ status: 403, code: 'password-to-confirm' });
      const wrong = await confirm(app, token, 'not the right password', headers);
      expect(wrong.json()).toMatchObject({ code: 'wrong-password', fields: { password: expect.any(String) } });
    }
    expect(await isConfirmed()).toBe(false);
    const answer = await confirm(app, token, person.password);
    expect((await app.get('/api/auth/user', { cookie: cookieOf(answer) })).statusCode).toBe(200);
    expect(await isConfirmed()).toBe(true);
  });

  test('opening the link confirms nothing, because a mail scanner opens it too', async () => {
    const { token, cookie, isConfirmed } = await signedUp();
    for (const path of ['/confirm-email', '/api/auth/verify-email']) {
      for (const headers of [{}, { cookie }]) await app.get(`${path}?token=${token}`, headers);
    }
    expect(await isConfirmed()).toBe(false);
  });

  test('one of ten concurrent confirmations signs in', async () => {
    const { token, cookie } = await signedUp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(app, token, undefined, { cookie })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('a forged token, or one for another purpose, confirms nothing', async () => {
    const { person, cookie, isConfirmed } = await signedUp();
    await app.post('/api/auth/request-password-reset', { email: person.email });
    const token = tokenOf((await app.lettersTo(person.email))[1]);
    for (const wrong of [token, 'x', `${token}x`, "'", 'a'.repeat(500)]) {
      const answer = await confirm(app, wrong, person.password, { cookie });
      expect(answer.json()).toMatchObject({ status: 400, code: 'confirm-link-refused' });
    }
    expect(await isConfirmed()).toBe(false);
  });

  test('the letter continues only to a page of this site', async () => {
    const person = someone();
    await signUp({ ...person, next: '//evil.example' });
    expect(pathOf((await app.lettersTo(person.email))[0])).not.toContain('evil');
  });
});

test('a request for another letter gets the same response after the same time for an unverified, a verified and an unknown address', async () => {
  const [unverified, verified, unknown] = [someone(), someone(), someone()];
  await signUp(unverified);
  await openAccount(app, verified);
  const answers = [];
  for (const { email } of [unverified, verified, unknown]) {
    app.pauses.length = 0;
    const answer = await app.post('/api/auth/send-verification-email', { email });
    answers.push({ ...visible(answer), body: answer.json().email === email, pauses: [...app.pauses] });
  }
  expect(answers[0]).toMatchObject({ status: 200, body: true, pauses: [300] });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  const count = async ({ email }: { email: string }) => (await app.lettersTo(email)).length;
  expect([await count(unverified), await count(verified), await count(unknown)]).toEqual([2, 1, 0]);
});

test('no token, password or address of these calls is stored in plain text', async () => {
  const person = someone();
  await signUp(person);
  const token = tokenOf((await app.lettersTo(person.email))[0]);
  await app.post('/api/auth/request-password-reset', { email: person.email });
  await signIn(app, person);
  const stored = JSON.stringify([
    await app.database.select().from(accountLinks),
    await app.database.select().from(rateLimits),
    await app.database.select().from(passwords),
  ]);
  expect(token).toHaveLength(43);
  for (const secret of [token, person.password, person.email]) expect(stored).not.toContain(secret);
});
