// The product of everything that lets somebody into an account and every act that withdraws something. A new kind of link, a new table of
// accounts, or another act that ends something fails here until somebody has decided what it means.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkPurposes } from '../src/people/sessions/account-link-store.ts';
import { findAccountOfLink, insertBrowserToken } from '../src/people/sessions/account-links.ts';
import { suspendOwner } from '../src/people/sessions/suspend-owner.ts';
import { joinIdentity } from '../src/people/sign-in/join-identity.ts';
import { requestReset, runResets } from '../src/people/two-factor/reset-two-factor.ts';
import { codeAt } from '../src/people/two-factor/totp.ts';
import { confirmSecret, insertUnconfirmed } from '../src/people/two-factor/two-factor-store.ts';
import { sealSecret } from '../src/people/two-factor/verify-two-factor-code.ts';
import * as schema from '../src/platform/database/schema.ts';
import { daysLater } from '../src/platform/lib/clock.ts';
import type { Caller } from '../testing/caller.ts';
import { draftVault, type Owner, otherBrowser, put, signedIn, uploadFile } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const tokenIn = ({ link }: { link: string }) => new URL(link).hash.slice(1);
const declared = { fileName: 'a.txt', mimeType: 'text/plain', fileType: 'document', isPending: false } as const;
const devicesOf = ({ id }: Owner) =>
  app.database.select().from(schema.knownDevices).where(eq(schema.knownDevices.userId, id));

/** Something that lets somebody in, and whether it still does. */
type Thing = [name: string, isAlive: () => Promise<boolean>];

interface Scene {
  owner: Owner;
  /** Another browser that is signed in as the owner. */
  other: Caller;
  /** In the order in which they can be tried: the last ones use up others. */
  things: Thing[];
}

/** The addresses are the other session's, and so is the move if it asks. */
async function setScene(moveBy: 'owner' | 'other'): Promise<Scene> {
  const owner = await signedIn(app, another(ada, ++people));
  const other = await otherBrowser(app, owner);
  await app.database
    .update(schema.knownDevices)
    .set({ trustedUntil: daysLater(app.clock.now(), 9) })
    .where(eq(schema.knownDevices.userId, owner.id));
  const things: Thing[] = [
    ...(await addressesOf(owner, other)),
    ['session of another browser', async () => (await other.call(api.getUser)).statusCode === 200],
    await tokenOf(other),
    ['known browser', async () => (await devicesOf(owner)).length > 1],
    ['trusted browser', async () => (await devicesOf(owner)).some(({ trustedUntil }) => trustedUntil !== null)],
  ];
  const waiting = await waitingSignIn(owner);
  const move = await requestMove(moveBy === 'owner' ? owner : other);
  for (const purpose of linkPurposes) things.push(await linkOf(owner, purpose));
  return { owner, other, things: [...things, waiting, move] };
}

async function addressesOf(owner: Owner, asking: Caller): Promise<Thing[]> {
  const { id } = await draftVault(owner);
  await uploadFile(owner, id, { name: 'b.txt', type: 'text/plain', bytes: Buffer.from('a heron') });
  const { uploadUrl } = await asking.ask(api.requestUpload, { params: { id }, body: declared });
  const [file] = await asking.ask(api.listFiles, { params: { id } });
  const anybody = app.caller();
  return [
    ['download address', async () => (await anybody.send({ url: file?.downloadUrl ?? '' })).statusCode === 200],
    ['upload address', async () => (await put(anybody, uploadUrl, Buffer.from('late'))).statusCode === 204],
  ];
}

async function tokenOf(asking: Caller): Promise<Thing> {
  const { token } = await asking.ask(api.createToken, { body: { name: 'Backup' } });
  const read = () => app.caller().call(api.listVaults, { headers: { authorization: `Bearer ${token}` } });
  return ['read-only token', async () => (await read()).statusCode === 200];
}

async function linkOf(owner: Owner, purpose: (typeof linkPurposes)[number]): Promise<Thing> {
  const token = await app.database.transaction((tx) => insertBrowserToken(app.services, tx, purpose, owner.id));
  const find = () => findAccountOfLink(app.services, app.database, purpose, token);
  return [`link: ${purpose}`, async () => (await find()) === owner.id];
}

