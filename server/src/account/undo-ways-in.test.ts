// Changes of how an owner signs in: for seven days the link in the letter undoes them.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../testing/caller.ts';
import { confirmedElsewhere, type Owner, otherBrowser, signedIn, signInAgain, signInBy } from '../../testing/people.ts';
import { addPasskey, assertWith, makePasskey, place, type SoftPasskey } from '../../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { waitForLocks } from '../../testing/wait-for-locks.ts';
import { forgetChanges } from '../people/owner-changes/owner-change-store.ts';
import { endPendingLinks } from '../people/sessions/account-links.ts';
import { codeAt } from '../people/two-factor/totp.ts';
import { insertUnconfirmed } from '../people/two-factor/two-factor-store.ts';
import { lockUser } from '../people/users/user-store.ts';
import { accountLinks, ownerChanges } from '../platform/database/schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const newPassword = 'a quiet house by the sea';
const tokenIn = ({ link }: { link: string }) => new URL(link).hash.slice(1);

/** Makes a change, and returns the token of the letter about it. */
async function tokenOf(owner: Owner, change: () => Promise<unknown>): Promise<string> {
  app.clock.pass({ seconds: 60 }); // so that an app shows another code, and the changes have an order
  await change();
  return tokenIn(await app.lastLetter('owner-change', owner.email));
}
const undo = (token: string, caller: Caller = app.caller()) =>
  caller.call(api.undoOwnerChange, { body: { token, putBack: true } });
async function expectUndone(token: string): Promise<void> {
  expect((await undo(token)).json()).toEqual({ isPutBack: true });
}
const codeOf = (secret: string) => ({ body: { code: codeAt(secret, app.clock.now()) } });

async function turnOn(caller: Caller): Promise<{ secret: string; recoveryCodes: string[] }> {
  app.clock.pass({ seconds: 60 });
  const { secret } = await caller.ask(api.beginTwoFactor);
  return { secret, ...(await caller.ask(api.confirmTwoFactor, codeOf(secret))) };
}
/** A browser in which the owner's password was accepted, and a code of the second step is needed. */
async function asked({ email }: Owner, password = ada.password): Promise<Caller> {
  const caller = app.caller();
  const refused = await caller.refused(api.signIn, { body: { email, password } });
  expect(refused.code).toBe('second-step-needed');
  return caller;
}
async function statusOfCode(owner: Owner, code: string): Promise<number> {
  return (await (await asked(owner)).call(api.answerTwoFactor, { body: { code } })).statusCode;
}
async function statusOfPasskey(passkey: SoftPasskey): Promise<number> {
  const { challenge } = await app.caller().ask(api.beginPasskeySignIn);
  const answer = assertWith(passkey, { ...place, challenge }) as never;
  return (await app.caller().call(api.signInWithPasskey, { body: { answer } })).statusCode;
}
/** The first of the renewed codes, and the links of both letters. */
async function renewAndTurnOff(owner: Owner) {
  let code = '';
  const renewed = await tokenOf(owner, async () => {
    code = (await owner.ask(api.renewRecoveryCodes)).recoveryCodes[0] ?? '';
  });
  const off = await tokenOf(owner, () => owner.ask(api.endTwoFactor));
  return { code, renewed, off };
}
/** Makes what a change stores look as if a secret had sealed it that has no copy left. */
async function loseSecretOf(owner: Owner, kind: string): Promise<void> {
  const isOfOwner = and(eq(ownerChanges.userId, owner.id), eq(ownerChanges.kind, kind));
  await app.database.update(ownerChanges).set({ sealedEarlier: '0123abcd.eyJ' }).where(isOfOwner);
}
const isOn = async (owner: Owner) => (await owner.ask(api.getAccount)).twoFactor.isOn;

async function chooseNewPassword({ email }: Owner): Promise<void> {
  await app.caller().ask(api.requestPasswordReset, { body: { email } });
  const { link } = await app.lastLetter('password-reset', email);
  await app.caller().ask(api.resetPassword, { body: { token: tokenIn({ link }), newPassword, passkeys: 'remove' } });
}

