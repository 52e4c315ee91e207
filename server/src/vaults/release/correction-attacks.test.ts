// Corrections against everything else that may happen to a release: an undo, another release, an owner whose email has not left, the second
// address, and an executor who asks for too much.
import { api } from '@remembrance/contract/api.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atQuestions, type PaidVault, release, signInAgain, tokenOf } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { unopenedVaults } from '../../../testing/unopened.ts';
import { executors, letters, vaults } from '../../platform/database/schema.ts';
import { newId } from '../../platform/lib/ids.ts';
import { remindRecipients } from '../vault-access/remind-recipients.ts';
import { makeDueCorrections } from './correct-recipient.ts';
import { mailCorrectionAgain } from './mail-correction-again.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const { releasedWith, passing, kindsTo, count, verified, correct, stopTokenOf } = unopenedVaults(() => app);
type Released = Awaited<ReturnType<typeof releasedWith>>;
const undo = async ({ owner, id }: Released) => {
  await signInAgain(owner, app);
  return owner.ask(api.undoRelease, { params: { id } });
};
const rowOf = async ({ id }: { id: string }) =>
  (await app.database.select().from(vaults).where(eq(vaults.id, id)))[0] ?? expect.unreachable();
const releaseAgain = (vault: PaidVault) => release(app, vault);
/** The mail server has had the owner's email for a day. */
async function correctAndWait(vault: Released, email: string): Promise<void> {
  await passing(10);
  expect((await correct(vault, email)()).statusCode).toBe(200);
  await app.sendLetters();
  await passing(1);
}

test('DLV-9: an undo of the release undoes the correction too, so the next release goes to the owner’s address', async () => {
  const vault = await releasedWith({ followUp: true });
  const thief = `thief-${vault.number}@example.com`;
  await correctAndWait(vault, thief);
  expect((await rowOf(vault)).recipientEmail).toBe(thief);
  await undo(vault);
  expect(await rowOf(vault)).toMatchObject({ status: 'active', recipientEmail: vault.recipientEmail });
  expect(await app.lastLetter('release-undone', vault.owner.email)).toMatchObject({ undoneCorrection: thief });
  await releaseAgain(vault);
  expect(await kindsTo(thief)).not.toContain('recipient-fresh-link');
  expect(await count(thief, 'recipient-invitation')).toBe(0); // withdrawn or sent before
  expect((await verified(vault.code)).recipientEmail).toBe(vault.recipientEmail);
});

test('a correction to an address whose link was withdrawn gets its own link, and one that fails keeps no other from being made', async () => {
  const vault = await releasedWith({ followUp: true });
  const right = `right-${vault.number}@example.com`;
  await correctAndWait(vault, right);
  await undo(vault);
  await releaseAgain(vault);
  const other = await releasedWith({ followUp: true });
  const otherRight = `right-${other.number}@example.com`;
  await passing(10);
  await correct(vault, right)();
  await correct(other, otherRight)();
  await app.sendLetters();
  await passing(1);
  expect((await rowOf(vault)).recipientEmail).toBe(right);
  expect((await rowOf(other)).recipientEmail).toBe(otherRight);
  const { link } = await app.lastLetter('recipient-invitation', right);
  await atQuestions(app, { ...vault, token: tokenOf(link), recipientEmail: right } as never);
});

test('DLV-10: a correction that was asked for while the clock was behind waits a day of the right clock too', async () => {
  const vault = await releasedWith({ followUp: true });
  await passing(10);
  await app.database.update(letters).set({ doubt: 'mailbox' }).where(eq(letters.recipient, vault.recipientEmail));
  await app.services.clockWatch.trustedNow();
  app.clock.set({ days: -20 });
  expect((await correct(vault, `thief-${vault.number}@example.com`)()).statusCode).toBe(200);
  await app.sendLetters();
  app.clock.set({ days: 20 });
  await app.services.clockWatch.trustedNow();
  await makeDueCorrections(app.services);
  expect((await rowOf(vault)).recipientEmail).toBe(vault.recipientEmail);
  await passing(1);
  expect((await rowOf(vault)).recipientEmail).not.toBe(vault.recipientEmail);
});

