// Changing the account's email address: requested with a proof, confirmed from the new mailbox, undone from the previous one.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, signUpBody } from '@remembrance/contract/testing/cast.ts';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftVault, type Owner, otherBrowser, paidVault, release, signedIn, signInBy } from '../../testing/people.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { waitForLocks } from '../../testing/wait-for-locks.ts';
import { formatMoment } from '../letters/templates/letter-words.ts';
import { forgetChanges } from '../people/owner-changes/owner-change-store.ts';
import { endPendingLinks } from '../people/sessions/account-links.ts';
import { lockUser } from '../people/users/user-store.ts';
import { letters } from '../platform/database/schema.ts';
import { daysLater } from '../platform/lib/clock.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const newAddress = () => `moved-${++people}@example.com`;
const tokenIn = ({ link }: { link: string }) => new URL(link).hash.slice(1);
const kindsTo = async (email: string) => (await app.lettersTo(email)).map(({ kind }) => kind);
const ask = (owner: Owner, email: string) => owner.ask(api.requestEmailChange, { body: { email } });
const confirm = (token: string) => app.caller().call(api.confirmEmailChange, { body: { token } });
const linkTo = async (email: string) => tokenIn(await app.lastLetter('email-confirmation', email));
const undoToken = async (email: string) => tokenIn(await app.lastLetter('owner-change', email));
const undo = (token: string) => app.caller().call(api.undoOwnerChange, { body: { token, putBack: true } });
const signIn = (email: string) => signInBy(app, app.caller(), { email, password: ada.password });
/** Requests the change and confirms it from the new mailbox. */
async function move(owner: Owner, to = newAddress()): Promise<string> {
  await ask(owner, to);
  app.clock.pass({ seconds: 1 });
  expect((await confirm(await linkTo(to))).json()).toEqual({ email: to });
  return to;
}

describe('EMAIL-1: a new address', () => {
  test('it applies once it is confirmed; until then nothing changes, and the owner is notified of the request', async () => {
    const owner = await newOwner();
    const to = newAddress();
    await ask(owner, to);
    expect((await owner.ask(api.getUser)).email).toBe(owner.email);
    expect(await app.lastLetter('owner-change', owner.email)).toMatchObject({ kind: 'email-asked', after: to });
    expect((await confirm(await linkTo(to))).statusCode).toBe(200);
    expect((await owner.ask(api.getUser)).email).toBe(to);
    expect((await signIn(owner.email)).statusCode).toBe(403);
    expect((await signIn(to)).statusCode).toBe(200);
  });

  test('it is reported to both addresses, ends every session except the requesting one, and its link works once', async () => {
    const owner = await newOwner();
    const elsewhere = await otherBrowser(app, owner);
    const to = newAddress();
    await ask(owner, to);
    const link = await linkTo(to);
    await confirm(link);
    expect(await app.lastLetter('owner-change', owner.email)).toMatchObject({ kind: 'email', isWayBack: true });
    expect(await app.lastLetter('owner-change', to)).toMatchObject({ kind: 'email', isWayBack: false });
    expect((await owner.call(api.getUser)).statusCode).toBe(200);
    expect((await elsewhere.call(api.getUser)).statusCode).toBe(401);
    expect((await confirm(link)).json()).toMatchObject({ status: 400, code: 'email-link-refused' });
  });

  test('a confirmation waits for an undo that is under way, instead of blocking it, and is then refused', async () => {
    const owner = await newOwner();
    const to = newAddress();
    await ask(owner, to);
    const link = await linkTo(to);
    let confirmed: ReturnType<typeof confirm> | undefined;
    await app.database.transaction(async (tx) => {
      await lockUser(tx, owner.id);
      confirmed = confirm(link);
      await waitForLocks(app.database, 1);
      await endPendingLinks(tx, owner.id);
    });
    expect((await confirmed)?.json()).toMatchObject({ code: 'email-link-refused' });
    expect((await owner.ask(api.getUser)).email).toBe(owner.email);
  });

  test('it can be confirmed within a day, and only with the latest letter', async () => {
    const owner = await newOwner();
    const [first, second] = [newAddress(), newAddress()];
    await ask(owner, first);
    app.clock.pass({ seconds: 1 });
    await ask(owner, second);
    expect((await confirm(await linkTo(first))).json()).toMatchObject({ code: 'email-link-refused' });
    app.clock.pass({ days: 1 });
    expect((await confirm(await linkTo(second))).json()).toMatchObject({ code: 'email-link-refused' });
  });

  test('it invalidates the links in the previous mailbox', async () => {
    const owner = await newOwner();
    await app.caller().ask(api.requestPasswordReset, { body: { email: owner.email } });
    const { link } = await app.lastLetter('password-reset', owner.email);
    await move(owner);
    const token = new URL(link).hash.slice(1);
    const body = { token, newPassword: 'an entirely different one' };
    expect((await app.caller().call(api.resetPassword, { body })).json()).toMatchObject({ code: 'reset-link-refused' });
  });

  test("it can't be the current address", async () => {
    const owner = await newOwner();
    expect(
      await owner.refused(api.requestEmailChange, { body: { email: ` ${owner.email.toUpperCase()}` } }),
    ).toMatchObject({
      code: 'invalid-input',
      fields: { email: expect.any(String) },
    });
  });
});

