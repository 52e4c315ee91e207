// What the owner's list and page show about a vault's plan, codes and letters, and the number of queries.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, edda, rosa } from '@remembrance/contract/testing/cast.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements } from '../../../testing/count-statements.ts';
import { addFile, draftVault, paidVault, recipientOf, release, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { executors, letters, userSubscriptions, vaults } from '../../platform/database/schema.ts';
import { listActs } from '../../records/acts/act-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
/** Gives the letters of a kind about a vault the status that its mail server would. */
const endLetters = (vaultId: string, kind: string, status: 'sent' | 'failed') =>
  app.database
    .update(letters)
    .set({ status })
    .where(and(eq(letters.vaultId, vaultId), eq(letters.kind, kind)));

test('a draft has no plan, no code and no letter', async () => {
  const owner = await newOwner();
  await draftVault(owner);
  expect(await owner.ask(api.listVaults)).toMatchObject([
    { paymentStatus: 'unpaid', planState: null, paidUntil: null, codes: [], invitation: null, questionsLocked: false },
  ]);
});

test('a code shows when it was written, whether its letter arrived, and when it was confirmed and used', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { executorEmail: `edda-${people}@example.com` });
  const writtenAt = app.clock.now().toISOString();
  const codesOf = async () => (await owner.ask(api.listVaults))[0]?.codes;
  expect(await codesOf()).toEqual([
    { executor: edda.name, writtenAt, letter: 'waiting', doubt: null, usedAt: null, confirmedAt: null },
  ]);
  await endLetters(vault.id, 'executor-code', 'failed');
  expect(await codesOf()).toMatchObject([{ letter: 'undelivered' }]);
  await endLetters(vault.id, 'executor-code', 'sent');
  app.clock.pass({ minutes: 5 });
  await app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } });
  const usedAt = app.clock.now().toISOString();
  const unread = { executor: edda.name, writtenAt, letter: 'accepted', usedAt, confirmedAt: null };
  expect(await codesOf()).toEqual([{ ...unread, doubt: null }]);
  await app.database.update(letters).set({ doubt: 'mailbox-full' }).where(eq(letters.vaultId, vault.id));
  expect(await codesOf()).toEqual([{ ...unread, doubt: 'mailbox-full' }]);
  await app.database.update(executors).set({ confirmedAt: app.clock.now() }).where(eq(executors.vaultId, vault.id));
  expect(await codesOf()).toMatchObject([{ usedAt, confirmedAt: usedAt }]);
  const shown = await owner.ask(api.getVault, { params: { id: vault.id } });
  expect(shown.codes).toEqual(await codesOf());
  app.clock.pass({ minutes: 5 });
  await app.database
    .update(executors)
    .set({ codeSentAt: app.clock.now(), confirmedAt: null })
    .where(eq(executors.vaultId, vault.id));
  expect(await codesOf(), 'an earlier code was used, not this one').toMatchObject([
    { usedAt: null, confirmedAt: null },
  ]);
});

test('after the release the letter to the recipient is shown instead of the codes', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { executorEmail: `edda-${people}@example.com` });
  await release(app, vault);
  const writtenAt = app.clock.now().toISOString();
  await endLetters(vault.id, 'recipient-invitation', 'failed');
  expect(await owner.ask(api.listVaults)).toMatchObject([
    { recipientName: rosa.name, codes: [], invitation: { writtenAt, letter: 'undelivered', doubt: null } },
  ]);
  await app.database.update(letters).set({ status: 'sent', doubt: 'refused' }).where(eq(letters.vaultId, vault.id));
  expect(await owner.ask(api.listVaults)).toMatchObject([{ invitation: { letter: 'accepted', doubt: 'refused' } }]);
});

test('DLV-1: owner and executor read one status: accepted by which server, in doubt, opened, proven, downloaded', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { executorEmail: `edda-${people}@example.com` });
  await addFile(owner, vault.id, { name: 'Notes.txt', type: 'text/plain', bytes: Buffer.from('the heron') });
  const link = await release(app, vault);
  const status = async () => {
    const [listed] = await owner.ask(api.listVaults);
    const seen = await app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } });
    expect(seen.delivery).toEqual(listed?.invitation);
    expect((await owner.ask(api.getVault, { params: { id: vault.id } })).invitation).toEqual(seen.delivery);
    return seen.delivery;
  };
  const none = { doubt: null, disownedAt: null, openedAt: null, provenAt: null, downloadedAt: null };
  expect(await status()).toMatchObject({ letter: 'waiting', acceptedBy: null, ...none });
  const about = and(eq(letters.vaultId, vault.id), eq(letters.kind, 'recipient-invitation'));
  await app.database.update(letters).set({ status: 'sent', acceptedBy: 'mx.example.com' }).where(about);
  expect(await status()).toMatchObject({ letter: 'accepted', acceptedBy: 'mx.example.com', ...none });
  await app.database.update(letters).set({ doubt: 'mailbox-full', doubtedAt: app.clock.now() }).where(about);
  expect(await status()).toMatchObject({ letter: 'accepted', doubt: 'mailbox-full' });
  await app.database.update(letters).set({ doubt: 'of-a-later-version' }).where(about);
  expect(await status()).toMatchObject({ doubt: 'other' });
  // A scanner opens the link.
  await app.caller().ask(api.readAccess, { body: { token: link.token } });
  expect(await status()).toMatchObject({ openedAt: null });
  app.clock.pass({ minutes: 1 });
  const { content } = await recipientOf(app, link);
  const at = app.clock.now().toISOString();
  expect(await status()).toMatchObject({ openedAt: at, provenAt: at, downloadedAt: null });
  const get = (headers = {}) => app.caller().send({ method: 'GET', url: content.files[0]?.downloadUrl ?? '', headers });
  await get({ 'sec-fetch-dest': 'image' });
  expect(await status(), 'shown in the page').toMatchObject({ downloadedAt: null });
  await Promise.all([get(), get(), get({ range: 'bytes=0-0' })]);
  expect(await status()).toMatchObject({ downloadedAt: at });
  const downloads = async () =>
    (await listActs(app.database, vault.id)).filter(({ event }) => event === 'file-downloaded');
  expect(await downloads(), 'three at once').toHaveLength(1);
});

test.each([
  ['trial', true],
  ['paid', true],
  ['past-due', false],
  ['paused', false],
  ['ended', false],
])('a plan that is %s is shown as such, with its end only while it runs', async (status, hasEnd) => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const [row] = await app.database.select({ id: vaults.purchaseId }).from(vaults).where(eq(vaults.id, vault.id));
  const currentPeriodEnd = new Date('2026-12-21T09:00:00.000Z');
  await app.database
    .update(userSubscriptions)
    .set({ status, currentPeriodEnd })
    .where(eq(userSubscriptions.id, row?.id as never));
  const paidUntil = hasEnd ? currentPeriodEnd.toISOString() : null;
  expect(await owner.ask(api.listVaults)).toMatchObject([{ planState: status, paidUntil }]);
});

test('the list and the session need one statement, however many vaults there are', async () => {
  const owner = await newOwner();
  const list = () => owner.ask(api.listVaults);
  expect(await countStatements(list)).toEqual(['find_session_with_vaults']);
  for (let vault = 0; vault < 3; vault += 1) await draftVault(owner);
  expect(await countStatements(list)).toEqual(['find_session_with_vaults']);
});
