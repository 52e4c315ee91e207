// Refused account changes, over HTTP or with a session that has just ended: every row stays unchanged.
import { api } from '@remembrance/contract/api.ts';
import { maxPictureBytes } from '@remembrance/contract/limits.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestEmailChange } from '../src/account/change-email.ts';
import { deleteAccount } from '../src/account/delete-account.ts';
import type { Owner as SignedIn } from '../src/http/routes.ts';
import { addPasskey } from '../src/people/passkeys/add-passkey.ts';
import { proveByPassword } from '../src/people/proof/prove-owner.ts';
import { changePassword } from '../src/people/sign-in/change-password.ts';
import { confirmTwoFactor, endTwoFactor, renewRecoveryCodes } from '../src/people/two-factor/change-two-factor.ts';
import { codeAt } from '../src/people/two-factor/totp.ts';
import { expectRefused, prepared } from '../testing/expect-refused.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { type Owner, signedIn, signInBy } from '../testing/people.ts';
import { smallPicture } from '../testing/pictures.ts';
import { makePasskey } from '../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let owner: Owner;
let people = 0;
beforeAll(async () => {
  app = await openTestApp();
  owner = await signedIn(app, another(ada, ++people));
});
afterAll(() => app.close());

const refusedWith = (code: RefusalCode, call: ReturnType<typeof prepared>, besides?: string[]) =>
  expectRefused(app.database, code, call, besides);
const unknownId = '0199aaaa-0000-7000-8000-000000000000';
const token = 'A'.repeat(43);
const bytes = (payload: Buffer, headers: Record<string, string> = {}) =>
  prepared(owner, api.putPicture, { body: payload as never, headers: { 'content-type': 'image/png', ...headers } });

test.each(['second-step', 'sign-in', 'reset', 'address', 'change'])(
  'an unknown link or token for %s is refused and changes nothing',
  async (what) => {
    const anyone = app.caller();
    const calls: Record<string, [RefusalCode, ReturnType<typeof prepared>][]> = {
      'second-step': [
        ['two-factor-reset-over', prepared(anyone, api.keepTwoFactor, { body: { token } })],
        ['second-step-over', prepared(anyone, api.answerTwoFactor, { body: { code: '123456' } })],
      ],
      'sign-in': [['confirm-link-refused', prepared(anyone, api.confirmEmail, { body: { token, password: 'x' } })]],
      reset: [
        ['reset-link-refused', prepared(anyone, api.readPasswordReset, { body: { token } })],
        [
          'reset-link-refused',
          prepared(anyone, api.resetPassword, { body: { token, newPassword: 'a quiet house by the sea' } }),
        ],
      ],
      address: [['email-link-refused', prepared(anyone, api.confirmEmailChange, { body: { token } })]],
      change: [
        ['change-link-unknown', prepared(anyone, api.showOwnerChange, { body: { token } })],
        ['change-link-unknown', prepared(anyone, api.undoOwnerChange, { body: { token, putBack: true } })],
      ],
    };
    for (const [code, call] of calls[what] ?? []) await refusedWith(code, call);
    expect(calls[what]).toBeDefined();
  },
);

test('an unknown session or passkey is not found, whatever its id looks like', { tags: 'long' }, async () => {
  for (const id of [unknownId, 'no-id', "' or 1=1", '%00']) {
    await refusedWith('session-not-found', prepared(owner, api.endSession, { params: { id } }));
    await refusedWith('browser-not-found', prepared(owner, api.forgetBrowser, { params: { id } }));
    await refusedWith('passkey-not-found', prepared(owner, api.removePasskey, { params: { id } }));
    await refusedWith('passkey-not-found', prepared(owner, api.renamePasskey, { params: { id }, body: { name: 'A' } }));
  }
});

test('a second step that is off cannot be confirmed, renewed or turned off', async () => {
  await refusedWith('two-factor-off', prepared(owner, api.renewRecoveryCodes));
  await refusedWith('two-factor-off', prepared(owner, api.confirmTwoFactor, { body: { code: '123456' } }));
  // An unfinished one is removed silently, because the request was to turn it off.
  await refusedWith('two-factor-off', prepared(owner, api.endTwoFactor));
  await owner.ask(api.beginTwoFactor);
  await refusedWith('second-step-refused', prepared(owner, api.confirmTwoFactor, { body: { code: '12345' } }));
  await refusedWith('second-step-refused', prepared(owner, api.confirmTwoFactor, { body: { code: '１２３４５６' } }));
  await refusedWith('second-step-refused', prepared(owner, api.confirmTwoFactor, { body: { code: '漢字漢字漢字' } }));
});