async function waitingSignIn({ email, password }: Owner): Promise<Thing> {
  const browser = app.caller();
  await browser.refused(api.signIn, { body: { email, password } });
  const { code } = await app.lastLetter('sign-in-code', email);
  const answer = () => browser.call(api.answerSignInCode, { body: { code } });
  return ['waiting sign-in', async () => (await answer()).statusCode === 200];
}

async function requestMove(asking: Caller): Promise<Thing> {
  const email = `ada.moved-${people}@example.com`;
  await asking.ask(api.requestEmailChange, { body: { email } });
  const body = { token: tokenIn(await app.lastLetter('email-confirmation', email)) };
  return ['requested move', async () => (await app.caller().call(api.confirmEmailChange, { body })).statusCode === 200];
}

async function turnOnSilently({ id }: Owner): Promise<void> {
  const sealed = await sealSecret(app.services, id, 'JBSWY3DPEHPK3PXP');
  await app.database.transaction(async (tx) => {
    await insertUnconfirmed(tx, id, sealed, app.clock.now());
    await confirmSecret(tx, id, sealed, app.clock.now());
  });
}

interface Act {
  name: string;
  /** The file in server/src that ends what is under way. */
  file: string;
  /** In whose session the pending move was requested, if not in the owner's. */
  moveBy?: 'owner' | 'other';
  act: (scene: Scene) => Promise<unknown>;
  /** What stays, besides the links that let nobody in. */
  stays?: string[];
}

