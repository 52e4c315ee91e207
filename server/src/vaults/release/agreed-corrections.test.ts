// Where two executors must agree, one of them alone corrects no address: a second enters or confirms the same one.
import { api } from '@remembrance/contract/api.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAgain } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { press, vaultWith, type WaitingVault } from '../../../testing/waiting-vaults.ts';
import { executors, letters, vaults } from '../../platform/database/schema.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { readStates } from '../../records/journal/journal-state-store.ts';
import { putDeliveryState } from '../vault/journal-vault-store.ts';
import { correctRecipient } from './correct-recipient.ts';
import { followUpReleases } from './follow-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** Released by both, and opened by nobody for ten days. */
async function unopened(executors = 2): Promise<WaitingVault> {
  const vault = await vaultWith(app, { mustAgree: executors > 1, executors });
  await vault.owner.ask(api.changeDelivery, { params: { id: vault.id }, body: { followUp: true } });
  for (let executor = 0; executor < Math.min(executors, 2); executor += 1) await press(app, vault, executor);
  await passing(10);
  return vault;
}
async function passing(days: number): Promise<void> {
  await app.sendLetters();
  app.clock.pass({ days });
  await followUpReleases(app.services);
}
const correct = ({ id, codes }: WaitingVault, executor: number, email: string) =>
  app
    .caller()
    .call(api.correctRecipient, { params: { vaultId: id }, body: { accessCode: codes[executor] ?? '', email } });
const seenBy = async ({ codes }: WaitingVault, executor: number) =>
  (await app.caller().ask(api.verifyExecutor, { body: { accessCode: codes[executor] ?? '' } })).followUp;
const addressOf = async ({ id }: WaitingVault) =>
  (await app.database.select().from(vaults).where(eq(vaults.id, id)))[0]?.recipientEmail;
const kindsTo = async (email = '') => (await app.lettersTo(email)).map(({ kind }) => kind);

test('DLV-11: one executor alone corrects no address of a vault where two must agree, however often they try', async () => {
  const vault = await unopened();
  expect(await app.lastLetter('executor-unopened', vault.emails[0] ?? '')).toMatchObject({ needsAgreement: true });
  const thief = `thief-${vault.id}@example.com`;
  for (let again = 0; again < 2; again += 1) {
    expect((await correct(vault, 0, thief)).statusCode).toBe(200);
    const emails = (await kindsTo(vault.emails[1])).filter((kind) => kind === 'executor-correction');
    expect(emails).toHaveLength(again === 0 ? 1 : 0);
    if (again === 0)
      expect(await app.lastLetter('executor-correction', vault.emails[1] ?? '')).toMatchObject({
        needsAgreement: true,
      });
    expect(await kindsTo(vault.owner.email)).not.toContain('correction-asked');
    await passing(2);
  }
  expect(await addressOf(vault)).toBe(vault.recipientEmail);
  expect(await seenBy(vault, 0)).toMatchObject({
    mustAgree: true,
    correction: { state: 'waiting', email: thief, dueAt: null, isMine: true },
  });
});

test('DLV-11: once a second executor agrees, the address is corrected after a day in which the owner can stop it', async () => {
  const vault = await unopened(3);
  const right = `right-${vault.id}@example.com`;
  await correct(vault, 0, right);
  await passing(30);
  expect(await seenBy(vault, 1)).toMatchObject({ isAsked: true, correction: { email: right, dueAt: null } });
  expect((await correct(vault, 1, right)).statusCode).toBe(200);
  expect(await app.lastLetter('correction-asked', vault.owner.email)).toMatchObject({
    executorName: 'Otto B',
    agreedWith: 'Edda Moreau',
    newAddress: right,
  });
  expect((await correct(vault, 2, `other-${vault.id}@example.com`)).json()).toMatchObject({ code: 'correction-used' });
  expect(await addressOf(vault)).toBe(vault.recipientEmail);
  await passing(1);
  expect(await addressOf(vault)).toBe(right);
  expect(await kindsTo(right)).toContain('recipient-invitation');
});