describe('CHANGE-15: the link in the letter', () => {
  test('removes an added passkey, and signs out the browser that used it', async () => {
    const owner = await newOwner();
    const own = await addPasskey(owner);
    const stranger = await otherBrowser(app, owner);
    let passkey = own;
    const token = await tokenOf(owner, async () => {
      passkey = await addPasskey(stranger);
    });
    expect(await app.caller().ask(api.showOwnerChange, { body: { token } })).toMatchObject({
      kind: 'passkey-added',
      earlier: null,
      canPutBack: true,
    });
    expect(await statusOfPasskey(passkey)).toBe(200);
    await expectUndone(token);
    expect((await stranger.call(api.getUser)).statusCode).toBe(401);
    expect([await statusOfPasskey(passkey), await statusOfPasskey(own)]).toEqual([403, 200]);
    expect((await undo(token)).json()).toMatchObject({ code: 'change-undone' });
  });

  test('removes only the passkey it is about', async () => {
    const owner = await newOwner();
    const first = await tokenOf(owner, () => addPasskey(owner));
    const second = await tokenOf(owner, () => addPasskey(owner));
    await expectUndone(first);
    await signInAgain(owner, app);
    expect(await owner.ask(api.listPasskeys)).toHaveLength(1);
    await expectUndone(second);
    await signInAgain(owner, app);
    expect(await owner.ask(api.listPasskeys)).toEqual([]);
  });

  test('turns the second step off that a stranger turned on', async () => {
    const owner = await newOwner();
    const token = await tokenOf(owner, () => turnOn(owner));
    await expectUndone(token);
    await signInAgain(owner, app); // with only the password, in a known browser
    expect((await owner.ask(api.getAccount)).twoFactor).toEqual({
      isOn: false,
      recoveryCodesLeft: 0,
      trustedBrowsers: 0,
    });
  });

  test('turns the second step on again, with its app and its recovery codes, in no trusted browser', async () => {
    const owner = await newOwner();
    const { secret, recoveryCodes } = await turnOn(owner);
    const token = await tokenOf(owner, () => owner.ask(api.endTwoFactor));
    await expectUndone(token);
    expect(await statusOfCode(owner, recoveryCodes[0] ?? '')).toBe(200);
    expect(await statusOfCode(owner, recoveryCodes[0] ?? '')).toBe(403);
    const { body } = codeOf(secret);
    expect(await statusOfCode(owner, body.code)).toBe(200);
    expect(await statusOfCode(owner, body.code)).toBe(403);
  });

  test('stops renewed recovery codes and all later ones, because the link of a later renewal ends with it', async () => {
    const owner = await newOwner();
    const { recoveryCodes: lost } = await turnOn(owner);
    let made: string[] = [];
    const renew = async () => {
      made = (await owner.ask(api.renewRecoveryCodes)).recoveryCodes;
    };
    const token = await tokenOf(owner, renew);
    await expectUndone(token);
    for (const code of [lost[0], made[0]]) expect(await statusOfCode(owner, code ?? '')).toBe(403);

    const again = await newOwner();
    await turnOn(again);
    const first = await tokenOf(again, () => again.ask(api.renewRecoveryCodes));
    app.clock.pass({ seconds: 60 });
    let latest: string[] = [];
    const second = await tokenOf(again, async () => {
      latest = (await again.ask(api.renewRecoveryCodes)).recoveryCodes;
    });
    await expectUndone(first);
    expect(await statusOfCode(again, latest[0] ?? '')).toBe(403);
    expect((await undo(second)).json()).toMatchObject({ code: 'change-undone' });
  });

  test('stops renewed recovery codes for good, even if the second step was turned off since and is turned on again', async () => {
    const owner = await newOwner();
    const { secret } = await turnOn(owner);
    const { code, renewed, off } = await renewAndTurnOff(owner);
    await expectUndone(renewed);
    await expectUndone(off);
    expect(await statusOfCode(owner, code)).toBe(403);
    expect(await statusOfCode(owner, codeOf(secret).body.code)).toBe(200);
  });

  test('stops renewed recovery codes even if a later change cannot be opened, because its secret was lost', async () => {
    const owner = await newOwner();
    const { secret } = await turnOn(owner);
    const { code, renewed, off } = await renewAndTurnOff(owner);
    await loseSecretOf(owner, 'two-factor-off');
    await turnOn(owner);
    await expectUndone(renewed);
    expect(await statusOfCode(owner, code)).toBe(403);
    expect((await undo(off)).json()).toMatchObject({ code: 'change-link-expired' });
    expect(await statusOfCode(owner, codeOf(secret).body.code)).toBe(403);
  });

  test('turns the second step on again while somebody else begins to turn on another', async () => {
    const owner = await newOwner();
    const { recoveryCodes } = await turnOn(owner);
    const token = await tokenOf(owner, () => owner.ask(api.endTwoFactor));
    let undone: ReturnType<typeof undo> | undefined;
    await app.database.transaction(async (tx) => {
      await insertUnconfirmed(tx, owner.id, 'eyJ', app.clock.now());
      undone = undo(token);
      await waitForLocks(app.database, 1);
    });
    expect((await undone)?.json()).toEqual({ isPutBack: true });
    expect(await statusOfCode(owner, recoveryCodes[0] ?? '')).toBe(200);
  });
});