describe('a request does not reveal whether an address has an account', () => {
  test("the response is the same, and the address's owner gets a letter without a link to confirm", async () => {
    const [owner, holder] = [await newOwner(), await newOwner()];
    expect(await ask(owner, holder.email)).toEqual({ email: holder.email });
    expect(await kindsTo(holder.email)).toContain('email-taken');
    expect(await kindsTo(holder.email)).not.toContain('email-confirmation');
    expect((await owner.ask(api.getUser)).email).toBe(owner.email);
  });

  test('a letter to an address that nobody has confirmed contains no name, because a stranger may have written it', async () => {
    const owner = await newOwner();
    const [taken, free] = [newAddress(), newAddress()];
    await app.caller().ask(api.signUp, { body: signUpBody({ ...ada, email: taken }) });
    for (const email of [taken, free]) await ask(owner, email);
    const sent = await app.database
      .select()
      .from(letters)
      .where(inArray(letters.recipient, [taken, free]));
    expect(sent.map(({ kind }) => kind).sort()).toEqual(['email-confirmation', 'email-taken', 'email-verification']);
    for (const { facts } of sent) expect(JSON.stringify(facts)).not.toMatch(/Ada|Lindqvist/);
  });

  test('if two accounts confirm one address concurrently, one gets it, and the other only learns that the link no longer works', {
    tags: 'long',
  }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await newOwner(), await newOwner()];
      const to = newAddress();
      await ask(one, to);
      const first = await linkTo(to);
      await ask(other, to);
      const second = await linkTo(to);
      const answers = await Promise.all([confirm(first), confirm(second)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
      expect(answers.find(({ statusCode }) => statusCode === 400)?.json()).toMatchObject({
        code: 'email-link-refused',
      });
      const emails = await Promise.all([one, other].map(async (owner) => (await owner.ask(api.getUser)).email));
      expect(emails.filter((email) => email === to)).toHaveLength(1);
    }
  });
});

