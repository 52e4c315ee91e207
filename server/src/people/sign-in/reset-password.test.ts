// Resetting a password by letter: the same response for any address, one use per link, and every session ended.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  cookieOf,
  openAccount,
  openSessionTestApp,
  robin,
  type SessionTestApp,
  signIn,
  tokenOf,
} from '../../../testing/session-app.ts';
import { until } from '../../../testing/until.ts';
import { sessions } from '../../platform/database/schema.ts';

let app: SessionTestApp;
beforeEach(async () => {
  app = await openSessionTestApp();
});
afterEach(() => app.close());

const newPassword = 'quite another password';
const ask = (email = robin.email) => app.post('/api/auth/request-password-reset', { email });
const reset = (token: string, password = newPassword) =>
  app.post('/api/auth/reset-password', { token, newPassword: password });
const lastToken = async () => tokenOf((await app.lettersTo(robin.email)).at(-1));

test('a reset request gets the same response after the same time for a known and an unknown address', async () => {
  await openAccount(app);
  const answers = [];
  for (const email of [robin.email, 'nobody@example.com']) {
    app.pauses.length = 0;
    const answer = await ask(email);
    answers.push({ status: answer.statusCode, echoes: answer.json().email === email, pauses: [...app.pauses] });
  }
  expect(answers).toEqual(Array(2).fill({ status: 200, echoes: true, pauses: [300] }));
  expect((await app.lettersTo(robin.email)).map(({ kind }) => kind)).toEqual(['email-verification', 'password-reset']);
  expect(await app.lettersTo('nobody@example.com')).toEqual([]);
});

test('the response takes a fixed time, however fast the work is done', { tags: 'long' }, async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gated = await openSessionTestApp({ pause: () => gate });
  try {
    await openAccount(gated);
    let isAnswered = false;
    const answer = gated.post('/api/auth/request-password-reset', { email: robin.email }).then((reply) => {
      isAnswered = true;
      return reply;
    });
    await until(() => gated.lettersTo(robin.email)).toHaveLength(2);
    expect(isAnswered).toBe(false);
    open();
    expect((await answer).statusCode).toBe(200);
  } finally {
    await gated.close();
  }
});

test('SES-21: a new password ends every session of the account, and a letter says so', async () => {
  await openAccount(app);
  await openAccount(app, { ...robin, email: 'kim@example.com' });
  const cookies = [cookieOf(await signIn(app)), cookieOf(await signIn(app))];
  const kim = cookieOf(await signIn(app, { ...robin, email: 'kim@example.com' }));
  await ask();
  const answer = await reset(await lastToken());
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ changed: true });
  const status = async (cookie: string) => (await app.get('/api/auth/user', { cookie })).statusCode;
  expect(await Promise.all(cookies.map(status))).toEqual([401, 401]);
  expect(await status(kim)).toBe(200);
  expect((await signIn(app)).json()).toMatchObject({ code: 'wrong-credentials' });
  expect((await signIn(app, { ...robin, password: newPassword })).statusCode).toBe(200);
  expect((await app.lettersTo(robin.email)).findLast(({ kind }) => kind === 'password-changed')).toEqual({
    kind: 'password-changed',
    facts: {
      firstName: 'Robin',
      resetLink: 'http://localhost:3000/forgotten-password',
      ways: { passkeysRemoved: 0, passkeysLeft: 0, twoFactor: 'off' },
    },
  });
});

test('SES-22: a link works once and within an hour, and invalidates the previous ones', async () => {
  await openAccount(app);
  await ask();
  const earlier = await lastToken();
  await ask();
  const token = await lastToken();
  const answers = await Promise.all(Array.from({ length: 10 }, () => reset(token)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  for (const refused of answers.filter(({ statusCode }) => statusCode !== 200)) {
    expect(refused.json()).toMatchObject({ status: 400, code: 'reset-link-refused' });
  }
  expect((await reset(earlier)).json()).toMatchObject({ code: 'reset-link-refused' });
  await ask();
  const late = await lastToken();
  app.clock.pass({ minutes: 60 });
  expect((await reset(late)).json()).toMatchObject({ code: 'reset-link-refused' });
});

test('a forged link, or one for verifying an address, is refused before any slow hash', async () => {
  await app.post('/api/auth/sign-up/email', robin);
  app.hashing.counted.times = 0;
  for (const token of ['x', await lastToken(), "'", 'a'.repeat(500)]) {
    expect((await reset(token)).json()).toMatchObject({ code: 'reset-link-refused' });
  }
  expect(app.hashing.counted.times).toBe(0);
});

test('a password that is too short, or that bcrypt would truncate, is refused, and the link still works', async () => {
  await openAccount(app);
  await ask();
  const token = await lastToken();
  for (const password of ['x'.repeat(73), `${'é'.repeat(36)}x`, 'elevenbytes', 'with a \0 in it, long']) {
    const answer = await reset(token, password);
    expect(answer.json()).toMatchObject({
      status: 400,
      code: 'invalid-input',
      fields: { newPassword: expect.any(String) },
    });
  }
  expect((await reset(token, `${'éàïöü'.repeat(7)}é`)).statusCode).toBe(200);
});

test('resetting the password verifies the address, so a stranger’s sign-up with it becomes the owner’s account', async () => {
  await app.post('/api/auth/sign-up/email', { ...robin, password: 'the stranger’s password' });
  await ask();
  await reset(await lastToken());
  expect((await signIn(app, { ...robin, password: 'the stranger’s password' })).json()).toMatchObject({
    code: 'wrong-credentials',
  });
  expect((await signIn(app, { ...robin, password: newPassword })).statusCode).toBe(200);
});

test('at most five letters an hour go to one address, and the response does not reveal the limit', async () => {
  await openAccount(app);
  const answers = [];
  for (let at = 0; at < 7; at++) answers.push((await ask()).statusCode);
  expect(answers).toEqual(Array(7).fill(200));
  expect(await app.lettersTo(robin.email)).toHaveLength(1 + 5);
  expect(await app.database.select().from(sessions)).toEqual([]);
});
