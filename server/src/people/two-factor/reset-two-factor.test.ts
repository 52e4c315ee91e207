// An operator turns off a lost second step: after a week, once, and not if its owner stops it.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Owner, signedIn } from '../../../testing/people.ts';
import { runCommand } from '../../../testing/run-admin-command.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { runResets } from './reset-two-factor.ts';
import { codeAt } from './totp.ts';

let app: TestApp;
let owner: Owner;
let secret: string;
let people = 0;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await signedIn(app, another(ada, ++people));
  secret = (await owner.ask(api.beginTwoFactor)).secret;
  await owner.ask(api.confirmTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
});

const order = (email = owner.email) =>
  runCommand(app.services, 'reset-two-factor', { subject: email, reason: 'lost the phone, asked in writing' });
const letters = async () =>
  (await app.lettersTo(owner.email)).flatMap(({ kind, facts }) => (kind === 'two-factor-reset' ? [facts] : []));
const isAsked = async () => {
  const { email, password } = owner;
  const answer = await app.caller().call(api.signIn, { body: { email, password } });
  return answer.json().code === 'second-step-needed';
};
const tokenIn = (link = '') => new URL(link).hash.slice(1);

test('TFA-10: a reset happens after seven days, with letters at the start, half-way and at the end, each sent once', async () => {
  await order();
  await expect(order()).rejects.toThrow('No account with this address');
  for (const [days, stages] of [
    [0, ['ordered']],
    [3, ['ordered']],
    [0.6, ['ordered', 'halfway']],
    [3.3, ['ordered', 'halfway']],
  ] as const) {
    app.clock.pass({ days });
    await Promise.all([runResets(app.services), runResets(app.services)]);
    expect((await letters()).map(({ stage }) => stage)).toEqual(stages);
    expect(await isAsked()).toBe(true);
  }
  app.clock.pass({ days: 0.2 });
  await Promise.all([1, 2, 3].map(() => runResets(app.services)));
  expect((await letters()).map(({ stage }) => stage)).toEqual(['ordered', 'halfway', 'done']);
  expect(await isAsked()).toBe(false);
});

test('TFA-10: the button in either letter stops it, once; opening the page does not', async () => {
  for (const days of [0, 4]) {
    await order();
    app.clock.pass({ days });
    await runResets(app.services);
    const { link } = (await letters()).at(-1) ?? {};
    const body = { token: tokenIn(link) };
    await app.caller().send({ method: 'GET', url: link ?? '' });
    const answers = await Promise.all([1, 2, 3].map(() => app.caller().call(api.keepTwoFactor, { body })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400, 400]);
    app.clock.pass({ days: 8 });
    await runResets(app.services);
    expect(await isAsked()).toBe(true);
  }
});

test('a second step that was turned off and on again in the meantime stays on', async () => {
  await order();
  await owner.ask(api.endTwoFactor);
  app.clock.pass({ minutes: 2 });
  const fresh = (await owner.ask(api.beginTwoFactor)).secret;
  await owner.ask(api.confirmTwoFactor, { body: { code: codeAt(fresh, app.clock.now()) } });
  app.clock.pass({ days: 8 });
  await runResets(app.services);
  expect(await isAsked()).toBe(true);
});

test('an account without a second step and an unknown address get no letter', async () => {
  const plain = await signedIn(app, another(ada, ++people));
  for (const email of [plain.email, 'nobody@example.com'])
    await expect(order(email)).rejects.toThrow('No account with this address');
  expect((await app.lettersTo(plain.email)).some(({ kind }) => kind === 'two-factor-reset')).toBe(false);
});

test('a trusted browser needs no code for thirty days, even after signing out', async () => {
  const { email, password } = owner;
  const caller = app.caller();
  const signIn = () => caller.call(api.signIn, { body: { email, password } });
  app.clock.pass({ minutes: 2 });
  await signIn();
  await caller.ask(api.answerTwoFactor, { body: { code: codeAt(secret, app.clock.now()), trust: true } });
  expect((await caller.ask(api.getAccount)).twoFactor.trustedBrowsers).toBe(1);
  app.clock.pass({ days: 29 });
  expect((await signIn()).statusCode).toBe(200);
  expect(await isAsked()).toBe(true); // any other browser
  app.clock.pass({ days: 2 });
  expect((await signIn()).json()).toMatchObject({ code: 'second-step-needed' });
});

test.each([
  ['by its owner', (caller: Owner) => caller.ask(api.distrustBrowsers)],
  [
    'by a changed password',
    (caller: Owner) =>
      caller.ask(api.changePassword, { body: { currentPassword: caller.password, newPassword: caller.password } }),
  ],
])('the trust is withdrawn %s', async (_, withdrawTrust) => {
  const { email, password } = owner;
  app.clock.pass({ minutes: 2 });
  await owner.call(api.signIn, { body: { email, password } });
  await owner.ask(api.answerTwoFactor, { body: { code: codeAt(secret, app.clock.now()), trust: true } });
  await withdrawTrust(owner);
  expect(await owner.refused(api.signIn, { body: { email, password } })).toMatchObject({ code: 'second-step-needed' });
});