test('DLV-11: an executor agrees only to the address that they entered, so another one is a proposal of their own', async () => {
  const vault = await unopened();
  const [first, second] = [`first-${vault.id}@example.com`, `second-${vault.id}@example.com`];
  await correct(vault, 0, first);
  await correct(vault, 1, second);
  await passing(2);
  expect(await addressOf(vault)).toBe(vault.recipientEmail);
  expect(await seenBy(vault, 0)).toMatchObject({ correction: { email: second, dueAt: null } });
  await correct(vault, 0, second);
  await passing(1);
  expect(await addressOf(vault)).toBe(second);
});

test('DLV-11: an executor who replaces each proposal of the others does not keep them from agreeing', async () => {
  const vault = await unopened(3);
  const right = `right-${vault.id}@example.com`;
  let tries = 0;
  const replace = () => correct(vault, 1, `other-${++tries}-${vault.id}@example.com`);
  for (const honest of [0, 2, 0]) {
    await correct(vault, honest, right);
    expect((await replace()).statusCode).toBe(200);
  }
  await correct(vault, 2, right);
  expect((await replace()).json()).toMatchObject({ code: 'proposals-used' });
  expect((await correct(vault, 0, right)).statusCode).toBe(200);
  expect(await seenBy(vault, 0)).toMatchObject({ correction: { email: right, dueAt: expect.any(String) } });
});

test('DLV-11: a proposal from an undone release does not count in the next one', async () => {
  const vault = await unopened();
  const thief = `thief-${vault.id}@example.com`;
  await correct(vault, 0, thief);
  await signInAgain(vault.owner, app);
  await vault.owner.ask(api.undoRelease, { params: { id: vault.id } });
  for (const executor of [0, 1]) await press(app, vault, executor);
  await passing(10);
  await correct(vault, 1, thief);
  await passing(2);
  expect(await addressOf(vault)).toBe(vault.recipientEmail);
});

test('DLV-11: an executor does not agree with themselves at a process whose clock is behind the release or another proposal', async () => {
  const vault = await unopened();
  const thief = `thief-${vault.id}@example.com`;
  await app.database.update(letters).set({ doubt: 'mailbox' }).where(eq(letters.recipient, vault.recipientEmail));
  const tryAlone = async (daysBehind: number) => {
    const clock = { ...app.clock, now: () => daysLater(app.clock.now(), -daysBehind) };
    const asked = { vaultId: vault.id, accessCode: vault.codes[1] ?? '', email: thief };
    for (let again = 0; again < 2; again += 1) await correctRecipient({ ...app.services, clock }, asked);
    expect(await seenBy(vault, 1)).toMatchObject({ correction: { email: thief, dueAt: null, isMine: true } });
  };
  await tryAlone(20);
  await correct(vault, 0, `first-${vault.id}@example.com`);
  await tryAlone(0.1);
  app.clock.pass({ hours: 3 });
  await tryAlone(0);
});

test('an executor without a name is “another executor” to the others, who need not know the address', async () => {
  const vault = await unopened();
  await app.database.update(executors).set({ name: '' }).where(eq(executors.vaultId, vault.id));
  await correct(vault, 0, `right-${vault.id}@example.com`);
  const asked = await app.lastLetter('executor-correction', vault.emails[1] ?? '');
  expect(asked.askedBy).toBe('another executor');
  await correct(vault, 1, `right-${vault.id}@example.com`);
  expect(await app.lastLetter('correction-asked', vault.owner.email)).toMatchObject({
    agreedWith: vault.emails[0],
    executorName: vault.emails[1],
  });
});

test('a restore that learns of the agreement from the journal writes the emails of the correction', async () => {
  const vault = await unopened();
  await correct(vault, 0, `right-${vault.id}@example.com`);
  await app.database.transaction(async (tx) => {
    const here = (await readStates(tx, 'vault', [vault.id])).get(vault.id) ?? expect.unreachable();
    expect(await putDeliveryState(tx, vault.id, here)).toBeNull();
    const agreed = { ...here, correctionDueAt: app.clock.now().toISOString() };
    expect(await putDeliveryState(tx, vault.id, agreed)).toBe('waiting');
  });
});