describe('EMAIL-3: the previous address can undo the change for seven days', () => {
  test("and the new one can't prevent it", async () => {
    const owner = await newOwner();
    const { id } = await draftVault(owner);
    const to = await move(owner);
    expect(await kindsTo(to)).not.toContain('password-reset');
    app.clock.pass({ days: 1 });
    await owner.ask(api.proveByPassword, { body: { password: owner.password } });
    const body = { title: 'For Rosa', recipientName: 'Mallory', recipientEmail: 'mallory@example.com' };
    await owner.ask(api.editVault, { params: { id }, body });
    // Both addresses get the next letter, but only the previous one has the undo link.
    expect(await app.lastLetter('owner-change', to)).toMatchObject({ kind: 'recipient', isWayBack: false });
    expect(await app.lastLetter('owner-change', owner.email)).toMatchObject({ kind: 'recipient', isWayBack: true });
    const [recipient, address] = [await undoToken(owner.email), await undoTokenOf(owner.email)];
    expect((await undo(recipient)).statusCode).toBe(200);
    expect((await undo(address)).statusCode).toBe(200);
    expect((await signIn(to)).statusCode).toBe(403);
    await signInBy(app, owner, owner);
    expect((await owner.ask(api.getVault, { params: { id } })).recipientName).toBe('Rosa Lindqvist');
  });

  test('it works even if somebody has since signed up with that address, as long as their account is empty', async () => {
    const owner = await newOwner();
    await move(owner);
    await signedIn(app, { ...ada, email: owner.email, password: 'another long enough one' });
    expect((await undo(await undoTokenOf(owner.email))).statusCode).toBe(200);
    expect((await signIn(owner.email)).statusCode).toBe(200);
  });

  test('it is refused if that account has a vault by then, and works once that account has another address', async () => {
    const owner = await newOwner();
    const to = await move(owner);
    const token = await undoTokenOf(owner.email);
    const newer = await signedIn(app, { ...ada, email: owner.email });
    const { id } = await draftVault(newer);
    expect((await undo(token)).json()).toMatchObject({ status: 409, code: 'email-taken' });
    expect((await signIn(to)).statusCode).toBe(200);
    await move(newer);
    expect((await undo(token)).statusCode).toBe(200);
    await signInBy(app, owner, owner);
    expect((await owner.ask(api.getUser)).email).toBe(owner.email);
    expect((await newer.ask(api.listVaults)).map((vault) => vault.id)).toEqual([id]);
  });

  test('it is refused, and nothing is lost, if that account saves its first vault at the same moment', async () => {
    const owner = await newOwner();
    await move(owner);
    const token = await undoTokenOf(owner.email);
    const newer = await signedIn(app, { ...ada, email: owner.email, password: 'another long enough one' });
    let saving: Promise<{ id: string }> | undefined;
    let undoing: ReturnType<typeof undo> | undefined;
    await app.database.transaction(async (tx) => {
      await lockUser(tx, newer.id);
      saving = draftVault(newer);
      await waitForLocks(app.services.jobDatabase, 1);
      undoing = undo(token);
      await waitForLocks(app.services.jobDatabase, 2);
    });
    const saved = await saving;
    expect((await undoing)?.json()).toMatchObject({ code: 'email-taken' });
    expect((await newer.ask(api.listVaults)).map(({ id }) => id)).toEqual([saved?.id]);
  });

  test('a request that the owner did not make can be cancelled from its own letter before it is confirmed', async () => {
    const owner = await newOwner();
    const to = newAddress();
    await ask(owner, to);
    expect((await undo(await undoToken(owner.email))).statusCode).toBe(200);
    expect((await confirm(await linkTo(to))).json()).toMatchObject({ code: 'email-link-refused' });
  });

  test('the letter about the request works too: it stops another request, and after the move it restores the address', async () => {
    const owner = await newOwner();
    const to = newAddress();
    await ask(owner, newAddress());
    const first = await undoToken(owner.email);
    app.clock.pass({ seconds: 1 });
    await ask(owner, to);
    expect((await undo(first)).statusCode).toBe(200);
    expect((await confirm(await linkTo(to))).json()).toMatchObject({ code: 'email-link-refused' });
    expect((await owner.call(api.getAccount)).statusCode).toBe(401);
    expect((await undo(first)).json()).toMatchObject({ code: 'change-undone' });

    const moved = await newOwner();
    await ask(moved, newAddress());
    const early = await undoToken(moved.email);
    app.clock.pass({ seconds: 1 });
    const there = await move(moved);
    expect(await app.caller().ask(api.showOwnerChange, { body: { token: early } })).toMatchObject({
      kind: 'email',
      earlier: { email: moved.email },
    });
    expect((await undo(early)).statusCode).toBe(200);
    expect((await signIn(there)).statusCode).toBe(403);
    expect((await signIn(moved.email)).statusCode).toBe(200);
    expect((await undo(early)).json()).toMatchObject({ code: 'change-undone' });
    expect((await undo(await undoTokenOf(moved.email))).json()).toMatchObject({ code: 'change-undone' });
  });
});