test('DLV-10: a correction waits until the owner’s email about it has been with a mail server for a day, or was given up', async () => {
  const vault = await releasedWith({ followUp: true });
  const right = `right-${vault.number}@example.com`;
  await passing(10);
  await correct(vault, right)();
  await passing(2);
  expect((await rowOf(vault)).correctionState, 'the email is still queued').toBe('waiting');
  await app.sendLetters();
  await passing(0.9);
  expect((await rowOf(vault)).correctionState, 'it left less than a day ago').toBe('waiting');
  await passing(0.1);
  expect((await rowOf(vault)).correctionState).toBe('made');

  const dead = await releasedWith({ followUp: true });
  await passing(10);
  await correct(dead, `right-${dead.number}@example.com`)();
  const theirs = and(eq(letters.vaultId, dead.id), inArray(letters.kind, ['correction-asked']));
  await app.database.update(letters).set({ status: 'failed' }).where(theirs);
  await passing(1);
  expect((await rowOf(dead)).correctionState, 'nobody will read it').toBe('made');
});

test('a correction of an undone release never becomes due, and its stop link says that it is over', async () => {
  const vault = await releasedWith({ followUp: true });
  await passing(10);
  await correct(vault, `right-${vault.number}@example.com`)();
  const token = await stopTokenOf(vault.owner.email);
  await undo(vault);
  await passing(2);
  expect(await rowOf(vault)).toMatchObject({ status: 'active', recipientEmail: vault.recipientEmail });
  expect(await app.caller().refused(api.stopCorrection, { body: { token } })).toMatchObject({
    code: 'correction-over',
  });
  const again = await releaseAgain(vault);
  await makeDueCorrections(app.services);
  expect(await verified(again.code)).toMatchObject({ followUp: { correction: null } });
});

test('the second address learns of a correction too, and not of the new address', async () => {
  const vault = await releasedWith({ followUp: true, second: true });
  const right = `right-${vault.number}@example.com`;
  await passing(10);
  await correct(vault, right)();
  expect(await kindsTo(vault.secondEmail)).toContain('recipient-correction');
  const about = (await app.lettersTo(vault.secondEmail)).filter(({ kind }) => kind === 'recipient-correction');
  expect(JSON.stringify(about)).not.toContain(right);
  await app.sendLetters();
  await passing(1);
  const body = {
    token: tokenOf((await app.lastLetter('recipient-invitation', vault.secondEmail)).link),
    email: vault.secondEmail,
  };
  expect((await app.caller().call(api.verifyAccessEmail, { body })).statusCode).toBe(200);
});

test('everybody who got a link of an undone release reads that there is nothing to do: the second address and the corrected one too', async () => {
  const vault = await releasedWith({ followUp: true, second: true });
  await app.sendLetters();
  await passing(3);
  await app.sendLetters();
  const right = `right-${vault.number}@example.com`;
  await passing(7);
  await correct(vault, right)();
  await app.sendLetters();
  await passing(1);
  await app.sendLetters();
  await undo(vault);
  for (const email of [vault.recipientEmail, vault.secondEmail, right])
    expect(await count(email, 'recipient-release-undone'), email).toBe(1);
});

test('the second address of an undone release hears nothing if no link was mailed there', async () => {
  const vault = await releasedWith({ second: true });
  await app.sendLetters();
  await undo(vault);
  expect(await kindsTo(vault.secondEmail)).toEqual([]);
  expect(await kindsTo(vault.recipientEmail)).toContain('recipient-release-undone');
});

