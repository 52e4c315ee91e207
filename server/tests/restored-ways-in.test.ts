// A restore and the ways into accounts: what was withdrawn after the backup does not come back.
import { api } from '@remembrance/contract/api.ts';
import { twoFactorResetDays } from '@remembrance/contract/limits.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followJournal } from '../src/operations/restore/follow-journal.ts';
import { requestReset, runResets } from '../src/people/two-factor/reset-two-factor.ts';
import { codeAt } from '../src/people/two-factor/totp.ts';
import { setReported } from '../src/people/users/user-store.ts';
import { twoFactors, users } from '../src/platform/database/schema.ts';
import { backUp, lift } from '../testing/back-up.ts';
import { type Owner, otherBrowser, signedIn, signInBy } from '../testing/people.ts';
import { addPasskey, assertWith, place, type SoftPasskey } from '../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

const newPassword = 'a quiet house by the sea';
const tokenIn = ({ link }: { link: string }) => new URL(link).hash.slice(1);

async function usePasskey(passkey: SoftPasskey) {
  const caller = app.caller();
  const { challenge } = await caller.ask(api.beginPasskeySignIn);
  const answer = assertWith(passkey, { ...place, challenge }) as never;
  return caller.call(api.signInWithPasskey, { body: { answer } });
}

const signIn = (caller: Owner | ReturnType<TestApp['caller']>, email: string, password: string) =>
  caller.call(api.signIn, { body: { email, password } });