const sessionsStay = ['download address', 'upload address', 'session of another browser', 'read-only token'];
const newPassword = 'a quiet house by the sea';
const acts: Act[] = [
  {
    name: 'a password reset by letter',
    file: 'people/sign-in/remove-ways-in.ts',
    async act({ owner: { email } }) {
      await app.caller().ask(api.requestPasswordReset, { body: { email } });
      const token = tokenIn(await app.lastLetter('password-reset', email));
      await app.caller().ask(api.resetPassword, { body: { token, newPassword } });
    },
  },
  {
    name: 'a joined identity',
    file: 'people/sign-in/remove-ways-in.ts',
    act: ({ owner }) =>
      app.database.transaction((tx) =>
        joinIdentity(app.services, tx, { issuer: 'i', subject: owner.id, userId: owner.id, idToken: '' }),
      ),
  },
  {
    name: 'a changed password',
    file: 'people/sign-in/change-password.ts',
    act: ({ owner }) => owner.ask(api.changePassword, { body: { currentPassword: owner.password, newPassword } }),
  },
  {
    name: 'ending the other sessions',
    file: 'people/sessions/session-routes.ts',
    act: ({ owner }) => owner.ask(api.endOtherSessions),
    stays: ['trusted browser'], // the browser in which the owner acts
  },
  {
    name: 'ending one session',
    file: 'people/sessions/session-routes.ts',
    moveBy: 'other',
    async act({ owner }) {
      const listed = await owner.ask(api.listSessions);
      const { id } = listed.find(({ isCurrent, device }) => !isCurrent && !device.includes('token')) ?? { id: '' };
      await owner.ask(api.endSession, { params: { id } });
    },
    // It is not known which browser had the session. A token is listed, and ended, by itself.
    stays: ['known browser', 'trusted browser', 'read-only token'],
  },
  {
    name: 'forgetting one browser',
    file: 'people/sessions/browser-routes.ts',
    async act({ owner }) {
      const browsers = await owner.ask(api.listKnownBrowsers);
      const id = browsers.find(({ isCurrent }) => !isCurrent)?.id ?? '';
      await owner.ask(api.forgetBrowser, { params: { id } });
      expect((await owner.ask(api.listKnownBrowsers)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
      expect(await owner.refused(api.forgetBrowser, { params: { id } })).toMatchObject({ code: 'browser-not-found' });
    },
    stays: [...sessionsStay, 'trusted browser'],
  },
  {
    name: 'turning the second step on',
    file: 'people/two-factor/change-two-factor.ts',
    async act({ owner }) {
      const { secret } = await owner.ask(api.beginTwoFactor);
      await owner.ask(api.confirmTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
    },
    stays: sessionsStay,
  },
  {
    name: 'turning the second step off',
    file: 'people/two-factor/change-two-factor.ts',
    async act({ owner }) {
      await turnOnSilently(owner);
      await owner.ask(api.endTwoFactor);
    },
    stays: sessionsStay,
  },
  {
    name: "an operator's reset of the second step",
    file: 'people/two-factor/reset-two-factor.ts',
    async act({ owner }) {
      await turnOnSilently(owner);
      await app.database.transaction((tx) => requestReset(app.services, tx, owner.email));
      await app.database.update(schema.twoFactorResets).set({ endsAt: app.clock.now() });
      await runResets(app.services);
    },
    stays: sessionsStay,
  },
  {
    name: 'the link “This was not me”',
    file: 'account/undo-change.ts',
    async act({ owner }) {
      const token = tokenIn(await app.lastLetter('owner-change', owner.email));
      await app.caller().ask(api.undoOwnerChange, { body: { token, putBack: false } });
    },
  },
  {
    name: 'a suspension',
    file: 'people/sessions/suspend-owner.ts',
    act: ({ owner }) => app.database.transaction((tx) => suspendOwner(app.services, tx, owner.email)),
  },
  {
    name: 'the deletion of the account',
    file: 'account/delete-account.ts',
    act: ({ owner }) => owner.ask(api.deleteAccount),
    stays: ['known browser', 'trusted browser'], // signing in there undoes it, even without the mailbox
  },
  {
    name: 'a move to another address',
    file: 'account/change-email.ts',
    act: ({ things }) => things.at(-1)?.[1]() as Promise<boolean>,
    stays: ['known browser', 'trusted browser'], // an owner whose account is moved by somebody else can still sign in there
  },
];

/** The tables of accounts. `account_links` names the account without a foreign key. */
const letSomebodyIn = ['known_devices', 'openid_identities', 'passkeys', 'passwords', 'recovery_codes', 'sessions'];
const letNobody = [
  'act_people',
  'act_reasons',
  'letters',
  'owner_changes',
  'payment_customers',
  'payments',
  'two_factor_resets',
  'two_factors',
  'user_subscriptions',
  'vaults',
];
const letNobodyIn = ['link: keep-second-step', 'link: passkey-sign-in', 'link: executor-yearly', 'link: wanted-code'];

async function listAlive({ things }: Scene): Promise<string[]> {
  const alive: string[] = [];
  for (const [name, isAlive] of things) if (await isAlive()) alive.push(name);
  return alive;
}

describe('SES-30: an act that withdraws a way in ends everything that is under way for the account', () => {
  test.each(acts.map((act) => [act.name, act] as const))('%s', async (_, { act, moveBy = 'owner', stays = [] }) => {
    const scene = await setScene(moveBy);
    await act(scene);
    expect((await listAlive(scene)).toSorted()).toEqual([...stays, ...letNobodyIn].toSorted());
  });

  test('no act ends something without being listed here', () => {
    const root = path.join(import.meta.dirname, '../src');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    );
    const importing = (names: RegExp) =>
      files.filter((file) => !/-store\.ts$/.test(file) && names.test(readFileSync(path.join(root, file), 'utf8')));
    const ending = importing(
      /\b(endSessionsOf|endOtherSessionsOf|forgetDevicesOf|forgetOtherDevicesOf|endPendingLinks)\(/,
    );
    expect(ending.toSorted()).toEqual(['people/sessions/account-links.ts', 'people/sessions/end-under-way.ts']);
    const calling = importing(/\bendUnderWay\(/).filter((file) => file !== 'people/sessions/end-under-way.ts');
    expect(calling.toSorted()).toEqual([...new Set(acts.map(({ file }) => file))].toSorted());
  });

  test('every table of accounts either lets nobody in or is covered by the product', () => {
    const ofAccounts = Object.values(schema as Record<string, unknown>)
      .filter((table): table is PgTable => is(table, PgTable))
      .map(getTableConfig)
      .filter(({ foreignKeys }) => foreignKeys.some((key) => key.reference().foreignTable === schema.users))
      .map(({ name }) => name);
    expect(ofAccounts.toSorted()).toEqual([...letSomebodyIn, ...letNobody].toSorted());
  });

  test('a requested move, an upload and a download end with Log Out in the session that asked', async () => {
    const { other, things } = await setScene('other');
    await other.send({
      url: '/api/logout',
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    });
    const asked = things.filter(([name]) => name === 'requested move' || name.endsWith('address'));
    for (const [name, isAlive] of asked) expect(await isAlive(), name).toBe(false);
  });
});
