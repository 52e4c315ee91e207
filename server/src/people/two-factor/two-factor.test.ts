// The second step at sign-in: codes, recovery codes, rate limits, and turning it on and off.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../testing/caller.ts';
import { type Owner, otherBrowser, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { codeAt } from './totp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = (on = app) => signedIn(on, another(ada, ++people));
const codeOf = (secret: string, on = app) => codeAt(secret, on.clock.now());

/** An owner with the second step turned on. */
async function withTwoFactor(on = app): Promise<{ owner: Owner; secret: string; recoveryCodes: string[] }> {
  const owner = await newOwner(on);
  const { secret } = await owner.ask(api.beginTwoFactor);
  const { recoveryCodes } = await owner.ask(api.confirmTwoFactor, { body: { code: codeOf(secret, on) } });
  on.clock.pass({ seconds: 60 });
  return { owner, secret, recoveryCodes };
}

/** A browser that has sent the password but not the code. */
async function withPassword({ email, password }: Owner, on = app): Promise<Caller> {
  const caller = on.caller();
  expect(await caller.refused(api.signIn, { body: { email, password } })).toMatchObject({ code: 'second-step-needed' });
  expect((await caller.call(api.getUser)).statusCode).toBe(401);
  return caller;
}

test('TFA-4: once it is on, the password starts no session without the code', async () => {
  const { owner, secret } = await withTwoFactor();
  expect((await owner.ask(api.getAccount)).twoFactor).toEqual({
    isOn: true,
    recoveryCodesLeft: 10,
    trustedBrowsers: 0,
  });
  expect(await app.lastLetter('owner-change', owner.email)).toMatchObject({ kind: 'two-factor-on' });
  const caller = await withPassword(owner);
  const { user } = await caller.ask(api.answerTwoFactor, { body: { code: ` ${codeOf(secret)} ` } });
  expect([user.id, (await caller.call(api.getUser)).statusCode]).toEqual([owner.id, 200]);
});

test('a code works once, for any number of concurrent browsers', { tags: 'long' }, async () => {
  const { owner, secret } = await withTwoFactor();
  const callers = await Promise.all([1, 2, 3, 4].map(() => withPassword(owner)));
  const body = { code: codeOf(secret) };
  const answers = await Promise.all(callers.map((caller) => caller.call(api.answerTwoFactor, { body })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403, 403]);
  expect(await (await withPassword(owner)).refused(api.answerTwoFactor, { body })).toMatchObject({
    code: 'second-step-refused',
  });
});

test('a recovery code has 125 random bits, so that nobody can guess its keyed digest', async () => {
  const { recoveryCodes } = await withTwoFactor();
  for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){4}$/);
});

test('a recovery code works once, in any notation, and no other code works', { tags: 'long' }, async () => {
  const { owner, recoveryCodes } = await withTwoFactor();
  expect(new Set(recoveryCodes).size).toBe(10);
  const [code = ''] = recoveryCodes;
  const body = { code: code.toLowerCase().replace('-', ' ') };
  await (await withPassword(owner)).ask(api.answerTwoFactor, { body });
  expect(await (await withPassword(owner)).refused(api.answerTwoFactor, { body })).toMatchObject({
    code: 'second-step-refused',
  });
  const { rows } = await app.database.execute(sql`select * from recovery_codes`);
  for (const shown of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(shown.replace('-', ''));
  const other = await withTwoFactor();
  const theirs = { code: other.recoveryCodes[0] ?? '' };
  expect(await (await withPassword(owner)).refused(api.answerTwoFactor, { body: theirs })).toMatchObject({
    code: 'second-step-refused',
  });
  const { recoveryCodes: fresh } = await owner.ask(api.renewRecoveryCodes);
  const old = { code: recoveryCodes[1] ?? '' };
  expect(await (await withPassword(owner)).refused(api.answerTwoFactor, { body: old })).toMatchObject({
    code: 'second-step-refused',
  });
  await (await withPassword(owner)).ask(api.answerTwoFactor, { body: { code: fresh[0] ?? '' } });
});

describe('the two-factor question', () => {
  test('it is valid for ten minutes, for one session, and in its own browser', async () => {
    const { owner, secret } = await withTwoFactor();
    const code = () => ({ body: { code: codeOf(secret) } });
    expect(await app.caller().refused(api.answerTwoFactor, code())).toMatchObject({ code: 'second-step-over' });
    const late = await withPassword(owner);
    app.clock.pass({ minutes: 11 });
    expect(await late.refused(api.answerTwoFactor, code())).toMatchObject({ code: 'second-step-over' });
    const caller = await withPassword(owner);
    const before = { cookie: caller.cookie() };
    await caller.ask(api.answerTwoFactor, code());
    app.clock.pass({ seconds: 60 });
    expect(await app.caller().refused(api.answerTwoFactor, { ...code(), headers: before })).toMatchObject({
      code: 'second-step-over',
    });
  });

  test('it is invalid after the password has changed', async () => {
    const { owner, secret } = await withTwoFactor();
    const caller = await withPassword(owner);
    await owner.ask(api.changePassword, {
      body: { currentPassword: owner.password, newPassword: 'a lighthouse in march' },
    });
    const refused = await caller.refused(api.answerTwoFactor, { body: { code: codeOf(secret) } });
    expect(refused).toMatchObject({ code: 'second-step-over' });
  });
});

test('TFA-8: codes can be guessed ten times in a quarter of an hour and thirty times a day, from all browsers together', async () => {
  const strict = await openTestApp({ RATE_LIMIT_FACTOR: '1' });
  try {
    const { owner, secret } = await withTwoFactor(strict);
    const guess = async (at: number) => {
      const caller = strict.caller(`198.51.100.${at}`);
      const { email, password } = owner;
      await caller.refused(api.signIn, { body: { email, password } });
      return caller.call(api.answerTwoFactor, { body: { code: '000000' } });
    };
    const counts = { refused: 0, limited: 0 };
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => guess(round * 12 + at)));
      for (const { statusCode } of answers) counts[statusCode === 403 ? 'refused' : 'limited'] += 1;
      strict.clock.pass({ minutes: 16 });
    }
    // One of the codes was used for the confirmation.
    expect(counts).toEqual({ refused: 29, limited: 19 });
    const held = await strict
      .caller('203.0.113.1')
      .call(api.answerTwoFactor, { body: { code: codeOf(secret, strict) } });
    expect(held.json()).toMatchObject({ code: 'second-step-over' });
  } finally {
    await strict.close();
  }
});

