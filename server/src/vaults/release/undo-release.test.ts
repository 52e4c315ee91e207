// The owner undoes a release: before anybody has proven who they are, once, with everything that it has caused.
import { api } from '@remembrance/contract/api.ts';
import { freshLinksPerDay } from '@remembrance/contract/limits.ts';
import { ada, another, questions, wrongAnswers } from '@remembrance/contract/testing/cast.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefused, prepared } from '../../../testing/expect-refused.ts';
import {
  answerWrongly,
  atQuestions,
  type Owner,
  paidVault,
  recipientOf,
  release,
  signedIn,
  signInAgain,
  tokenOf,
  vaultOfNewPeople,
} from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  accessCodes,
  accessGuesses,
  accessVerifications,
  letters,
  ownerChanges,
  users,
  vaults,
} from '../../platform/database/schema.ts';
import { daysLater, minutesLater } from '../../platform/lib/clock.ts';
import { listActs } from '../../records/acts/act-store.ts';
import { releaseDueVaults } from './release-due-vaults.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const undo = (owner: Owner, { id }: { id: string }) => owner.ask(api.undoRelease, { params: { id } });
const rowOf = async ({ id }: { id: string }) =>
  (await app.database.select().from(vaults).where(eq(vaults.id, id)))[0] ?? expect.unreachable();
const openStep = (token: string) => app.caller().refused(api.readAccess, { body: { token } });
const kindsTo = async (email: string) => (await app.lettersTo(email)).map(({ kind }) => kind);
const lettersOf = ({ id }: { id: string }) => app.database.select().from(letters).where(eq(letters.vaultId, id));
const noFailure = (vaultId: string, error: unknown) => expect.unreachable(`${vaultId}: ${String(error)}`);
const releaseDue = () => releaseDueVaults(app.services, { onFailure: noFailure });
const changeToken = async (owner: Owner) =>
  new URL((await app.lastLetter('vault-released', owner.email)).link ?? '').hash.slice(1);

const newRelease = async (form: Parameters<typeof vaultOfNewPeople>[1] = {}) => {
  const vault = await release(app, await vaultOfNewPeople(app, form));
  return { owner: vault.owner, vault };
};

test('UNDO-1: until the recipient has proven who they are, the owner undoes a release: the vault is active, its link opens nothing, executors are notified', async () => {
  const { owner, vault } = await newRelease();
  await app.sendLetters();
  const before = await rowOf(vault);
  expect(await owner.ask(api.getVault, { params: { id: vault.id } })).toMatchObject({ isProven: false });
  expect(await undo(owner, vault)).toEqual({ removedDate: null, isRecipientNotified: true });
  expect(await rowOf(vault)).toMatchObject({ status: 'active', releasedAt: null, releasedBy: null, editCount: 0 });
  expect((await rowOf(vault)).version).toBe(before.version + 1);
  expect(await openStep(vault.token)).toMatchObject({ status: 410, code: 'link-withdrawn' });
  const query = { token: vault.token };
  expect(await app.caller().refused(api.verifyAccess, { query })).toMatchObject({ code: 'link-withdrawn' });
  expect(await kindsTo(owner.email)).toContain('release-undone');
  expect(await kindsTo(vault.recipientEmail)).toEqual(['recipient-release-undone']);
  const [executor] = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  expect(await kindsTo(executor?.email ?? '')).toEqual(['executor-release-undone']);
  const acts = await listActs(app.database, vault.id);
  expect(acts.filter(({ event }) => event === 'release-undone')).toMatchObject([{ actor: 'owner' }]);
  await owner.ask(api.editVault, { params: { id: vault.id }, body: { title: 'Corrected' } });
  expect(await app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } })).toMatchObject({
    status: 'active',
    releasesUndone: 1,
  });
});

