// Signing in by password in a browser that is new to the account: the code from the mailbox, who is asked for it, and what a
// stranger who knows the password can do with it.
import { api } from '@remembrance/contract/api.ts';
import { mailedCode as limits } from '@remembrance/contract/limits.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../../testing/caller.ts';
import { type Owner, otherBrowser, signedIn, signInBy } from '../../../testing/people.ts';
import { addPasskey, assertWith, place } from '../../../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { accountLinks, letters } from '../../platform/database/schema.ts';
import { suspendOwner } from '../sessions/suspend-owner.ts';
import { codeAt } from '../two-factor/totp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const credentials = ({ email, password }: Pick<Owner, 'email' | 'password'>) => ({ body: { email, password } });
const kindsTo = async (email: string) => (await app.lettersTo(email)).map(({ kind }) => kind);
const codesTo = async (email: string) => (await kindsTo(email)).filter((kind) => kind === 'sign-in-code').length;
const codeTo = async (email: string) => (await app.lastLetter('sign-in-code', email)).code;
const answer = (caller: Caller, code: string) => caller.call(api.answerSignInCode, { body: { code } });
const codeOf = async (answered: ReturnType<typeof answer>) => (await answered).json().code;
const resend = (caller: Caller) => caller.ask(api.resendSignInCode);
const isSignedIn = async (caller: Caller) => (await caller.call(api.getUser)).statusCode === 200;
const wrong = 'AAAA-AAAA';
/** The codes of the last letter, by the network of the browser that each is for. */
async function codesByNetwork(email: string): Promise<Record<string, string>> {
  const { others, ...own } = await app.lastLetter('sign-in-code', email);
  return Object.fromEntries([own, ...others].map(({ network, code }) => [network, code]));
}
/** Browsers of a stranger that use up the letters which are sent at once. */
async function useUpQuickLetters(owner: Owner): Promise<void> {
  for (let at = 1; at <= limits.quickLettersPerHour; at += 1) await withPassword(owner, app.caller(`198.51.100.${at}`));
}

/** A browser that has given the password but not the code. */
async function withPassword(owner: Owner, caller = app.caller()): Promise<Caller> {
  expect(await caller.refused(api.signIn, credentials(owner))).toMatchObject({ code: 'sign-in-code-needed' });
  return caller;
}

describe('SIGN-1: in an unknown browser the password starts no session; the code from the mailbox does', () => {
  test('the browser is known from then on', async () => {
    const owner = await newOwner();
    const caller = await withPassword(owner);
    expect(await isSignedIn(caller)).toBe(false);
    const code = await codeTo(owner.email);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await answer(caller, ` ${code.toLowerCase().replace('-', ' ')} `)).json().user.email).toBe(owner.email);
    expect(await isSignedIn(caller)).toBe(true);
    expect((await caller.call(api.signIn, credentials(owner))).statusCode).toBe(200);
    expect(await codesTo(owner.email)).toBe(1);
  });

  test('a browser known to another account is unknown to this one', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    await withPassword(owner, other);
  });

  test('a wrong password and an unknown address get the usual answer, and no letter', async () => {
    const owner = await newOwner();
    for (const email of [owner.email, 'nobody@example.com']) {
      const refused = await app.caller().refused(api.signIn, { body: { email, password: 'not the password' } });
      expect(refused.code).toBe('wrong-credentials');
      expect(await codesTo(email)).toBe(0);
    }
  });

  test('the password undoes no deletion before the code is entered', async () => {
    const owner = await newOwner();
    await owner.ask(api.deleteAccount);
    const caller = await withPassword(owner);
    expect(await kindsTo(owner.email)).not.toContain('account-kept');
    expect((await answer(caller, await codeTo(owner.email))).statusCode).toBe(200);
    expect(await kindsTo(owner.email)).toContain('account-kept');
  });
});