test('a further executor learns that one of them corrects the address, and all learn that the owner stopped it', async () => {
  const vault = await releasedWith({ followUp: true });
  const emil = `emil-${vault.number}@example.com`;
  const [edda] = await app.database.select().from(executors).where(eq(executors.vaultId, vault.id));
  const named = {
    id: newId(app.clock.now()),
    name: 'Emil',
    email: emil,
    accessCode: `code-${vault.number}`,
    confirmToken: null,
  };
  await app.database.insert(executors).values({ ...(edda ?? expect.unreachable()), ...named });
  await passing(10);
  await correct(vault, `right-${vault.number}@example.com`)();
  expect(await app.lastLetter('executor-correction', emil)).toMatchObject({ isStopped: false, executorName: 'Emil' });
  expect(await kindsTo(vault.executorEmail)).not.toContain('executor-correction');
  const token = await stopTokenOf(vault.owner.email);
  for (const _ of [1, 2]) await app.caller().ask(api.stopCorrection, { body: { token } });
  for (const email of [emil, vault.executorEmail])
    expect(await app.lastLetter('executor-correction', email)).toMatchObject({ isStopped: true });
  expect(await count(vault.executorEmail, 'executor-correction')).toBe(1);
});

test('the owner reads that the new address is that of an executor', async () => {
  const vault = await releasedWith({ followUp: true });
  await passing(10);
  await correct(vault, vault.executorEmail.toUpperCase())();
  expect(await app.lastLetter('correction-asked', vault.owner.email)).toMatchObject({ isExecutors: true });
  const other = await releasedWith({ followUp: true });
  await passing(10);
  await correct(other, `right-${other.number}@example.com`)();
  expect(await app.lastLetter('correction-asked', other.owner.email)).toMatchObject({ isExecutors: false });
});

test('after the secret was rotated, an email that a restore writes again has the link of the first one', async () => {
  const vault = await releasedWith({ followUp: true });
  await passing(10);
  await correct(vault, `right-${vault.number}@example.com`)();
  const token = await stopTokenOf(vault.owner.email);
  await app.database.delete(letters).where(and(eq(letters.vaultId, vault.id), eq(letters.kind, 'correction-asked')));
  const rotated = { ...app.services.keyring, label: () => '0a1b2c3d.' };
  await app.database.transaction((tx) => mailCorrectionAgain({ ...app.services, keyring: rotated }, tx, vault.id));
  expect(await stopTokenOf(vault.owner.email)).toBe(token);
  await app.caller().ask(api.stopCorrection, { body: { token } });
});

test('“This is not for me” counts as an email that did not arrive: the second address gets a link at once, and the executor may correct', async () => {
  const vault = await releasedWith({ followUp: true, second: true });
  await app.caller().ask(api.verifyAccessEmail, { body: { token: vault.token, email: vault.recipientEmail } });
  expect((await verified(vault.code)).followUp).toMatchObject({ isAsked: false });
  app.clock.pass({ minutes: 1 });
  await app.caller().ask(api.closeLink, { body: { token: vault.token } });
  await passing(0);
  expect(await count(vault.secondEmail, 'recipient-reminder')).toBe(1);
  expect((await verified(vault.code)).followUp).toMatchObject({ isAsked: true });
  // A press by mistake: the right reader has opened a fresh link since.
  const { link } = await app.lastLetter('recipient-reminder', vault.secondEmail);
  app.clock.pass({ minutes: 1 });
  await app.caller().ask(api.verifyAccessEmail, { body: { token: tokenOf(link), email: vault.secondEmail } });
  expect((await verified(vault.code)).followUp).toMatchObject({ isAsked: false });
});

test('a reminder that a reader chose ends with the link: nobody else gets an email that they have asked for', async () => {
  const vault = await releasedWith({});
  await app.sendLetters();
  await app.caller().ask(api.remindRecipient, { body: { token: vault.token, after: 'week' } });
  await undo(vault);
  const editing = { params: { id: vault.id }, body: { recipientEmail: `other-${vault.number}@example.com` } };
  await vault.owner.ask(api.editVault, editing);
  await releaseAgain({ ...vault, ...editing.body });
  app.clock.pass({ days: 8 });
  await remindRecipients(app.services);
  expect(await kindsTo(editing.body.recipientEmail)).toEqual(['recipient-invitation']);
});
