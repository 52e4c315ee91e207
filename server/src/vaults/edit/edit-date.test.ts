// A release date can always be removed or postponed, by its owner alone: it costs no edit, requires a proof, and executors are notified.
import { api } from '@remembrance/contract/api.ts';
import { executorLettersPerDay, proofMinutes } from '@remembrance/contract/limits.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftVault, type Owner, paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { vaults } from '../../platform/database/schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
const edit = (owner: Owner, id: string, body: object) => owner.call(api.editVault, { params: { id }, body });
const shown = (owner: Owner, id: string) => owner.ask(api.getVault, { params: { id } });
const dateLetters = async (email: string) =>
  (await app.lettersTo(email)).filter(({ kind }) => kind === 'executor-date').map(({ facts }) => facts);

/** A vault with a date and an executor, on a plan with one edit. */
async function dated(days = 30) {
  const owner = await signedIn(app, another(ada, ++people));
  const executorEmail = `edda-${people}@example.com`;
  const form = { planType: 'basic_one_time' as const, executorEmail, scheduledReleaseDate: inDays(days) };
  return { owner, executorEmail, ...(await paidVault(app, owner, form)) };
}

test('DATE-1: a date is postponed and removed without using an edit, even after the last one and after the end of the plan', async () => {
  const { owner, id } = await dated();
  expect((await edit(owner, id, { scheduledReleaseDate: inDays(60) })).json()).toMatchObject({ editCount: 0 });
  expect((await edit(owner, id, { title: 'Another', scheduledReleaseDate: inDays(90) })).json()).toMatchObject({
    editCount: 1,
  });
  const later = inDays(120);
  expect((await edit(owner, id, { scheduledReleaseDate: later })).json()).toMatchObject({
    scheduledReleaseDate: later,
    editCount: 1,
  });
  for (const body of [{ scheduledReleaseDate: inDays(100) }, { scheduledReleaseDate: inDays(130), message: 'And' }])
    expect((await edit(owner, id, body)).json()).toMatchObject({ code: 'edit-limit-reached' });
  await app.database.update(vaults).set({ paymentStatus: 'lapsed' }).where(eq(vaults.id, id));
  expect((await edit(owner, id, { scheduledReleaseDate: inDays(100) })).json()).toMatchObject({ code: 'plan-lapsed' });
  expect((await edit(owner, id, { removesReleaseDate: true })).json()).toMatchObject({
    scheduledReleaseDate: null,
    editCount: 1,
  });
});

test('PROOF-3: removing or postponing the date of an activated vault requires a proof, and of a draft none', async () => {
  const { owner, id, scheduledReleaseDate } = await dated();
  const draft = await draftVault(owner, { planType: 'premium_one_time', scheduledReleaseDate: inDays(30) });
  app.clock.pass({ minutes: proofMinutes + 1 });
  for (const body of [{ removesReleaseDate: true }, { scheduledReleaseDate: '9998-01-01T00:00:00.000Z' }]) {
    const refused = (await edit(owner, id, body)).json();
    expect(refused).toMatchObject({ code: 'proof-needed' });
    expect(refused.detail).toContain('may arrive later or never');
    expect((await edit(owner, draft.id, body)).statusCode).toBe(200);
    await edit(owner, draft.id, { scheduledReleaseDate: inDays(30) });
  }
  expect(await shown(owner, id)).toMatchObject({ scheduledReleaseDate });
});

