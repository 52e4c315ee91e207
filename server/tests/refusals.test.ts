// Rare refusals of sign-in and account calls: each is tested over HTTP, and the refused call changes nothing.

import { api } from '@remembrance/contract/api.ts';
import { passkeysPerOwner } from '@remembrance/contract/limits.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { ada, another, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '../src/people/two-factor/totp.ts';
import { accountLinks, passkeys } from '../src/platform/database/schema.ts';
import { fillHashing } from '../testing/busy-hashing.ts';
import { expectRefused, prepared } from '../testing/expect-refused.ts';
import { type Owner, signedIn } from '../testing/people.ts';
import { runCommand } from '../testing/run-admin-command.ts';
import { assertWith, makePasskey } from '../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newPerson = () => another(ada, ++people);
const newOwner = () => signedIn(app, newPerson());
const suspend = (email: string) =>
  runCommand(app.services, 'suspend', { subject: email, reason: 'asked for in writing' });
const tokenIn = (link: string) => new URL(link).hash.slice(1);

type Call = ReturnType<typeof prepared>;
const refusedWith = (code: RefusalCode, call: Call, besides?: string[]) =>
  expectRefused(app.database, code, call, besides);

/** A person whose address is not confirmed. */
async function signedUp() {
  const { firstName: name, lastName, email, password } = newPerson();
  const consent = { termsAccepted: true, isAdult: true } as const;
  await app.caller().ask(api.signUp, { body: { name, lastName, email, password, ...consent } });
  return { email, password };
}
/** The token in the letter that confirms an address. */
const confirmToken = async (email: string) => tokenIn((await app.lastLetter('email-verification', email)).link);

const newPassword = 'a lantern by the river';
const busyCalls: Record<string, () => Promise<Call>> = {
  'POST /api/auth/sign-up/email': async () => {
    const { firstName: name, lastName, email, password } = newPerson();
    return prepared(app.caller(), api.signUp, {
      body: { name, lastName, email, password, termsAccepted: true, isAdult: true },
    });
  },
  'POST /api/auth/sign-in/email': async () => {
    const owner = await newOwner();
    return prepared(owner, api.signIn, { body: { email: owner.email, password: owner.password } });
  },
  'POST /api/auth/verify-email': async () => {
    const { email, password } = await signedUp();
    return prepared(app.caller(), api.confirmEmail, { body: { token: await confirmToken(email), password } });
  },
  'POST /api/auth/reset-password': async () => {
    const { email } = await newOwner();
    await app.caller().ask(api.requestPasswordReset, { body: { email } });
    const token = tokenIn((await app.lastLetter('password-reset', email)).link);
    return prepared(app.caller(), api.resetPassword, { body: { token, newPassword } });
  },
  'POST /api/account/password': async () => {
    const owner = await newOwner();
    return prepared(owner, api.changePassword, { body: { currentPassword: owner.password, newPassword } });
  },
  'POST /api/account/proof/password': async () => {
    const owner = await newOwner();
    return prepared(owner, api.proveByPassword, { body: { password: owner.password } });
  },
  'POST /api/vaults': async () => prepared(await newOwner(), api.createVault, { body: vaultForm() }),
};

test.each(Object.entries(busyCalls))(
  'while too many passwords are hashed, %s is refused with the time to try again',
  async (_, prepare) => {
    const call = await prepare();
    const letThrough = fillHashing(app.services.slowHash);
    try {
      await refusedWith('busy', call);
      expect((await call()).headers['retry-after']).toBe('5');
    } finally {
      await letThrough();
    }
    expect((await call()).statusCode).toBeLessThan(300);
  },
);

const place = { origin: 'http://localhost:3000', rpId: 'localhost' };
const begin = async (owner: Owner) => (await owner.ask(api.beginPasskey)).challenge;
const passkeyFor = (challenge: string) => {
  const { passkey, answer } = makePasskey({ ...place, challenge });
  return { passkey, body: { name: 'Phone', answer: answer as never } };
};
async function addPasskey(owner: Owner) {
  const { passkey, body } = passkeyFor(await begin(owner));
  await owner.ask(api.addPasskey, { body });
  return passkey;
}
async function signInWith(passkey: Awaited<ReturnType<typeof addPasskey>>): Promise<Call> {
  const { challenge } = await app.caller().ask(api.beginPasskeySignIn);
  const answer = assertWith(passkey, { ...place, challenge }) as never;
  return prepared(app.caller(), api.signInWithPasskey, { body: { answer } });
}

