// Proving identity again in an older session: by password or passkey, for that session only.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftVault, type Owner, otherBrowser, signedIn } from '../../../testing/people.ts';
import { addPasskey, assertWith, place, type SoftPasskey } from '../../../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const secondsLeft = async (owner: Owner) => (await owner.ask(api.getProof)).secondsLeft;
async function answerOf(passkey: SoftPasskey) {
  const { challenge } = await app.caller().ask(api.beginPasskeySignIn);
  return { answer: assertWith(passkey, { ...place, challenge }) as never };
}

describe('PROOF-1: a session is proven', () => {
  test('by its sign-in, for ten minutes', async () => {
    const owner = await newOwner();
    expect(await secondsLeft(owner)).toBe(600);
    app.clock.pass({ minutes: 9, seconds: 59 });
    expect((await owner.call(api.exportAccount)).statusCode).toBe(200);
    app.clock.pass({ seconds: 1 });
    expect(await secondsLeft(owner)).toBe(0);
    expect(await owner.refused(api.exportAccount)).toMatchObject({ code: 'proof-needed' });
  });

  test('by the password, and the proof counts for no other session', async () => {
    const owner = await newOwner();
    const elsewhere = await otherBrowser(app, owner);
    app.clock.pass({ minutes: 10 });
    expect(await owner.refused(api.proveByPassword, { body: { password: 'not it' } })).toMatchObject({
      code: 'wrong-password',
      fields: { password: expect.any(String) },
    });
    expect(await secondsLeft(owner)).toBe(0);
    await owner.ask(api.proveByPassword, { body: { password: owner.password } });
    expect(await secondsLeft(owner)).toBe(600);
    expect(await elsewhere.refused(api.exportAccount)).toMatchObject({ code: 'proof-needed' });
  });

  test("by the owner's passkey, whose response works once, and by no other passkey", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const [passkey, foreign] = [await addPasskey(owner), await addPasskey(other)];
    app.clock.pass({ minutes: 10 });
    const refused = { code: 'passkey-refused' };
    expect(await owner.refused(api.proveByPasskey, { body: await answerOf(foreign) })).toMatchObject(refused);
    const body = await answerOf(passkey);
    expect(await owner.ask(api.proveByPasskey, { body })).toEqual({
      secondsLeft: 600,
      hasPassword: true,
      hasPasskey: true,
    });
    app.clock.pass({ minutes: 10 });
    expect(await owner.refused(api.proveByPasskey, { body })).toMatchObject(refused);
    expect(await secondsLeft(owner)).toBe(0);
  });
});

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();

test('PROOF-3: changing the recipient or setting a release date less than seven days ahead requires a proof; title, message and a later date do not', async () => {
  const owner = await newOwner();
  const { id } = await draftVault(owner);
  app.clock.pass({ minutes: 10 });
  const { recipientName, recipientEmail } = vaultForm();
  const edit = (changes: object) =>
    owner.call(api.editVault, {
      params: { id },
      body: { title: 'For Rosa', recipientName, recipientEmail, ...changes },
    });
  const almostAWeek = new Date(Date.parse(inDays(7)) - 1).toISOString();
  for (const redirect of [
    { recipientName: 'Mallory' },
    { recipientEmail: 'mallory@example.com' },
    { scheduledReleaseDate: inDays(0.01) },
    { scheduledReleaseDate: almostAWeek },
  ]) {
    expect((await edit(redirect)).json()).toMatchObject({ code: 'proof-needed' });
  }
  const later = { title: 'For my Rosa', message: 'Another', scheduledReleaseDate: inDays(7) };
  expect((await edit(later)).statusCode).toBe(200);
  // An unchanged date requires no proof, however near it is.
  app.clock.pass({ days: 6 });
  expect((await edit({ ...later, title: 'For Rosa' })).statusCode).toBe(200);
});

test('a new vault with a release date less than seven days ahead requires a proof, and repeating the call does not', async () => {
  const owner = await newOwner();
  const dates = new Map<number, string>();
  const dateIn = (days: number) => {
    const date = dates.get(days) ?? inDays(days);
    dates.set(days, date);
    return date;
  };
  const create = (days: number, repeatKey?: string) =>
    owner.call(api.createVault, {
      body: vaultForm({ scheduledReleaseDate: dateIn(days) }),
      ...(repeatKey && { headers: { 'idempotency-key': repeatKey } }),
    });
  const key = 'a-key-of-the-first-creation';
  const made = await create(6, key);
  expect(made.statusCode).toBe(200);
  app.clock.pass({ minutes: 10 });
  expect((await create(6, key)).json()).toMatchObject({ id: made.json().id });
  const refused = (await create(5)).json();
  expect(refused).toMatchObject({ code: 'proof-needed' });
  expect(refused.detail).toContain('A date less than seven days ahead releases the vault soon');
  expect((await create(8)).statusCode).toBe(200);
  await owner.ask(api.proveByPassword, { body: { password: owner.password } });
  expect((await create(5)).statusCode).toBe(200);
});

test('cancelling, changing, resuming and restarting a plan, another card, changing the name and ending a session require a proof; keeping a plan does not', async () => {
  const owner = await newOwner();
  const params = { id: '00000000-0000-7000-8000-000000000000' };
  app.clock.pass({ minutes: 10 });
  for (const refused of [
    await owner.refused(api.cancelPlan, { params, body: { isCancelled: true } }),
    await owner.refused(api.changePlan, { params, body: { plan: 'premium_subscription', at: '2020-01-01T00:00:00Z' } }),
    await owner.refused(api.resumePlan, { params }),
    await owner.refused(api.renewPlan, { params }),
    await owner.refused(api.beginCardChange, { params }),
    await owner.refused(api.changeProfile, { body: { firstName: 'Mallory', lastName: 'Lind' } }),
    await owner.refused(api.endSession, { params }),
    await owner.refused(api.endOtherSessions),
  ]) {
    expect(refused.code).toBe('proof-needed');
    // The dialog explains the reason.
    expect(refused.detail).toMatch(/^(?!Please confirm).+\. Please confirm that it is you/);
  }
  expect(await owner.refused(api.cancelPlan, { params, body: { isCancelled: false } })).toMatchObject({
    code: 'plan-not-found',
  });
});