test('signing everyone else out waits for a sign-in that is under way, instead of blocking it', async () => {
  const owner = await newOwner();
  const token = await tokenOf(owner, () => addPasskey(owner));
  await app.caller().ask(api.requestPasswordReset, { body: { email: owner.email } });
  const countLinks = () => app.database.$count(accountLinks, eq(accountLinks.accountId, owner.id));
  let undone: ReturnType<typeof undo> | undefined;
  await app.database.transaction(async (tx) => {
    await lockUser(tx, owner.id);
    undone = undo(token);
    await waitForLocks(app.database, 1);
    expect(await countLinks()).toBe(1);
  });
  expect((await undone)?.statusCode).toBe(200);
  expect(await countLinks()).toBe(0);
});

test('a passkey that is being added waits for an undo that is under way, instead of blocking it, and is then refused', async () => {
  const owner = await newOwner();
  const { challenge } = await owner.ask(api.beginPasskey);
  const { answer } = makePasskey({ ...place, challenge });
  let added: ReturnType<Caller['refused']> | undefined;
  await app.database.transaction(async (tx) => {
    await lockUser(tx, owner.id);
    added = owner.refused(api.addPasskey, { body: { name: 'Phone', answer: answer as never } });
    await waitForLocks(app.database, 1);
    expect(await app.database.$count(accountLinks, eq(accountLinks.accountId, owner.id))).toBe(1);
    await endPendingLinks(tx, owner.id);
  });
  expect(await added).toMatchObject({ code: 'passkey-refused' });
});

describe('a second step that was turned off and on several times', () => {
  test('is as it was before the first change, and the later letters change nothing more', async () => {
    const owner = await newOwner();
    const own = await turnOn(owner);
    const off = await tokenOf(owner, () => owner.ask(api.endTwoFactor));
    const on = await tokenOf(owner, () => turnOn(owner));
    await expectUndone(off);
    expect((await undo(on)).json()).toMatchObject({ code: 'change-undone' });
    expect(await statusOfCode(owner, own.recoveryCodes[0] ?? '')).toBe(200);
  });

  test('never gets a stranger’s app back, if the first letter is used', async () => {
    const owner = await newOwner();
    const on = await tokenOf(owner, () => turnOn(owner));
    const off = await tokenOf(owner, () => owner.ask(api.endTwoFactor));
    await expectUndone(on);
    expect((await undo(off)).json()).toMatchObject({ code: 'change-undone' });
    await signInAgain(owner, app);
    expect(await isOn(owner)).toBe(false);
  });

  test('is undone step by step, if the last letter is used first', async () => {
    const owner = await newOwner();
    const own = await turnOn(owner);
    const off = await tokenOf(owner, () => owner.ask(api.endTwoFactor));
    const on = await tokenOf(owner, () => turnOn(owner));
    await expectUndone(on);
    await signInAgain(owner, app);
    expect(await isOn(owner)).toBe(false);
    await expectUndone(off);
    expect(await statusOfCode(owner, own.recoveryCodes[0] ?? '')).toBe(200);
  });
});

describe('a new password by letter, after a stranger changed the password and turned the second step on', () => {
  async function stolen(stranger: Caller, owner: Owner): Promise<string> {
    const body = { currentPassword: owner.password, newPassword: 'a stolen house by the sea' };
    await stranger.ask(api.changePassword, { body });
    expect((await app.lastLetter('password-changed', owner.email)).resetLink).toMatch(/\/forgotten-password$/);
    return tokenOf(owner, () => turnOn(stranger));
  }
  const signIn = ({ email }: Owner, caller: Caller) => signInBy(app, caller, { email, password: newPassword });

  test('it is sufficient if the second step was turned on in an unproved browser', async () => {
    const { owner, first: stranger } = await confirmedElsewhere(app, another(ada, ++people));
    await stolen(stranger, owner);
    await chooseNewPassword(owner);
    expect((await signIn(owner, app.caller())).statusCode).toBe(200);
  });

  test.each(['first', 'afterwards'])(
    'with the link about the second step, used %s, it lets the owner in',
    async (when) => {
      const owner = await newOwner(); // the stranger uses the owner's own browser
      const token = await stolen(owner, owner);
      if (when === 'first') await expectUndone(token);
      await chooseNewPassword(owner);
      if (when === 'afterwards') {
        await asked(owner, newPassword);
        await expectUndone(token);
      }
      expect((await signIn(owner, app.caller())).statusCode).toBe(200);
    },
  );
});

