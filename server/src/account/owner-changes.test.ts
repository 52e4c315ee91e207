// The letters about sensitive changes: the owner is notified immediately, and the letter's link undoes the change.
import { api } from '@remembrance/contract/api.ts';
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { ada, another, edda, rosa, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFile,
  draftVault,
  type Owner,
  otherBrowser,
  paidVault,
  release,
  signedIn,
  signInAgain,
} from '../../testing/people.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { forgetChanges } from '../people/owner-changes/owner-change-store.ts';
import { letters, ownerChanges, vaults } from '../platform/database/schema.ts';
import { listActs } from '../records/acts/act-store.ts';
import { purgeVaults } from '../vaults/delete/purge-vaults.ts';
import { listDue, releaseOnDate } from '../vaults/vault/release-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const mallory = { name: 'Mallory', email: 'mallory@example.com' };
const kindsTo = async (email: string) => (await app.lettersTo(email)).map(({ kind }) => kind);
const lastChange = (owner: Owner) => app.lastLetter('owner-change', owner.email);
const tokenIn = ({ link }: { link: string }) => new URL(link).hash.slice(1);
const undoToken = async (owner: Owner) => tokenIn(await lastChange(owner));
const undo = (token: string, putBack = true) => app.caller().call(api.undoOwnerChange, { body: { token, putBack } });
const show = (token: string) => app.caller().ask(api.showOwnerChange, { body: { token } });

/** By the link, in the owner's own browser, which was proven lately. */
const undoAs = (owner: Owner, token: string) => owner.call(api.undoOwnerChange, { body: { token, putBack: true } });

async function redirect(owner: Owner, id: string, to: { name: string; email: string }): Promise<string> {
  app.clock.pass({ seconds: 1 });
  const body = { title: 'For Rosa', recipientName: to.name, recipientEmail: to.email };
  await owner.ask(api.editVault, { params: { id }, body });
  return undoToken(owner);
}
async function executorOf(owner: Owner, id: string) {
  const [executor] = await owner.ask(api.listExecutors, { params: { id } });
  if (!executor) throw new Error('the vault has no executor');
  return executor;
}
async function replaceExecutor(owner: Owner, id: string, to: { name: string; email: string }): Promise<string> {
  app.clock.pass({ seconds: 1 });
  const { id: executorId } = await executorOf(owner, id);
  await owner.ask(api.correctExecutor, { params: { id, executorId }, body: to });
  return undoToken(owner);
}
const recipientOf = async (owner: Owner, id: string) => {
  const { recipientName: name, recipientEmail: email } = await owner.ask(api.getVault, { params: { id } });
  return { name, email };
};
/** A vault on a monthly plan, so that edits are not counted. */
const vaultOf = (owner: Owner) => paidVault(app, owner, { planType: 'basic_subscription' });
const eventsOf = async (id: string) => (await listActs(app.database, id)).map(({ event }) => event);