/** The token in the letter about the change itself. */
async function undoTokenOf(email: string): Promise<string> {
  const letters = await app.lettersTo(email);
  const letter = letters.find((content) => content.kind === 'owner-change' && content.facts.kind === 'email');
  return letter?.kind === 'owner-change' ? tokenIn(letter.facts) : '';
}

describe('while a move can be undone', () => {
  const reset = async (email: string) => {
    await app.caller().ask(api.requestPasswordReset, { body: { email } });
  };

  test('every letter about the account also goes to the previous address, and after that only to the new one', async () => {
    const owner = await newOwner();
    const vault = await paidVault(app, owner);
    const to = await move(owner);
    await reset(to);
    await release(app, vault);
    for (const email of [owner.email, to]) {
      expect(await kindsTo(email)).toEqual(expect.arrayContaining(['password-reset', 'vault-released']));
    }
    app.clock.pass({ days: 7 });
    const before = await kindsTo(owner.email);
    await reset(to);
    expect(await kindsTo(owner.email)).toEqual(before);
    expect((await kindsTo(to)).filter((kind) => kind === 'password-reset')).toHaveLength(2);
  });

  test('after two moves the first address gets them until the second is final', async () => {
    const owner = await newOwner();
    await move(owner);
    app.clock.pass({ days: 6 });
    await signInBy(app, owner, { ...owner, email: (await owner.ask(api.getUser)).email });
    const last = await move(owner);
    app.clock.pass({ days: 6 });
    await forgetChanges(app.services);
    await reset(last);
    expect(await kindsTo(owner.email)).toContain('password-reset');
  });

  test('letters to executors and recipients with that address are not about the account, and go only to it', async () => {
    const owner = await newOwner();
    const to = await move(owner);
    const other = await newOwner();
    await release(app, await paidVault(app, other, { recipientEmail: to, executorEmail: to }));
    expect(await kindsTo(to)).toEqual(expect.arrayContaining(['executor-code', 'recipient-invitation']));
    for (const kind of ['executor-code', 'recipient-invitation'])
      expect(await kindsTo(owner.email)).not.toContain(kind);
  });

  test('undoing the move ends it immediately', async () => {
    const owner = await newOwner();
    const to = await move(owner);
    await undo(await undoToken(owner.email));
    const before = await kindsTo(to);
    await reset(owner.email);
    expect(await kindsTo(to)).toEqual(before);
    expect((await kindsTo(owner.email)).filter((kind) => kind === 'password-reset')).toHaveLength(1);
  });
});

test('an account is not deleted while its move can be undone, and the refusal gives the last day of that', async () => {
  const owner = await newOwner();
  const to = await move(owner);
  const refused = await owner.refused(api.deleteAccount);
  const until = daysLater(app.clock.now(), 7);
  expect(refused).toMatchObject({ status: 409, code: 'deletion-waits', retryAt: until.toISOString() });
  expect(refused.detail).toContain(`until ${formatMoment(until.toISOString(), {})} that can be undone`);
  expect(await kindsTo(to)).not.toContain('account-deletion');
  app.clock.pass({ days: 7 });
  await signInBy(app, owner, { email: to, password: owner.password });
  expect((await owner.call(api.deleteAccount)).statusCode).toBe(200);
  expect(await kindsTo(to)).toContain('account-deletion');
  expect(await kindsTo(owner.email)).not.toContain('account-deletion');
});

test('an account whose move was undone can be deleted immediately', async () => {
  const owner = await newOwner();
  await move(owner);
  await undo(await undoToken(owner.email));
  await signInBy(app, owner, owner);
  expect((await owner.call(api.deleteAccount)).statusCode).toBe(200);
});