test('the executors are notified when a date is postponed, removed or restored, and not when it is set or comes nearer', async () => {
  const { owner, id, executorEmail, scheduledReleaseDate: first, title } = await dated();
  await app.database.update(vaults).set({ planType: 'basic_subscription' }).where(eq(vaults.id, id));
  const nearer = inDays(20);
  await edit(owner, id, { scheduledReleaseDate: nearer });
  expect(await dateLetters(executorEmail)).toEqual([]);
  await edit(owner, id, { scheduledReleaseDate: first });
  const [letter] = await dateLetters(executorEmail);
  expect(letter).toMatchObject({ vaultTitle: title, before: nearer, after: first });
  await edit(owner, id, { removesReleaseDate: true });
  expect((await dateLetters(executorEmail))[1]).toMatchObject({ before: first, after: null });
  const token = new URL((await app.lastLetter('owner-change', owner.email)).link).hash.slice(1);
  await app.caller().ask(api.undoOwnerChange, { body: { token, putBack: true } });
  expect((await dateLetters(executorEmail))[2]).toMatchObject({ before: null, after: first });
});

test('a date can be removed even if its executors can get no more letters today', { tags: 'long' }, async () => {
  const limited = await openTestApp({ RATE_LIMIT_FACTOR: '1' });
  try {
    const owner = await signedIn(limited, another(ada, ++people));
    const { id } = await paidVault(limited, owner, { scheduledReleaseDate: inDays(30) });
    const { ofOwner } = executorLettersPerDay;
    for (let days = 31; days < 33 + ofOwner; days += 1) {
      const body = { scheduledReleaseDate: inDays(days) };
      expect((await owner.call(api.editVault, { params: { id }, body })).statusCode).toBe(200);
    }
    const { executorEmail } = { executorEmail: 'edda@example.com' };
    const letters = (await limited.lettersTo(executorEmail)).filter(({ kind }) => kind === 'executor-date');
    expect(letters.length).toBeLessThanOrEqual(ofOwner);
  } finally {
    await limited.close();
  }
});

test('PROOF-3: the last edit of a plan requires a proof, whatever it changes, and is reported with a link that gives it back', async () => {
  const { owner, id, title } = await dated();
  app.clock.pass({ minutes: proofMinutes + 1 });
  expect((await edit(owner, id, { title: 'Another' })).json()).toMatchObject({ code: 'proof-needed' });
  await owner.ask(api.proveByPassword, { body: { password: owner.password } });
  expect((await edit(owner, id, { title: 'Another' })).json()).toMatchObject({ editCount: 1 });
  const letter = await app.lastLetter('owner-change', owner.email);
  expect(letter).toMatchObject({ kind: 'title', before: title, after: 'Another', isLastEdit: true, isWayBack: true });
  const token = new URL(letter.link).hash.slice(1);
  await owner.ask(api.undoOwnerChange, { body: { token, putBack: true } });
  expect(await shown(owner, id)).toMatchObject({ title, editCount: 0 });
});

test('PROOF-3: an edit counts after its undo was undone, and no longer after that was undone too, however often', async () => {
  const { owner, id, title } = await dated();
  await edit(owner, id, { title: 'Another' });
  let letter: { link: string | null } = await app.lastLetter('owner-change', owner.email);
  const states: unknown[] = [];
  for (let press = 0; press < 5; press += 1) {
    app.clock.pass({ seconds: 1 });
    const token = new URL(letter.link ?? '').hash.slice(1);
    await owner.ask(api.undoOwnerChange, { body: { token, putBack: true } });
    letter = await app.lastLetter('owner-change-undone', owner.email);
    const vault = await shown(owner, id);
    states.push([vault.title, vault.editCount]);
  }
  const [undone, done] = [
    [title, 0],
    ['Another', 1],
  ];
  expect(states).toEqual([undone, done, undone, done, undone]);
});

test('EDIT-4: a save that changes nothing is accepted after the last edit and after the end of the plan', async () => {
  const { owner, id, title, message } = await dated();
  await edit(owner, id, { title: 'Another' });
  const same = { title: 'Another', message };
  expect((await edit(owner, id, same)).json()).toMatchObject({ editCount: 1 });
  await app.database.update(vaults).set({ paymentStatus: 'lapsed' }).where(eq(vaults.id, id));
  expect((await edit(owner, id, same)).json()).toMatchObject({ editCount: 1 });
  expect((await edit(owner, id, { title })).json()).toMatchObject({ code: 'plan-lapsed' });
});