describe('CHANGE-1: a letter with an undo link immediately notifies the owner', () => {
  test('of a new recipient, but not of a new title', async () => {
    const owner = await newOwner();
    const { id } = await vaultOf(owner);
    const same = { recipientName: rosa.name, recipientEmail: rosa.email };
    await owner.ask(api.editVault, { params: { id }, body: { title: 'For Rosa', ...same } });
    expect(await kindsTo(owner.email)).not.toContain('owner-change');
    const token = await redirect(owner, id, mallory);
    expect(await lastChange(owner)).toMatchObject({
      kind: 'recipient',
      vaultTitle: 'For Rosa',
      isWayBack: true,
      before: `${rosa.name} (${rosa.email})`,
      after: `${mallory.name} (${mallory.email})`,
    });
    expect(token).toMatch(/^[\w-]{43}$/);
  });

  test('of a new executor, who gets a code, while the previous one gets a kind letter without details of the vault', async () => {
    const owner = await newOwner();
    const { id, code } = await vaultOf(owner);
    const before = (await kindsTo(edda.email)).filter((kind) => kind === 'executor-replaced').length;
    await replaceExecutor(owner, id, mallory);
    expect(await lastChange(owner)).toMatchObject({ kind: 'executor', after: `${mallory.name} (${mallory.email})` });
    expect(await kindsTo(mallory.email)).toContain('executor-code');
    expect((await kindsTo(edda.email)).filter((kind) => kind === 'executor-replaced')).toHaveLength(before + 1);
    expect(await app.lastLetter('executor-replaced', edda.email)).toEqual({
      executorName: edda.name,
      ownerName: 'Ada Lindqvist',
    });
    const refused = await app.caller().refused(api.verifyExecutor, { body: { accessCode: code } });
    expect(refused.code).toBe('access-code-refused');
  });

  test('of a new code, an export and a removed passkey', async () => {
    const owner = await newOwner();
    const { id } = await vaultOf(owner);
    const { id: executorId } = await executorOf(owner, id);
    await owner.ask(api.reissueCode, { params: { id, executorId } });
    expect((await lastChange(owner)).kind).toBe('executor-code');
    await owner.call(api.exportAccount);
    expect((await lastChange(owner)).kind).toBe('export');
    expect((await show(await undoToken(owner))).canPutBack).toBe(false);
  });

  test('but not of a deleted draft, because it loses nothing', async () => {
    const owner = await newOwner();
    const { id } = await draftVault(owner);
    app.clock.pass({ minutes: 11 });
    await owner.ask(api.deleteVault, { params: { id } });
    expect(await kindsTo(owner.email)).not.toContain('owner-change');
    expect(await app.database.select().from(vaults).where(eq(vaults.id, id))).toEqual([]);
  });
});

describe('the link', () => {
  test('it shows what it can undo, and opening it changes nothing', async () => {
    const owner = await newOwner();
    const { id } = await vaultOf(owner);
    const token = await redirect(owner, id, mallory);
    for (let times = 0; times < 2; times += 1) {
      expect(await show(token)).toMatchObject({
        kind: 'recipient',
        vaultTitle: 'For Rosa',
        earlier: rosa,
        canPutBack: true,
        hasPassword: true,
      });
    }
    expect(await recipientOf(owner, id)).toEqual(mallory);
  });

  test('EDIT-4: it signs everybody else out, restores the previous recipient and gives the edit back', async () => {
    const owner = await newOwner();
    const { id } = await paidVault(app, owner); // its plan has one edit
    const token = await redirect(owner, id, mallory);
    expect((await undo(token)).json()).toEqual({ isPutBack: true });
    expect((await owner.call(api.getUser)).statusCode).toBe(401);
    await signInAgain(owner, app);
    expect(await recipientOf(owner, id)).toEqual(rosa);
    expect((await owner.ask(api.getVault, { params: { id } })).editCount).toBe(0);
    expect(await app.lastLetter('owner-change-undone', owner.email)).toMatchObject({
      kind: 'recipient',
      isPutBack: true,
    });
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['vault-edited', 'change-disowned', 'change-undone']));
  });

  test('it restores a deleted vault for an owner who changed their mind, and signs nobody out', async () => {
    const owner = await newOwner();
    const { id } = await paidVault(app, owner);
    await owner.ask(api.deleteVault, { params: { id } });
    const body = { token: await undoToken(owner), putBack: true, changedMind: true };
    expect((await app.caller().call(api.undoOwnerChange, { body })).json()).toEqual({ isPutBack: true });
    expect((await owner.ask(api.getVault, { params: { id } })).id).toBe(id);
    expect(await app.lastLetter('owner-change-undone', owner.email)).toMatchObject({ signsOut: false });
    expect(await eventsOf(id)).not.toContain('change-disowned');
  });

  test('it signs everybody else out for any other change, even if the owner only changed their mind', async () => {
    const owner = await newOwner();
    const { id } = await vaultOf(owner);
    const body = { token: await redirect(owner, id, mallory), putBack: true, changedMind: true };
    await app.caller().ask(api.undoOwnerChange, { body });
    expect((await owner.call(api.getUser)).statusCode).toBe(401);
  });

  test('it does not sign out the browser in which it was used', { tags: 'long' }, async () => {
    const owner = await newOwner();
    const elsewhere = await otherBrowser(app, owner);
    const { id } = await vaultOf(owner);
    const token = await redirect(owner, id, mallory);
    await owner.ask(api.undoOwnerChange, { body: { token, putBack: true } });
    expect((await owner.call(api.getUser)).statusCode).toBe(200);
    expect((await elsewhere.call(api.getUser)).statusCode).toBe(401);
  });

  test('its user can only sign everybody else out, and can still restore later', async () => {
    const owner = await newOwner();
    const { id } = await vaultOf(owner);
    const token = await redirect(owner, id, mallory);
    expect((await undo(token, false)).json()).toEqual({ isPutBack: false });
    await signInAgain(owner, app);
    expect(await recipientOf(owner, id)).toEqual(mallory);
    expect((await undo(token)).json()).toEqual({ isPutBack: true });
  });

  test('it restores the previous executor with a fresh code; the replaced one is notified and has no code', async () => {
    const owner = await newOwner();
    const { id } = await vaultOf(owner);
    const token = await replaceExecutor(owner, id, mallory);
    const stolen = (await app.lastLetter('executor-code', mallory.email)).code;
    expect((await undo(token)).statusCode).toBe(200);
    await signInAgain(owner, app);
    expect(await executorOf(owner, id)).toMatchObject(edda);
    expect(await kindsTo(mallory.email)).toContain('executor-replaced');
    expect((await app.caller().call(api.verifyExecutor, { body: { accessCode: stolen } })).statusCode).toBe(403);
    const { code } = await app.lastLetter('executor-code', edda.email);
    expect((await app.caller().call(api.verifyExecutor, { body: { accessCode: code } })).statusCode).toBe(200);
  });
});