async function withSecondStep(number: number): Promise<Owner & { secret: string }> {
  const owner = await signedIn(app, another(ada, number));
  const { secret } = await owner.ask(api.beginTwoFactor);
  await owner.ask(api.confirmTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
  return { ...owner, secret };
}

describe('HOLD-12: after a restore no way in works that was withdrawn after the backup', () => {
  test('neither the earlier password, passkey nor known browser, on hold and afterwards; a new password by mail does', async () => {
    const owner = await signedIn(app, another(ada, 1));
    const thief = await otherBrowser(app, owner);
    const passkey = await addPasskey(thief as Owner);
    const restore = await backUp(app);
    await owner.ask(api.changePassword, { body: { currentPassword: owner.password, newPassword } });
    await owner.ask(api.removePasskey, { params: { id: passkey.rowId } });
    await restore();
    for (const moment of ['on hold', 'after it']) {
      if (moment === 'after it') await lift(app);
      expect((await usePasskey(passkey)).json(), moment).toMatchObject({ code: 'passkey-refused' });
      for (const password of [owner.password, newPassword])
        expect((await signIn(thief, owner.email, password)).json(), moment).toMatchObject({
          code: 'wrong-credentials',
        });
      expect((await thief.call(api.getUser)).statusCode, moment).toBe(401);
    }
    expect(await app.lettersTo(owner.email)).toContainEqual(expect.objectContaining({ kind: 'password-needed' }));
    const caller = app.caller();
    await caller.ask(api.requestPasswordReset, { body: { email: owner.email } });
    const token = tokenIn(await app.lastLetter('password-reset', owner.email));
    await caller.ask(api.resetPassword, { body: { token, newPassword } });
    expect((await signIn(caller, owner.email, newPassword)).statusCode).toBe(200);
  });

  test('an account without a withdrawal keeps its ways in, but on hold nobody signs in without the mailbox', async () => {
    const owner = await signedIn(app, another(ada, 2));
    const passkey = await addPasskey(owner);
    const restore = await backUp(app);
    await signedIn(app, another(ada, 3)); // so that the journal is ahead
    await restore();
    expect((await owner.call(api.getUser)).statusCode).toBe(401); // the session may have been ended since
    expect((await usePasskey(passkey)).json()).toMatchObject({ code: 'sign-in-code-needed' });
    expect((await signIn(owner, owner.email, owner.password)).json()).toMatchObject({ code: 'sign-in-code-needed' });
    const { code } = await app.lastLetter('sign-in-code', owner.email);
    expect((await owner.call(api.answerSignInCode, { body: { code } })).statusCode).toBe(200);
    await lift(app);
    expect((await usePasskey(passkey)).statusCode).toBe(200);
    expect((await signIn(owner, owner.email, owner.password)).statusCode).toBe(200);
    expect(await app.lettersTo(owner.email)).not.toContainEqual(expect.objectContaining({ kind: 'password-needed' }));
  });

  test('on hold a password and a code of the authenticator app do not sign in without the mailbox either', async () => {
    const { secret, ...owner } = await withSecondStep(6);
    const restore = await backUp(app);
    await signedIn(app, another(ada, 7));
    await restore();
    const browser = app.caller();
    expect((await signIn(browser, owner.email, owner.password)).json()).toMatchObject({ code: 'sign-in-code-needed' });
    app.clock.pass({ minutes: 1 });
    const byApp = { body: { code: codeAt(secret, app.clock.now()) } };
    expect((await browser.call(api.answerTwoFactor, byApp)).json()).toMatchObject({ code: 'second-step-over' });
    const { code } = await app.lastLetter('sign-in-code', owner.email);
    expect((await browser.call(api.answerSignInCode, { body: { code } })).json()).toMatchObject({
      code: 'second-step-needed',
    });
    expect((await browser.call(api.answerTwoFactor, byApp)).statusCode).toBe(200);
  });

  test('a reset of the second step that was stopped stays stopped, and one that nobody stopped goes on', async () => {
    const [stopped, other] = [await withSecondStep(8), await withSecondStep(9)];
    for (const { email } of [stopped, other])
      await app.database.transaction((tx) => requestReset(app.services, tx, email));
    const restore = await backUp(app);
    const body = { token: tokenIn(await app.lastLetter('two-factor-reset', stopped.email)) };
    await app.caller().ask(api.keepTwoFactor, { body });
    await restore();
    await lift(app);
    app.clock.pass({ days: twoFactorResetDays });
    await runResets(app.services);
    const rows = await app.database.select().from(twoFactors);
    expect(rows.map(({ userId }) => userId)).toEqual([stopped.id]);
  });

  test('an owner who signs others out on hold keeps the password when the hold is lifted', async () => {
    const owner = await signedIn(app, another(ada, 10));
    const signInNow = async () => expect((await signInBy(app, owner, owner)).statusCode).toBe(200);
    await owner.ask(api.deleteAccount);
    const restore = await backUp(app);
    await signInNow(); // undoes the deletion, so the journal has a line about the account
    await restore();
    await signInNow();
    await otherBrowser(app, owner);
    await owner.ask(api.endOtherSessions);
    await lift(app);
    await signInNow();
  });

  test('an account that moved after the backup is at its new address, and the previous one can still undo the move', async () => {
    const owner = await signedIn(app, another(ada, 4));
    const to = 'ada.moved@example.com';
    const restore = await backUp(app);
    await owner.ask(api.requestEmailChange, { body: { email: to } });
    const body = { token: tokenIn(await app.lastLetter('email-confirmation', to)) };
    await app.caller().ask(api.confirmEmailChange, { body });
    await restore();
    await lift(app);
    expect((await signInBy(app, app.caller(), owner)).json()).toMatchObject({ code: 'wrong-credentials' });
    const [restored] = await app.database.select().from(users).where(eq(users.id, owner.id));
    expect(restored).toMatchObject({ email: to, earlierEmail: owner.email, contentFrom: expect.any(Date) });
    const token = tokenIn(await app.lastLetter('owner-change', owner.email));
    expect(await app.caller().ask(api.undoOwnerChange, { body: { token, putBack: true } })).toEqual({
      isPutBack: true,
    });
    expect(await app.lettersTo(owner.email)).toContainEqual(expect.objectContaining({ kind: 'password-needed' }));
  });

  test('ABUSE-9: after a restore the emails of an owner still wait for a report that came after the backup', async () => {
    const owner = await signedIn(app, another(ada, 6));
    const restore = await backUp(app);
    const now = app.clock.now();
    await app.database.transaction((tx) => setReported(tx, owner.id, now));
    await restore();
    const [restored] = await app.database.select().from(users).where(eq(users.id, owner.id));
    expect(restored?.reportedAt).toEqual(now);
  });

  test('following the journal again changes nothing and writes no second letter', async () => {
    const owner = await signedIn(app, another(ada, 5));
    const restore = await backUp(app);
    await owner.ask(api.changePassword, { body: { currentPassword: owner.password, newPassword } });
    await restore();
    await followJournal(app.services);
    const kinds = (await app.lettersTo(owner.email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'password-needed')).toHaveLength(1);
  });
});