test('an invalid, too large or truncated picture, or one without a length, changes neither the account nor the disk', {
  tags: 'long',
}, async () => {
  await owner.call(api.putPicture, { body: smallPicture as never, headers: { 'content-type': 'image/png' } });
  const { profileImageUrl } = await owner.ask(api.getAccount);
  const stored = async () =>
    (await owner.call(api.getPicture, { params: { name: profileImageUrl?.split('/').at(-1) ?? '' } })).rawPayload;
  await refusedWith('picture-refused', bytes(Buffer.from('<svg/>')));
  await refusedWith('picture-refused', bytes(smallPicture.subarray(0, 40)));
  await refusedWith('too-large', bytes(Buffer.alloc(maxPictureBytes + 1)));
  await refusedWith('upload-incomplete', bytes(smallPicture, { 'content-length': String(smallPicture.length - 1) }));
  for (const length of ['-1', '1e3', '0x10', 'many']) {
    await refusedWith('length-required', bytes(smallPicture, { 'content-length': length }));
  }
  expect(smallPicture.equals(await stored())).toBe(true);
});

test('a wrong password changes nothing, wherever a password is required', async () => {
  const change = { currentPassword: 'not my password', newPassword: 'a quiet house by the sea' };
  await refusedWith('wrong-password', prepared(owner, api.changePassword, { body: change }));
  await refusedWith('wrong-password', prepared(owner, api.proveByPassword, { body: { password: 'not my password' } }));
  const { email } = owner;
  await refusedWith('wrong-credentials', prepared(app.caller(), api.signIn, { body: { email, password: 'not mine' } }));
  const tooLong = `${owner.password}${'x'.repeat(80)}`;
  await refusedWith('wrong-password', prepared(owner, api.proveByPassword, { body: { password: tooLong } }));
  expect((await owner.call(api.signIn, { body: { email, password: owner.password } })).statusCode).toBe(200);
});

test('without a recent proof nothing is redirected or destroyed, and no letter is written', async () => {
  const late = await signedIn(app, another(ada, ++people));
  app.clock.pass({ minutes: 10 });
  for (const call of [
    prepared(late, api.deleteAccount),
    prepared(late, api.exportAccount),
    prepared(late, api.requestEmailChange, { body: { email: 'elsewhere@example.com' } }),
    prepared(late, api.beginPasskey),
    prepared(late, api.removePasskey, { params: { id: unknownId } }),
  ]) {
    await refusedWith('proof-needed', call);
  }
});

/** The owner as the routes know them, with a session that has since ended. */
async function endedSession(): Promise<{ person: Owner; stale: SignedIn }> {
  const person = await signedIn(app, another(ada, ++people));
  const { cookie } = person;
  const stale = await app.services.readOwner({ headers: { cookie: cookie() } } as never);
  if (!stale) throw new Error('the owner is not signed in');
  return { person, stale };
}

test('a change by a session that was ended while it ran is refused, and changes nothing', async () => {
  const { person, stale } = await endedSession();
  const needs = { ...app.services, pause: async () => {} };
  const { secret } = await person.ask(api.beginTwoFactor);
  const { challenge } = await person.ask(api.beginPasskey);
  const { answer } = makePasskey({ origin: 'http://localhost:3000', rpId: 'localhost', challenge });
  await app.database.execute(`delete from sessions where id = '${stale.sessionId}'`);
  const code = codeAt(secret, app.clock.now());
  const calls: [string, () => Promise<unknown>][] = [
    ['confirm', () => confirmTwoFactor(needs, { owner: stale, code, device: null })],
    ['renew', () => renewRecoveryCodes(needs, stale)],
    ['end', () => endTwoFactor(needs, stale, null)],
    ['prove', () => proveByPassword(needs, stale, person.password)],
  ];
  for (const [name, call] of calls) {
    const before = await fingerprint(app.database);
    await expect(call(), name).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await fingerprint(app.database), name).toEqual(before);
  }
  // Any answer uses up the challenge, so that none is tried twice.
  const before = await fingerprint(app.database, ['account_links']);
  const adding = addPasskey(needs, { owner: stale, name: 'Phone', answer: answer as never, device: null });
  await expect(adding).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await fingerprint(app.database, ['account_links'])).toEqual(before);
});

test('an account that is deleted while another change runs is not changed by it', async () => {
  const { person, stale } = await endedSession();
  const origin = app.services.publicUrl;
  await deleteAccount(app.services, { owner: stale, origin });
  const before = await fingerprint(app.database);
  await expect(deleteAccount(app.services, { owner: stale, origin })).rejects.toMatchObject({ code: 'unauthorized' });
  const asking = requestEmailChange(app.services, { owner: stale, email: 'elsewhere@example.com', origin });
  await expect(asking).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await fingerprint(app.database)).toEqual(before);
  const change = { owner: stale, currentPassword: 'not it at all', newPassword: 'a quiet house by the sea' };
  await expect(changePassword(app.services, { ...change, origin, device: null })).rejects.toMatchObject({
    code: 'wrong-password',
  });
  expect((await signInBy(app, app.caller(), person)).statusCode).toBe(200);
});