describe('CHANGE-16: an undo is a change like any other', () => {
  const wayBackOf = async (owner: Owner) =>
    new URL((await app.lastLetter('owner-change-undone', owner.email)).link ?? '').hash.slice(1);

  test('its letter has a link that restores what it replaced, signs nobody out, and lets the change be undone again', async () => {
    const owner = await newOwner();
    const { id } = await paidVault(app, owner); // its plan has one edit
    const token = await redirect(owner, id, mallory);
    await undoAs(owner, token);
    app.clock.pass({ seconds: 1 });
    const wayBack = await wayBackOf(owner);
    expect(await show(wayBack)).toMatchObject({ kind: 'recipient', isUndo: true, canChangeMind: true, newer: [] });
    const body = { token: wayBack, putBack: true, changedMind: true };
    expect((await app.caller().call(api.undoOwnerChange, { body })).json()).toEqual({ isPutBack: true });
    expect(await recipientOf(owner, id)).toEqual(mallory);
    expect((await owner.ask(api.getVault, { params: { id } })).editCount).toBe(1);
    expect((await undo(wayBack)).json()).toMatchObject({ code: 'change-undone' });
    expect((await undo(token)).json()).toEqual({ isPutBack: true });
    await signInAgain(owner, app);
    expect(await recipientOf(owner, id)).toEqual(rosa);
  });

  test('where it would replace something newer, its page says so and it requires a proof of the owner', async () => {
    const owner = await newOwner();
    const { id } = await vaultOf(owner);
    const first = await redirect(owner, id, mallory);
    const nils = { name: 'Nils', email: 'nils@example.com' };
    await redirect(owner, id, nils);
    expect(await show(first)).toMatchObject({ newer: ['other'] });
    expect((await undo(first)).json()).toMatchObject({ status: 403, code: 'proof-needed' });
    const somebody = await newOwner();
    expect((await undoAs(somebody, first)).json()).toMatchObject({ code: 'proof-needed' });
    await signInAgain(owner, app);
    expect(await recipientOf(owner, id)).toEqual(nils);
    expect((await undoAs(owner, first)).json()).toEqual({ isPutBack: true });
    expect(await recipientOf(owner, id)).toEqual(rosa);
  });

  test('an edit with several parts counts until all of them are undone', async () => {
    const owner = await newOwner();
    const { id } = await paidVault(app, owner);
    const body = {
      title: 'Another',
      recipientName: mallory.name,
      recipientEmail: mallory.email,
      message: 'Other words',
    };
    await owner.ask(api.editVault, { params: { id }, body });
    const letters = (await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'owner-change');
    const facts = letters.map(({ facts }) => facts as { kind: string; link: string; isLastEdit?: boolean });
    expect(facts.map(({ kind }) => kind).toSorted()).toEqual(['content', 'recipient', 'title']);
    expect(facts.every(({ isLastEdit }) => isLastEdit)).toBe(true);
    const counts: number[] = [];
    for (const { link } of facts) {
      expect((await undoAs(owner, new URL(link).hash.slice(1))).json()).toEqual({ isPutBack: true });
      counts.push((await owner.ask(api.getVault, { params: { id } })).editCount);
    }
    expect(counts).toEqual([1, 1, 0]);
  });
});