describe('the link about a way in', () => {
  test('works if the passkey was removed in the meantime', async () => {
    const owner = await newOwner();
    const token = await tokenOf(owner, () => addPasskey(owner));
    const [passkey] = await owner.ask(api.listPasskeys);
    await owner.ask(api.removePasskey, { params: { id: passkey?.id ?? '' } });
    await expectUndone(token);
  });

  test('takes effect once if it is used concurrently', async () => {
    const owner = await newOwner();
    await turnOn(owner);
    const token = await tokenOf(owner, () => owner.ask(api.endTwoFactor));
    const answers = await Promise.all([1, 2, 3].map(() => undo(token)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const undone = (await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'owner-change-undone');
    expect(undone).toHaveLength(1);
  });

  test('works while the account is deleted, and does not restore the account', async () => {
    const owner = await newOwner();
    const passkey = addPasskey(owner);
    const token = await tokenOf(owner, () => passkey);
    await owner.ask(api.deleteAccount);
    await expectUndone(token);
    expect(await statusOfPasskey(await passkey)).toBe(403);
    expect((await app.lettersTo(owner.email)).map(({ kind }) => kind)).not.toContain('account-kept');
  });

  test('expires after seven days, when the secret of the previous second step is erased', async () => {
    const owner = await newOwner();
    await turnOn(owner);
    const token = await tokenOf(owner, () => owner.ask(api.endTwoFactor));
    const row = async () =>
      (await app.database.select().from(ownerChanges).where(eq(ownerChanges.userId, owner.id))).find(
        ({ kind }) => kind === 'two-factor-off',
      );
    expect((await row())?.sealedEarlier).toBeTruthy();
    app.clock.pass({ days: 7 });
    await forgetChanges(app.services);
    expect((await row())?.sealedEarlier).toBeNull();
    expect((await undo(token)).json()).toMatchObject({ code: 'change-link-expired' });
  });

  test('goes only to the previous address while a move of the account can be undone; the other is notified', async () => {
    const owner = await newOwner();
    const email = `moved-${people}@example.com`;
    await owner.ask(api.requestEmailChange, { body: { email } });
    const { link } = await app.lastLetter('email-confirmation', email);
    await app.caller().ask(api.confirmEmailChange, { body: { token: tokenIn({ link }) } });
    const token = await tokenOf(owner, () => addPasskey(owner));
    expect(await app.lastLetter('owner-change', owner.email)).toMatchObject({ kind: 'passkey-added', isWayBack: true });
    const copy = await app.lastLetter('owner-change', email);
    expect(copy).toMatchObject({ kind: 'passkey-added', isWayBack: false });
    expect(copy.link).toMatch(/\/forgotten-password$/);
    await expectUndone(token);
  });
});

test('a sign-in with an added passkey that races with its removal leaves no session', { tags: 'long' }, async () => {
  for (let round = 0; round < 6; round += 1) {
    const owner = await newOwner();
    const passkey = addPasskey(owner);
    const token = await tokenOf(owner, () => passkey);
    const added = await passkey;
    const strangers = [1, 2, 3, 4].map(() => app.caller());
    const enter = async (stranger: Caller) => {
      const { challenge } = await stranger.ask(api.beginPasskeySignIn);
      const answer = assertWith(added, { ...place, challenge }) as never;
      await stranger.call(api.signInWithPasskey, { body: { answer } });
    };
    const [undone] = await Promise.all([undo(token), ...strangers.map(enter)]);
    expect(undone.statusCode).toBe(200);
    const open = await Promise.all(strangers.map(async (caller) => (await caller.call(api.getUser)).statusCode));
    expect(open).toEqual([401, 401, 401, 401]);
  }
});