describe('nobody needs the mailbox code after proving more than the password', () => {
  test('a passkey signs in without the mailbox code', async () => {
    const owner = await newOwner();
    const passkey = await addPasskey(owner);
    const caller = app.caller();
    const { challenge } = await caller.ask(api.beginPasskeySignIn);
    const signed = assertWith(passkey, { ...place, challenge }) as never;
    await caller.ask(api.signInWithPasskey, { body: { answer: signed } });
    expect((await caller.call(api.signIn, credentials(owner))).statusCode).toBe(200);
  });

  test('a new password set by the mailed link needs no mailbox code', async () => {
    const { email } = await newOwner();
    const caller = app.caller();
    await caller.ask(api.requestPasswordReset, { body: { email } });
    const token = new URL((await app.lastLetter('password-reset', email)).link).hash.slice(1);
    const password = 'a quiet house by the sea';
    await caller.ask(api.resetPassword, { body: { token, newPassword: password } });
    await caller.ask(api.signIn, { body: { email, password } });
    await withPassword({ ...(await newOwner()), email, password });
  });

  test("an account with a second step needs the app's code, and none is mailed", async () => {
    const owner = await newOwner();
    const { secret } = await owner.ask(api.beginTwoFactor);
    await owner.ask(api.confirmTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
    const caller = app.caller();
    expect(await caller.refused(api.signIn, credentials(owner))).toMatchObject({ code: 'second-step-needed' });
    expect(await caller.refused(api.resendSignInCode)).toMatchObject({ code: 'second-step-over' });
    expect(await codeOf(answer(caller, wrong))).toBe('second-step-over');
    expect(await codesTo(owner.email)).toBe(0);
  });

  test('turning the second step on ends a sign-in that waits for the mailbox code', async () => {
    const owner = await newOwner();
    const caller = await withPassword(owner);
    const code = await codeTo(owner.email);
    const { secret } = await owner.ask(api.beginTwoFactor);
    await owner.ask(api.confirmTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
    expect(await codeOf(answer(caller, code))).toBe('second-step-over');
    expect(await isSignedIn(caller)).toBe(false);
  });
});

describe('SIGN-3: the code cannot be guessed', () => {
  test('a browser has five tries, counted before they are compared, even concurrently', async () => {
    const owner = await newOwner();
    const caller = await withPassword(owner);
    const tries = await Promise.all(Array.from({ length: 12 }, () => codeOf(answer(caller, wrong))));
    // The last try is refused with the next step.
    expect(tries.filter((code) => code === 'sign-in-code-refused')).toHaveLength(limits.tries - 1);
    expect(tries.filter((code) => code === 'sign-in-code-over')).toHaveLength(12 - limits.tries + 1);
    const code = await codeTo(owner.email);
    expect(await codeOf(answer(caller, code))).toBe('sign-in-code-over');
    // The same code again gives no more tries, and is not reported as working; another code gives five.
    expect(await caller.refused(api.resendSignInCode)).toMatchObject({ code: 'next-code-waits' });
    expect(await codeOf(answer(caller, code))).toBe('sign-in-code-over');
    expect(await codesTo(owner.email)).toBe(1);
    app.clock.pass({ minutes: limits.resendMinutes });
    expect(await resend(caller)).toMatchObject({ state: 'sent' });
    expect(await codeOf(answer(caller, code))).toBe('sign-in-code-refused');
    expect((await answer(caller, await codeTo(owner.email))).statusCode).toBe(200);
  });

  test('the code works for ten minutes and once, and every waiting sign-in ends with it', async () => {
    const owner = await newOwner();
    const browsers: [Caller, string][] = [];
    for (let at = 0; at < 3; at += 1) browsers.push([await withPassword(owner), await codeTo(owner.email)]);
    expect(new Set(browsers.map(([, code]) => code)).size).toBe(3);
    app.clock.pass({ minutes: limits.minutes, seconds: -1 });
    const outcomes = await Promise.all(browsers.slice(0, 2).map(([caller, code]) => answer(caller, code)));
    expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    const [late, lateCode] = browsers[2] as [Caller, string];
    expect(await codeOf(answer(late, lateCode))).toBe('second-step-over');
    const again = await withPassword(owner);
    app.clock.pass({ minutes: 2 * limits.minutes });
    expect(await codeOf(answer(again, await codeTo(owner.email)))).toBe('second-step-over');
    expect(await again.refused(api.resendSignInCode)).toMatchObject({ code: 'second-step-over' });
  });

  test('a right code whose sign-in ends during the call is not called wrong', async () => {
    const owner = await newOwner();
    const browser = await withPassword(owner);
    const code = await codeTo(owner.email);
    const other = await withPassword(owner);
    const otherCode = await codeTo(owner.email);
    const compare = vi.spyOn(app.database, '$count').mockImplementationOnce((async () => {
      expect((await answer(other, otherCode)).statusCode).toBe(200);
      return 0; // the completed sign-in has deleted every code
    }) as never);
    expect(await codeOf(answer(browser, code))).toBe('second-step-over');
    expect(compare).toHaveBeenCalled();
    compare.mockRestore();
  });

  test('a code that has expired is replaced in a sign-in that still waits', async () => {
    const owner = await newOwner();
    const caller = await withPassword(owner);
    app.clock.pass({ minutes: limits.resendMinutes });
    expect(await resend(caller)).toMatchObject({ state: 'sent' });
    app.clock.pass({ minutes: 1 });
    expect(await resend(caller)).toMatchObject({ state: 'still-works' });
    const code = await codeTo(owner.email);
    app.clock.pass({ minutes: limits.minutes - 1 });
    expect(await codeOf(answer(caller, code))).toBe('sign-in-code-over');
    expect(await resend(caller)).toMatchObject({ state: 'sent' });
    expect((await answer(caller, await codeTo(owner.email))).statusCode).toBe(200);
  });

  test('SIGN-4: a code that was mailed for one browser does not sign another one in', async () => {
    const owner = await newOwner();
    const stranger = await withPassword(owner, app.caller('198.51.100.7'));
    const strangersCode = await codeTo(owner.email);
    const own = await withPassword(owner, app.caller('203.0.113.8'));
    const ownCode = await codeTo(owner.email);
    expect(await codeOf(answer(stranger, ownCode))).toBe('sign-in-code-refused');
    expect(await codeOf(answer(own, strangersCode))).toBe('sign-in-code-refused');
    expect((await answer(own, ownCode)).statusCode).toBe(200);
    expect(await codesTo(owner.email)).toBe(2); // each letter names the browser its code is for
  });

  test('the code works only in a browser that gave the password, and for its own account', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    await withPassword(owner);
    const elsewhere = await withPassword(other);
    expect(await codeOf(answer(app.caller(), await codeTo(owner.email)))).toBe('second-step-over');
    expect(await codeOf(answer(elsewhere, await codeTo(owner.email)))).toBe('sign-in-code-refused');
  });

  test('a copy of the database does not contain it', async () => {
    const owner = await newOwner();
    await withPassword(owner);
    const typed = (await codeTo(owner.email)).replace('-', '');
    const [row] = await app.database.select().from(accountLinks).where(eq(accountLinks.accountId, owner.id));
    const digest = app.services.keyring.digest('sign-in-code', `${owner.id} ${typed}`);
    expect(row).toMatchObject({ codeDigest: digest, codeTries: 0 });
    expect(JSON.stringify(row)).not.toContain(typed);
    expect(JSON.stringify(await app.database.select().from(letters).where(eq(letters.userId, owner.id)))).not.toContain(
      typed,
    );
  });
});

describe('a stranger who knows the password fills no mailbox and shuts no owner out', () => {
  test("at most eight letters an hour are sent, and the next one lets the owner's browser in", {
    tags: 'long',
  }, async () => {
    const owner = await newOwner();
    const inAnHour = [];
    for (let minute = 0; minute < 60; minute += 1) {
      await withPassword(owner, app.caller(`198.51.100.${minute}`));
      app.clock.pass({ minutes: 1 });
      inAnHour.push(await codesTo(owner.email));
      expect(await codeTo(owner.email)).not.toBe('');
    }
    expect(inAnHour.at(-1)).toBeLessThanOrEqual(8);
    const own = app.caller('203.0.113.9');
    const { retryAt } = await own.refused(api.signIn, credentials(owner));
    expect(await resend(own)).toEqual({ state: 'waits', resendAt: retryAt });
    app.clock.pass({ minutes: limits.minutes });
    await withPassword(owner, app.caller('198.51.100.99')); // somebody else takes the letter
    const codes = await codesByNetwork(owner.email);
    expect((await answer(own, codes['203.0.113.9'] ?? '')).statusCode).toBe(200);
  });

  test('SIGN-4: a browser for which no letter may be sent yet waits, and its code is in the next letter', async () => {
    const owner = await newOwner();
    await useUpQuickLetters(owner);
    const own = app.caller('203.0.113.5');
    const refused = await own.refused(api.signIn, credentials(owner));
    expect(refused).toMatchObject({ code: 'sign-in-code-needed', retryAt: expect.any(String) });
    expect(await codesTo(owner.email)).toBe(limits.quickLettersPerHour);
    expect(await codeOf(answer(own, await codeTo(owner.email)))).toBe('sign-in-code-over');
    app.clock.pass({ minutes: limits.minutes });
    expect(await resend(own)).toMatchObject({ state: 'sent' });
    const codes = await codesByNetwork(owner.email);
    expect((await answer(own, codes['203.0.113.5'] ?? '')).statusCode).toBe(200);
  });

  test('wrong codes in any number of browsers do not lock the owner out', { tags: 'long' }, async () => {
    const owner = await newOwner();
    for (let at = 0; at < 10; at += 1) {
      const stranger = app.caller(`198.51.100.${at}`);
      await stranger.refused(api.signIn, credentials(owner));
      for (let left = limits.tries; left > 0; left -= 1) await answer(stranger, wrong);
    }
    const own = app.caller('203.0.113.6');
    await own.refused(api.signIn, credentials(owner));
    app.clock.pass({ minutes: limits.minutes });
    await resend(own);
    expect((await answer(own, (await codesByNetwork(owner.email))['203.0.113.6'] ?? '')).statusCode).toBe(200);
  });

  test.each<[string, (owner: Owner) => Promise<unknown>]>([
    [
      'a changed password',
      ({ password, ask }) =>
        ask(api.changePassword, { body: { currentPassword: password, newPassword: 'a lighthouse in march' } }),
    ],
    ['a suspension', ({ email }) => app.database.transaction((tx) => suspendOwner(app.services, tx, email))],
    ['the deletion of the account', ({ ask }) => ask(api.deleteAccount)],
  ])('%s ends every waiting sign-in', async (_, act) => {
    const owner = await newOwner();
    const stranger = await withPassword(owner);
    const code = await codeTo(owner.email);
    await act(owner);
    expect(await codeOf(answer(stranger, code))).toBe('second-step-over');
  });
});

describe('the letter', () => {
  const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile/15E148 Safari/604.1' };

  test('it names the browser and where the request came from, and none is sent once the browser is known', async () => {
    const owner = await newOwner();
    const caller = app.caller('203.0.113.77');
    expect((await signInBy(app, caller, owner, phone)).statusCode).toBe(200);
    expect(await app.lastLetter('sign-in-code', owner.email)).toMatchObject({
      device: 'Safari on iPhone',
      network: '203.0.113.77',
      at: app.clock.now().toISOString(),
      resetLink: 'http://localhost:3000/forgotten-password',
    });
    expect(await kindsTo(owner.email)).not.toContain('new-device');
  });

  test('it goes only to the current address; while a move can be undone, the previous address learns of the new browser', async () => {
    const owner = await newOwner();
    const to = `ada.moved-${people}@example.com`;
    await owner.ask(api.requestEmailChange, { body: { email: to } });
    const token = new URL((await app.lastLetter('email-confirmation', to)).link).hash.slice(1);
    await owner.ask(api.confirmEmailChange, { body: { token } });
    await otherBrowser(app, { ...owner, email: to });
    expect(await codesTo(to)).toBe(1);
    expect(await codesTo(owner.email)).toBe(0);
    expect((await kindsTo(owner.email)).filter((kind) => kind === 'new-device')).toHaveLength(1);
    app.clock.pass({ days: 7 });
    await otherBrowser(app, { ...owner, email: to });
    expect((await kindsTo(owner.email)).filter((kind) => kind === 'new-device')).toHaveLength(1);
  });
});