test('a suspended person cannot sign in with a passkey', async () => {
  const owner = await newOwner();
  const passkey = await addPasskey(owner);
  await suspend(owner.email);
  await refusedWith('account-suspended', await signInWith(passkey));
});

test('a suspended person cannot sign in by confirming their address', async () => {
  const { email, password } = await signedUp();
  await suspend(email);
  await app.caller().ask(api.resendVerification, { body: { email } });
  const body = { token: await confirmToken(email), password };
  await refusedWith('account-suspended', prepared(app.caller(), api.confirmEmail, { body }));
});

test('a passkey does not sign in to an account that can no longer be restored but is not purged yet', async () => {
  const owner = await newOwner();
  const passkey = await addPasskey(owner);
  await owner.ask(api.deleteAccount);
  app.clock.pass({ days: 30 });
  await refusedWith('passkey-refused', await signInWith(passkey));
});

/** The second step is on, and the code that turned it on has expired. */
async function withTwoFactor() {
  const owner = await newOwner();
  const { secret } = await owner.ask(api.beginTwoFactor);
  const code = codeAt(secret, app.clock.now());
  await owner.ask(api.confirmTwoFactor, { body: { code } });
  app.clock.pass({ minutes: 1 });
  return { owner, secret };
}

test('the code does not sign in to an account that became unrestorable during the sign-in', async () => {
  const { owner, secret } = await withTwoFactor();
  await owner.ask(api.deleteAccount);
  app.clock.pass({ days: 29, hours: 23, minutes: 55 });
  const { email, password } = owner;
  const caller = app.caller();
  expect(await caller.refused(api.signIn, { body: { email, password } })).toMatchObject({ code: 'second-step-needed' });
  app.clock.pass({ minutes: 6 });
  const body = { code: codeAt(secret, app.clock.now()) };
  await refusedWith('second-step-over', prepared(caller, api.answerTwoFactor, { body }));
});

test('a suspension ends a sign-in that waits for its code', async () => {
  const { owner, secret } = await withTwoFactor();
  const { email, password } = owner;
  const caller = app.caller();
  await caller.refused(api.signIn, { body: { email, password } });
  await suspend(email);
  const body = { code: codeAt(secret, app.clock.now()) };
  await refusedWith('second-step-over', prepared(caller, api.answerTwoFactor, { body }));
});

test('a second step that is on cannot be turned on again', async () => {
  const { owner, secret } = await withTwoFactor();
  const body = { code: codeAt(secret, app.clock.now()) };
  await refusedWith('two-factor-on', prepared(owner, api.confirmTwoFactor, { body }));
});

test('without an OpenID provider its callback does not exist', async () => {
  await refusedWith('not-found', prepared(app.caller(), api.loginCallback));
});

test('an account with twenty passkeys gets no more, even with concurrent requests', async () => {
  const owner = await newOwner();
  for (let count = 1; count < passkeysPerOwner; count += 1) await addPasskey(owner);
  const last = passkeyFor(await begin(owner));
  const locked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const holding = app.database.transaction(async (tx) => {
    await tx.execute(sql`lock table ${passkeys} in exclusive mode`); // it can still be read
    locked.resolve();
    await letGo.promise;
  });
  await locked.promise;
  const adding = owner.call(api.addPasskey, { body: last.body });
  // The last passkey's challenge is used up, but its row is not written yet.
  await until(async () => {
    const links = await app.database.select().from(accountLinks);
    return links.filter(({ accountId, purpose }) => accountId === owner.id && purpose === 'new-passkey');
  }).toEqual([]);
  const oneMore = passkeyFor(await begin(owner));
  letGo.resolve();
  await holding;
  expect((await adding).statusCode).toBeLessThan(300);
  // Every answer uses up a challenge.
  await refusedWith('too-many-passkeys', prepared(owner, api.addPasskey, { body: oneMore.body }), ['account_links']);
  await refusedWith('too-many-passkeys', prepared(owner, api.beginPasskey));
  expect(await owner.ask(api.listPasskeys)).toHaveLength(passkeysPerOwner);
});