test('while strangers use up the tries, the owner’s own browser and a recovery code still work', {
  tags: 'long',
}, async () => {
  const strict = await openTestApp({ RATE_LIMIT_FACTOR: '1' });
  try {
    const { owner, secret, recoveryCodes } = await withTwoFactor(strict);
    const { email, password } = owner;
    const asking = async (caller: Caller) => {
      await caller.refused(api.signIn, { body: { email, password } });
      return caller;
    };
    const guesses = Array.from({ length: 12 }, async (_, at) =>
      (await asking(strict.caller(`198.51.100.${at}`))).call(api.answerTwoFactor, { body: { code: '000000' } }),
    );
    expect((await Promise.all(guesses)).some(({ statusCode }) => statusCode === 429)).toBe(true);
    const code = codeOf(secret, strict);
    const fresh = await asking(strict.caller('203.0.113.1'));
    expect((await fresh.call(api.answerTwoFactor, { body: { code } })).statusCode).toBe(429);
    expect((await (await asking(owner)).call(api.answerTwoFactor, { body: { code } })).statusCode).toBe(200);
    const [recoveryCode = ''] = recoveryCodes;
    const again = await asking(strict.caller('203.0.113.2'));
    expect((await again.call(api.answerTwoFactor, { body: { code: recoveryCode } })).statusCode).toBe(200);
  } finally {
    await strict.close();
  }
});

describe('turning it on and off', () => {
  test('it requires a correct code before sign-in requires one', async () => {
    const owner = await newOwner();
    expect(await owner.refused(api.confirmTwoFactor, { body: { code: '123456' } })).toMatchObject({
      code: 'two-factor-off',
    });
    const { secret: first } = await owner.ask(api.beginTwoFactor);
    const { secret } = await owner.ask(api.beginTwoFactor);
    await otherBrowser(app, owner);
    const confirm = (code: string) => owner.call(api.confirmTwoFactor, { body: { code } });
    expect((await confirm(codeOf(first))).json()).toMatchObject({ code: 'second-step-refused' });
    expect((await confirm(codeOf(secret))).statusCode).toBe(200);
    expect(await owner.refused(api.beginTwoFactor)).toMatchObject({ code: 'two-factor-on' });
    await owner.ask(api.endTwoFactor);
    expect(await owner.refused(api.endTwoFactor)).toMatchObject({ code: 'two-factor-off' });
    await otherBrowser(app, owner);
    expect((await owner.ask(api.getAccount)).twoFactor).toEqual({
      isOn: false,
      recoveryCodesLeft: 0,
      trustedBrowsers: 0,
    });
  });

  test('it stores the secret encrypted', async () => {
    const { secret } = await withTwoFactor();
    const { rows } = await app.database.execute(sql`select * from two_factors`);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});