describe('a refused link comes with a clear message', () => {
  test('when it was used, when seven days are over, and when it is invalid', async () => {
    const owner = await newOwner();
    const { id } = await vaultOf(owner);
    const used = await redirect(owner, id, mallory);
    await undo(used);
    expect((await undo(used)).json()).toMatchObject({ status: 409, code: 'change-undone' });
    await signInAgain(owner, app);
    const late = await redirect(owner, id, mallory);
    app.clock.pass({ days: 7 });
    for (const putBack of [true, false]) {
      expect((await undo(late, putBack)).json()).toMatchObject({ status: 410, code: 'change-link-expired' });
    }
    for (const wrong of ['x', 'A'.repeat(43), `${late} `]) {
      expect((await undo(wrong)).json()).toMatchObject({ status: 404, code: 'change-link-unknown' });
    }
    await signInAgain(owner, app);
    expect(await recipientOf(owner, id)).toEqual(mallory);
  });

  test('when a later change was undone with it, because the first letter restores the first value', async () => {
    const owner = await newOwner();
    const { id } = await vaultOf(owner);
    const first = await redirect(owner, id, mallory);
    const second = await redirect(owner, id, { name: 'Mallory', email: 'again@example.com' });
    expect((await undoAs(owner, first)).statusCode).toBe(200);
    expect(await recipientOf(owner, id)).toEqual(rosa);
    // This would restore the stranger.
    expect((await undo(second)).json()).toMatchObject({ code: 'change-undone' });
    expect(await recipientOf(owner, id)).toEqual(rosa);
  });

  test('but changes that are undone one after the other are undone step by step', { tags: 'long' }, async () => {
    const owner = await newOwner();
    const { id } = await vaultOf(owner);
    const first = await redirect(owner, id, mallory);
    const second = await redirect(owner, id, { name: 'Nils', email: 'nils@example.com' });
    await undo(second);
    await signInAgain(owner, app);
    expect(await recipientOf(owner, id)).toEqual(mallory);
    await undo(first);
    await signInAgain(owner, app);
    expect(await recipientOf(owner, id)).toEqual(rosa);
  });

  test('when the vault was released: it does not change, and everybody else is still signed out', async () => {
    const owner = await newOwner();
    const vault = await vaultOf(owner);
    const recipient = await redirect(owner, vault.id, mallory);
    const executor = await replaceExecutor(owner, vault.id, { ...edda, name: 'E. Moreau' });
    await release(app, { ...vault, recipientEmail: mallory.email });
    for (const token of [recipient, executor]) {
      expect((await undo(token)).json()).toMatchObject({ code: 'vault-released' });
    }
    expect((await owner.call(api.getUser)).statusCode).toBe(401);
    await signInAgain(owner, app);
    expect(await recipientOf(owner, vault.id)).toEqual(mallory);
  });
});

test("if a release and an undo run concurrently, one comes first, and the letter goes to the released vault's recipient", {
  tags: 'long',
}, async () => {
  for (let round = 0; round < 12; round += 1) {
    const owner = await newOwner();
    const vault = await vaultOf(owner);
    const to = { name: 'Mallory', email: `mallory-${round}@example.com` };
    const token = await redirect(owner, vault.id, to);
    const [released, undone] = await Promise.all([
      app.caller().call(api.releaseVault, { params: { vaultId: vault.id }, body: { accessCode: vault.code } }),
      undo(token),
    ]);
    expect(released.statusCode).toBe(200);
    await signInAgain(owner, app);
    const { email } = await recipientOf(owner, vault.id);
    expect(email).toBe(undone.statusCode === 200 ? rosa.email : to.email);
    const invited = await app.database.select().from(letters).where(eq(letters.vaultId, vault.id));
    const isInvitation = ({ kind }: { kind: string }) => kind === ('recipient-invitation' satisfies LetterKind);
    expect(invited.filter(isInvitation).map(({ recipient }) => recipient)).toEqual([email]);
  }
});