test('UNDO-1: nobody undoes a release twice, without a proof, of another owner, or of a vault that is not released', async () => {
  const { owner, vault } = await newRelease();
  const params = { params: { id: vault.id } };
  const other = await newOwner();
  await expectRefused(app.database, 'vault-not-found', prepared(other, api.undoRelease, params));
  await expectRefused(app.database, 'vault-not-found', prepared(owner, api.undoRelease, { params: { id: 'x' } }));
  app.clock.pass({ minutes: 11 });
  await expectRefused(app.database, 'proof-needed', prepared(owner, api.undoRelease, params));
  await signInAgain(owner);
  const answers = await Promise.all([1, 2, 3].map(() => owner.call(api.undoRelease, params)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  await expectRefused(app.database, 'not-released', prepared(owner, api.undoRelease, params));
});

test('UNDO-2: a release whose recipient has given the right answers is not undone, neither by its owner nor by the link', async () => {
  const { owner, vault } = await newRelease();
  const token = await changeToken(owner);
  await recipientOf(app, vault);
  expect(await owner.ask(api.getVault, { params: { id: vault.id } })).toMatchObject({ isProven: true });
  await expectRefused(app.database, 'release-opened', prepared(owner, api.undoRelease, { params: { id: vault.id } }));
  await expectRefused(app.database, 'release-opened', prepared(app.caller(), api.showOwnerChange, { body: { token } }));
  const body = { token, putBack: true, changedMind: true };
  await expectRefused(app.database, 'release-opened', prepared(app.caller(), api.undoOwnerChange, { body }));
  // After a restore only the acts show the right answers.
  const ofVault = eq(accessVerifications.vaultId, vault.id);
  await app.database.update(accessVerifications).set({ securityAnswersProvided: false }).where(ofVault);
  await expectRefused(app.database, 'release-opened', prepared(owner, api.undoRelease, { params: { id: vault.id } }));
});

test('UNDO-3: the link in the email about the release undoes it once, without a sign-in, and signs nobody out', async () => {
  const { owner, vault } = await newRelease();
  const token = await changeToken(owner);
  const shown = await app.caller().ask(api.showOwnerChange, { body: { token } });
  expect(shown).toMatchObject({ kind: 'release', vaultTitle: vault.title, canChangeMind: true, canPutBack: true });
  expect((await rowOf(vault)).status).toBe('released');
  const body = { token, putBack: true, changedMind: true };
  const answers = await Promise.all([1, 2].map(() => app.caller().call(api.undoOwnerChange, { body })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect((await rowOf(vault)).status).toBe('active');
  expect((await kindsTo(owner.email)).filter((kind) => kind.includes('undone'))).toEqual(['release-undone']);
  expect((await owner.call(api.getUser)).statusCode).toBe(200);
});

test('UNDO-3: the link of an undone release does not undo the next one, which has its own', async () => {
  const { owner, vault } = await newRelease();
  const token = await changeToken(owner);
  await undo(owner, vault);
  await expectRefused(app.database, 'change-undone', prepared(app.caller(), api.showOwnerChange, { body: { token } }));
  await release(app, vault);
  const body = { token, putBack: true, changedMind: true };
  await expectRefused(app.database, 'change-undone', prepared(app.caller(), api.undoOwnerChange, { body }));
  const next = await changeToken(owner);
  expect(next).not.toBe(token);
  await app.caller().ask(api.undoOwnerChange, { body: { ...body, token: next } });
  expect((await rowOf(vault)).status).toBe('active');
});

test('UNDO-3: a link that a restore has left open undoes nothing in a vault that is not released', async () => {
  const { owner, vault } = await newRelease();
  const token = await changeToken(owner);
  await undo(owner, vault);
  await app.database.update(ownerChanges).set({ undoneAt: null }).where(eq(ownerChanges.vaultId, vault.id));
  const body = { token, putBack: true, changedMind: true };
  await expectRefused(app.database, 'not-released', prepared(app.caller(), api.undoOwnerChange, { body }));
});

test('UNDO-3: an address that is new to the account gets the email without the link', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const until = daysLater(app.clock.now(), 5);
  const [trusted, email] = [owner.email, `moved-${owner.email}`];
  const moved = { email, earlierEmail: trusted, earlierEmailUntil: until };
  await app.database.update(users).set(moved).where(eq(users.id, owner.id));
  await release(app, vault);
  expect(await app.lastLetter('vault-released', email)).not.toHaveProperty('link');
  expect((await app.lastLetter('vault-released', trusted)).link).toContain('/undo-change#');
  expect((await lettersOf(vault)).filter(({ kind }) => kind === 'vault-released')).toHaveLength(2);
});

test('UNDO-4: wrong answers, a pause and codes of an undone release do not count against the recipient of the next one', async () => {
  const { owner, vault } = await newRelease();
  const wrong = await atQuestions(app, vault);
  await answerWrongly(wrong, vault, 3);
  await wrong.ask(api.sendAccessCode, { body: { token: vault.token } });
  await undo(owner, vault);
  expect(await app.database.$count(accessGuesses, eq(accessGuesses.vaultId, vault.id))).toBe(0);
  expect(await app.database.$count(accessCodes, eq(accessCodes.vaultId, vault.id))).toBe(0);
  const next = await release(app, vault);
  expect(next.token).not.toBe(vault.token);
  const { content } = await recipientOf(app, next);
  expect(content.vault.title).toBe(vault.title);
});

test('UNDO-4: no step of the recipient works for a link whose release is undone in the meantime, even if it is released again', async () => {
  const { owner, vault } = await newRelease();
  const { token } = vault;
  const caller = await atQuestions(app, vault);
  await answerWrongly(caller, vault, 3);
  await caller.ask(api.sendAccessCode, { body: { token } });
  const { code } = await app.lastLetter('recipient-code', vault.recipientEmail);
  await undo(owner, vault);
  const steps = [
    () => caller.refused(api.verifyAccessEmail, { body: { token, email: vault.recipientEmail } }),
    () => caller.refused(api.sendAccessCode, { body: { token } }),
    () => caller.refused(api.verifyAccessCode, { body: { token, code } }),
    () => caller.refused(api.verifyAccessAnswers, { body: { token, answers: questions } }),
    () => caller.refused(api.verifyAccessAnswers, { body: { token, answers: wrongAnswers } }),
  ];
  for (const step of steps) expect(await step()).toMatchObject({ code: 'link-withdrawn' });
  await release(app, vault);
  for (const step of steps) expect(await step()).toMatchObject({ code: 'link-expired' });
  expect(await app.database.$count(accessGuesses, eq(accessGuesses.vaultId, vault.id))).toBe(0);
});

test('UNDO-5: after another release to the same address the old link leads to a fresh one, and to another address it still shows nothing', async () => {
  const { owner, vault } = await newRelease();
  const body = { token: vault.token };
  await undo(owner, vault);
  await expectRefused(app.database, 'link-withdrawn', prepared(app.caller(), api.requestFreshLink, { body }));
  await release(app, vault);
  expect(await openStep(vault.token)).toMatchObject({ code: 'link-expired' });
  app.clock.pass({ minutes: 11 });
  await app.caller().ask(api.requestFreshLink, { body });
  const { link } = await app.lastLetter('recipient-fresh-link', vault.recipientEmail);
  await recipientOf(app, { ...vault, token: tokenOf(link) });

  const { owner: otherOwner, vault: other } = await newRelease();
  await undo(otherOwner, other);
  const recipientEmail = 'the-right-one@example.com';
  await otherOwner.ask(api.editVault, { params: { id: other.id }, body: { recipientEmail } });
  await release(app, { ...other, recipientEmail });
  expect(await openStep(other.token)).toMatchObject({ code: 'link-withdrawn' });
  const asked = { body: { token: other.token } };
  await expectRefused(app.database, 'link-withdrawn', prepared(app.caller(), api.requestFreshLink, asked));
  expect(await kindsTo(recipientEmail)).toEqual(['recipient-invitation']);
});

test('fresh links of an undone release use up nothing of the next one', async () => {
  const { owner, vault } = await newRelease();
  for (let i = 0; i < freshLinksPerDay; i += 1) {
    app.clock.pass({ minutes: 11 });
    await app.caller().ask(api.requestFreshLink, { body: { token: vault.token } });
  }
  await signInAgain(owner);
  await undo(owner, vault);
  const next = await release(app, vault);
  app.clock.pass({ minutes: 11 });
  await app.caller().ask(api.requestFreshLink, { body: { token: next.token } });
  expect(await kindsTo(vault.recipientEmail)).toContain('recipient-fresh-link');
});

test('UNDO-6: what the release has queued is not sent after its undo, and a recipient who got no email gets none about it', async () => {
  const { owner, vault } = await newRelease();
  expect(await undo(owner, vault)).toMatchObject({ isRecipientNotified: false });
  await app.sendLetters();
  const left = (await lettersOf(vault)).filter(({ status }) => status === 'sent').map(({ kind }) => kind);
  expect(left.toSorted()).toEqual(['executor-code', 'executor-release-undone', 'release-undone']);
  const withdrawn = (await lettersOf(vault)).filter(({ status }) => status === 'failed');
  expect(withdrawn.map(({ kind }) => kind).toSorted()).toEqual(['recipient-invitation', 'vault-released']);
  expect(withdrawn.map(({ facts }) => facts)).toEqual([null, null]);
});

test('UNDO-6: a recipient who got the email of an earlier release gets none about the undo of the next, if its email had not left', async () => {
  const { owner, vault } = await newRelease();
  await app.sendLetters();
  await undo(owner, vault);
  await release(app, vault);
  expect(await undo(owner, vault)).toMatchObject({ isRecipientNotified: false });
});

test('an email that a sender holds, or that was taken without an answer, counts as sent to the recipient', async () => {
  for (const state of [{ status: 'sending' }, { unansweredAttempts: 1 }]) {
    const { owner, vault } = await newRelease();
    const isInvitation = and(eq(letters.vaultId, vault.id), eq(letters.kind, 'recipient-invitation'));
    await app.database.update(letters).set(state).where(isInvitation);
    expect(await undo(owner, vault)).toMatchObject({ isRecipientNotified: true });
  }
});

test('UNDO-7: a date that has come, or comes within a day, is removed without an edit; a later one stays', async () => {
  const date = minutesLater(app.clock.now(), 5);
  const owner = await newOwner();
  const vault = await paidVault(app, owner, {
    scheduledReleaseDate: date.toISOString(),
    recipientEmail: 'dated@example.com',
  });
  app.clock.pass({ minutes: 5 });
  expect(await releaseDue()).toBe(1);
  expect(await undo(owner, vault)).toMatchObject({ removedDate: date.toISOString() });
  expect(await rowOf(vault)).toMatchObject({ status: 'active', scheduledReleaseDate: null, editCount: 0 });
  app.clock.pass({ days: 2 });
  expect(await releaseDue()).toBe(0);
  expect(await app.lastLetter('release-undone', owner.email)).toMatchObject({ removedDate: date.toISOString() });

  const later = daysLater(app.clock.now(), 30);
  const ahead = await newRelease({ scheduledReleaseDate: later.toISOString() });
  expect(await undo(ahead.owner, ahead.vault)).toMatchObject({ removedDate: null });
  expect((await rowOf(ahead.vault)).scheduledReleaseDate).toEqual(later);
  expect(await app.lastLetter('release-undone', ahead.owner.email)).toMatchObject({ nextDate: later.toISOString() });
});

test('the email to the owner says that the vault can be edited only if that is so', async () => {
  const canEdit = async ({ owner }: { owner: Owner }) => (await app.lastLetter('release-undone', owner.email)).canEdit;
  const active = await newRelease();
  await undo(active.owner, active.vault);
  expect(await canEdit(active)).toBe(true);
  const lapsed = await newRelease();
  await app.database.update(vaults).set({ paymentStatus: 'lapsed' }).where(eq(vaults.id, lapsed.vault.id));
  await undo(lapsed.owner, lapsed.vault);
  expect(await canEdit(lapsed)).toBe(false);
  const leaving = await newRelease();
  const body = { token: await changeToken(leaving.owner), putBack: true, changedMind: true };
  await leaving.owner.ask(api.deleteAccount);
  await app.caller().ask(api.undoOwnerChange, { body });
  expect(await canEdit(leaving)).toBe(false);
});

test('UNDO-8: a suspended owner undoes a release by the link, but not of a vault that nobody could release again', async () => {
  const suspend = ({ id }: Owner) =>
    app.database.update(users).set({ suspendedAt: app.clock.now() }).where(eq(users.id, id));
  const { owner, vault } = await newRelease();
  const body = { token: await changeToken(owner), putBack: true, changedMind: true };
  await suspend(owner);
  await app.caller().ask(api.undoOwnerChange, { body });
  await release(app, vault);

  const alone = await newOwner();
  const scheduledReleaseDate = minutesLater(app.clock.now(), 5).toISOString();
  const dated = await paidVault(app, alone, { scheduledReleaseDate, executorName: '', executorEmail: '' });
  app.clock.pass({ minutes: 5 });
  expect(await releaseDue()).toBe(1);
  const token = await changeToken(alone);
  await suspend(alone);
  await expectRefused(
    app.database,
    'account-suspended',
    prepared(app.caller(), api.undoOwnerChange, { body: { ...body, token } }),
  );
  expect((await rowOf(dated)).status).toBe('released');
});

test('UNDO-9: a request of the executor that is repeated after the owner has undone the release does not release the vault again', async () => {
  const { owner, vault } = await newRelease();
  await undo(owner, vault);
  const params = { vaultId: vault.id };
  const late = { params, body: { accessCode: vault.code, releasesUndone: 0 } };
  await expectRefused(app.database, 'release-undone', prepared(app.caller(), api.releaseVault, late));
  const known = { params, body: { accessCode: vault.code, releasesUndone: 1 } };
  await app.caller().ask(api.releaseVault, known);
  for (const releasesUndone of [-1, 0.5, 1e300, '0'])
    expect(
      await app
        .caller()
        .refused(api.releaseVault, { params, body: { accessCode: vault.code, releasesUndone } as never }),
    ).toMatchObject({ status: 400 });
});

test('each release after an undo has its own link, once-keys and Message-IDs', async () => {
  const { owner, vault } = await newRelease();
  const tokens = [vault.token];
  for (let i = 0; i < 2; i += 1) {
    await app.sendLetters();
    await undo(owner, vault);
    tokens.push((await release(app, vault)).token);
  }
  expect(new Set(tokens).size).toBe(3);
  const sent = await lettersOf(vault);
  for (const kind of ['recipient-invitation', 'vault-released']) {
    const ofKind = sent.filter((letter) => letter.kind === kind);
    expect(new Set(ofKind.map(({ messageId }) => messageId)).size).toBe(3);
    expect(new Set(ofKind.map(({ onceKey }) => onceKey)).size).toBe(3);
  }
  const open = and(eq(ownerChanges.vaultId, vault.id), eq(ownerChanges.kind, 'release'));
  expect((await app.database.select().from(ownerChanges).where(open)).filter(({ undoneAt }) => !undoneAt)).toHaveLength(
    1,
  );
});