test('many concurrent uses of the link restore it once', async () => {
  const owner = await newOwner();
  const { id } = await vaultOf(owner);
  const token = await redirect(owner, id, mallory);
  const answers = await Promise.all(Array.from({ length: 10 }, () => undo(token)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect((await kindsTo(owner.email)).filter((kind) => kind === 'owner-change-undone')).toHaveLength(1);
});

describe('a removed release date', () => {
  async function dateRemoved() {
    const owner = await newOwner();
    const scheduledReleaseDate = new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString();
    const vault = await paidVault(app, owner, { planType: 'basic_subscription', scheduledReleaseDate });
    app.clock.pass({ seconds: 1 });
    await owner.ask(api.editVault, { params: { id: vault.id }, body: { removesReleaseDate: true } });
    return { owner, vault, date: scheduledReleaseDate, token: await undoToken(owner) };
  }
  const dateOf = async (owner: Owner, id: string) =>
    (await owner.ask(api.getVault, { params: { id } })).scheduledReleaseDate;

  test('it is reported to the owner with the date, and the link restores it', async () => {
    const { owner, vault, date, token } = await dateRemoved();
    expect(await lastChange(owner)).toMatchObject({ kind: 'release-date', before: date, isWayBack: true });
    expect(await dateOf(owner, vault.id)).toBeNull();
    expect(await show(token)).toMatchObject({ kind: 'release-date', earlierDate: date, canPutBack: true });
    expect((await undo(token)).json()).toEqual({ isPutBack: true });
    await signInAgain(owner, app);
    expect(await dateOf(owner, vault.id)).toBe(date);
  });

  test('it is not restored once it has passed, because the vault would be released immediately', async () => {
    const { owner, vault, token } = await dateRemoved();
    app.clock.pass({ days: 3 });
    expect((await undo(token)).json()).toMatchObject({ status: 409, code: 'release-date-passed' });
    await signInAgain(owner, app);
    expect(await dateOf(owner, vault.id)).toBeNull();
  });

  test('it is not restored in a vault that was released after the removal', async () => {
    const { owner, vault, token } = await dateRemoved();
    await release(app, vault);
    expect((await undo(token)).json()).toMatchObject({ code: 'vault-released' });
    await signInAgain(owner, app);
    expect(await dateOf(owner, vault.id)).toBeNull();
  });

  test('it causes no letter in a draft, because nothing releases a draft', async () => {
    const owner = await newOwner();
    const scheduledReleaseDate = new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString();
    const { id } = await draftVault(owner, { scheduledReleaseDate });
    await owner.ask(api.editVault, { params: { id }, body: { removesReleaseDate: true } });
    expect(await dateOf(owner, id)).toBeNull();
    expect(await kindsTo(owner.email)).not.toContain('owner-change');
  });
});

describe('another release date of an activated vault', () => {
  const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
  const dateOf = async (owner: Owner, id: string) =>
    (await owner.ask(api.getVault, { params: { id } })).scheduledReleaseDate;

  test.each([
    ['the first', null, 30],
    ['a nearer', 30, 9],
    ['a later', 9, 300],
  ])('it is reported with the previous date if it is %s, and the link restores that date', async (_, before, after) => {
    const owner = await newOwner();
    const earlier = before === null ? {} : { scheduledReleaseDate: inDays(before) };
    const vault = await paidVault(app, owner, { planType: 'basic_subscription', ...earlier });
    app.clock.pass({ seconds: 1 });
    const date = inDays(after);
    await owner.ask(api.editVault, { params: { id: vault.id }, body: { scheduledReleaseDate: date } });
    const was = vault.scheduledReleaseDate;
    expect(await lastChange(owner)).toMatchObject({ kind: 'release-date', before: was, after: date, isWayBack: true });
    const token = await undoToken(owner);
    expect((await undo(token)).json()).toEqual({ isPutBack: true });
    await signInAgain(owner, app);
    expect(await dateOf(owner, vault.id)).toBe(was);
  });

  test('it ends the links of later changes when it is undone, so that no date returns that a stranger chose', async () => {
    const owner = await newOwner();
    const { id } = await paidVault(app, owner, { planType: 'basic_subscription', scheduledReleaseDate: inDays(20) });
    const first = inDays(20);
    app.clock.pass({ seconds: 1 });
    await owner.ask(api.editVault, { params: { id }, body: { removesReleaseDate: true } });
    const removed = await undoToken(owner);
    app.clock.pass({ seconds: 1 });
    await owner.ask(api.editVault, { params: { id }, body: { scheduledReleaseDate: inDays(8) } });
    const set = await undoToken(owner);
    expect((await undoAs(owner, removed)).json()).toEqual({ isPutBack: true });
    expect((await undo(set)).json()).toMatchObject({ code: 'change-undone' });
    await signInAgain(owner, app);
    expect(await dateOf(owner, id)).toBe(first);
  });

  test('it causes no letter in a draft, or if the date stays the same', async () => {
    const owner = await newOwner();
    const draft = await draftVault(owner);
    await owner.ask(api.editVault, { params: { id: draft.id }, body: { scheduledReleaseDate: inDays(30) } });
    const same = inDays(30);
    const vault = await paidVault(app, owner, { planType: 'basic_subscription', scheduledReleaseDate: same });
    const body = { title: 'Another', scheduledReleaseDate: same };
    await owner.ask(api.editVault, { params: { id: vault.id }, body });
    expect(await kindsTo(owner.email)).not.toContain('owner-change');
  });
});

describe('the owner is notified', () => {
  test('of a new name, which the link can undo, but not of the same name', async () => {
    const owner = await newOwner();
    const { firstName, lastName } = await owner.ask(api.getUser);
    await owner.ask(api.changeProfile, { body: { firstName: firstName ?? '', lastName: lastName ?? '' } });
    expect(await kindsTo(owner.email)).not.toContain('owner-change');
    await owner.ask(api.changeProfile, { body: { firstName: 'Mallory', lastName: 'Lind' } });
    expect(await lastChange(owner)).toMatchObject({
      kind: 'name',
      before: `${firstName} ${lastName}`,
      after: 'Mallory Lind',
      isWayBack: true,
    });
    const token = await undoToken(owner);
    expect(await show(token)).toMatchObject({ kind: 'name', earlier: null, canPutBack: true });
    expect((await undo(token)).json()).toEqual({ isPutBack: true });
    await signInAgain(owner, app);
    expect(await owner.ask(api.getUser)).toMatchObject({ firstName, lastName });
  });

  test('of the end of another session or of all others, but not if there is none', async () => {
    const owner = await newOwner();
    await owner.ask(api.endOtherSessions);
    expect(await kindsTo(owner.email)).not.toContain('owner-change');
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile/15E148 Safari/604.1';
    await otherBrowser(app, owner, { headers: { 'user-agent': agent } });
    const sessions = await owner.ask(api.listSessions);
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    await owner.ask(api.endSession, { params: { id: other?.id ?? '' } });
    expect(await lastChange(owner)).toMatchObject({ kind: 'sessions-ended', before: 'Safari on iPhone' });
    await otherBrowser(app, owner);
    app.clock.pass({ seconds: 1 });
    await owner.ask(api.endOtherSessions);
    expect(await lastChange(owner)).toMatchObject({ kind: 'sessions-ended', before: null });
    const token = await undoToken(owner);
    expect(await show(token)).toMatchObject({ canPutBack: false });
    // Its link signs out the remaining browser.
    expect((await undo(token)).json()).toEqual({ isPutBack: false });
    expect((await owner.call(api.getUser)).statusCode).toBe(401);
  });
});

describe('CHANGE-6: a deleted vault that was paid for', () => {
  const heron = { name: 'heron.txt', type: 'text/plain', bytes: Buffer.from('a heron') };
  async function deleted() {
    const owner = await newOwner();
    const vault = await paidVault(app, owner, {
      scheduledReleaseDate: new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString(),
    });
    await addFile(owner, vault.id, heron);
    app.clock.pass({ seconds: 1 });
    await owner.ask(api.deleteVault, { params: { id: vault.id } });
    return { owner, vault, token: await undoToken(owner) };
  }

  test("it is hidden from its owner and can't be released, by a code or a date", async () => {
    const { owner, vault } = await deleted();
    const { id } = vault;
    expect(await owner.ask(api.listVaults)).toEqual([]);
    for (const hidden of [
      owner.call(api.getVault, { params: { id } }),
      owner.call(api.listFiles, { params: { id } }),
      owner.call(api.listExecutors, { params: { id } }),
      owner.call(api.deleteVault, { params: { id } }),
      owner.call(api.editVault, {
        params: { id },
        body: { title: 'x', recipientName: rosa.name, recipientEmail: rosa.email },
      }),
      owner.call(api.requestUpload, {
        params: { id },
        body: { fileName: 'a.txt', fileType: 'message', mimeType: 'text/plain' },
      }),
    ]) {
      expect((await hidden).json()).toMatchObject({ code: 'vault-not-found' });
    }
    const body = { accessCode: vault.code };
    expect((await app.caller().call(api.verifyExecutor, { body })).statusCode).toBe(403);
    expect((await app.caller().call(api.releaseVault, { params: { vaultId: id }, body })).statusCode).toBe(403);
  });

  test('the letter restores it with its files, its code and its date', async () => {
    const { owner, vault, token } = await deleted();
    expect((await undo(token)).json()).toEqual({ isPutBack: true });
    await signInAgain(owner, app);
    expect(await owner.ask(api.getVault, { params: { id: vault.id } })).toMatchObject({
      title: vault.title,
      message: vault.message,
      scheduledReleaseDate: vault.scheduledReleaseDate,
    });
    expect(await owner.ask(api.listFiles, { params: { id: vault.id } })).toHaveLength(1);
    const body = { accessCode: vault.code };
    expect((await app.caller().call(api.verifyExecutor, { body })).statusCode).toBe(200);
  });

  test('it is purged with its objects after seven days, and not earlier', async () => {
    const { owner, vault, token } = await deleted();
    app.clock.pass({ days: 6, hours: 23 });
    await purgeVaults(app.services);
    const rows = () => app.database.select().from(vaults).where(eq(vaults.id, vault.id));
    expect(await rows()).toHaveLength(1);
    app.clock.pass({ hours: 1 });
    expect((await undo(token)).json()).toMatchObject({ code: 'change-link-expired' });
    await purgeVaults(app.services);
    expect(await rows()).toEqual([]);
    expect(await eventsOf(vault.id)).toEqual(expect.arrayContaining(['vault-deleted', 'vault-purged']));
    await signInAgain(owner, app);
    expect(await owner.ask(api.listVaults)).toEqual([]);
  });

  test('it is not released if its date passes while it is deleted', async () => {
    const { vault } = await deleted();
    app.clock.pass({ days: 4 });
    expect(await listDue(app.database, app.clock.now(), 1000)).not.toContain(vault.id);
    expect(await app.database.transaction((tx) => releaseOnDate(tx, [vault.id], app.clock.now()))).toEqual([]);
    const [row] = await app.database.select().from(vaults).where(eq(vaults.id, vault.id));
    expect(row?.status).toBe('deleting');
  });
});

test('the previous values are stored encrypted, and erased once they can no longer be restored', async () => {
  const owner = await newOwner();
  const { id } = await vaultOf(owner);
  await redirect(owner, id, mallory);
  const row = async () => (await app.database.select().from(ownerChanges).where(eq(ownerChanges.vaultId, id)))[0];
  expect((await row())?.sealedEarlier).toBeTruthy();
  expect(JSON.stringify(await row())).not.toContain(rosa.email);
  app.clock.pass({ days: 6 });
  await forgetChanges(app.services);
  expect((await row())?.sealedEarlier).toBeTruthy();
  app.clock.pass({ days: 1 });
  await forgetChanges(app.services);
  expect((await row())?.sealedEarlier).toBeNull();
  app.clock.pass({ days: 30 });
  await forgetChanges(app.services);
  expect(await row()).toBeUndefined();
});

test('a refused change causes no letter', async () => {
  const owner = await newOwner();
  const vault = await vaultOf(owner);
  const body = { title: vault.title, recipientName: 'Mallory', recipientEmail: vaultForm().recipientEmail };
  await release(app, vault);
  expect((await owner.call(api.editVault, { params: { id: vault.id }, body })).statusCode).toBe(409);
  expect(await kindsTo(owner.email)).not.toContain('owner-change');
});
