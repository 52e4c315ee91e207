// Drafts that are never paid for: how much they may store, and when they end.
import { api } from '@remembrance/contract/api.ts';
import { draftDays, draftNoticeDays, filesPerVault } from '@remembrance/contract/limits.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, draftVault, type Owner, paidVault, signedIn, signInAgain } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { objectEntityAcl, vaults } from '../../platform/database/schema.ts';
import { endDrafts } from './end-drafts.ts';

const maxFileBytes = 1000;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ MAX_FILE_BYTES: String(maxFileBytes) });
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const file = (name: string) => ({ name, type: 'image/png', bytes: Buffer.alloc(maxFileBytes, 1) });
const declared = { fileName: 'a.png', fileType: 'art', mimeType: 'image/png' } as const;
const isThere = async (vaultId: string) =>
  (await app.database.select().from(vaults).where(eq(vaults.id, vaultId))).length === 1;
const noticesTo = async ({ email }: Owner) =>
  (await app.lettersTo(email)).filter(({ kind }) => kind === 'draft-ending');
const untilNotice = { days: draftDays - draftNoticeDays };

test('all drafts of an owner who never paid store at most as many files as one vault, including pending uploads', async () => {
  const owner = await newOwner();
  const first = await draftVault(owner);
  const second = await draftVault(owner);
  for (const name of ['1.png', '2.png', '3.png']) await addFile(owner, first.id, file(name));
  const ask = (id: string) => owner.call(api.requestUpload, { params: { id }, body: declared });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => ask(i % 2 ? first.id : second.id)));
  const accepted = answers.filter(({ statusCode }) => statusCode === 200);
  expect(accepted).toHaveLength(filesPerVault - 3);
  const refusal = await owner.refused(api.requestUpload, { params: { id: second.id }, body: declared });
  expect(refusal).toMatchObject({ status: 403, code: 'draft-storage-full' });

  app.clock.pass({ minutes: 16 });
  expect((await ask(second.id)).statusCode).toBe(200);
});

test('a vault whose free month started without a card counts as a draft until it is paid', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const trial = await draftVault(owner, { planType: 'basic_subscription' });
  await owner.ask(api.createSubscription, { body: { vaultId: trial.id, promo: 'freetrial' } });
  const draft = await draftVault(owner);
  for (const name of ['1.png', '2.png', '3.png', '4.png']) await addFile(owner, draft.id, file(name));
  const ask = (id: string) => owner.call(api.requestUpload, { params: { id }, body: { ...declared, isPending: true } });
  expect((await ask(trial.id)).statusCode).toBe(200);
  expect((await ask(trial.id)).json()).toMatchObject({ status: 403, code: 'draft-storage-full' });
  await app.database.update(vaults).set({ paymentStatus: 'paid' }).where(eq(vaults.id, trial.id));
  expect((await ask(trial.id)).statusCode).toBe(200);
});

test('drafts of an owner with a paid vault do not share a file limit', { tags: 'long' }, async () => {
  const owner = await newOwner();
  await paidVault(app, owner);
  const first = await draftVault(owner, { planType: 'premium_one_time' });
  const second = await draftVault(owner, { planType: 'premium_one_time' });
  for (const name of ['1.png', '2.png', '3.png', '4.png', '5.png']) await addFile(owner, first.id, file(name));
  await addFile(owner, second.id, file('6.png'));
});

test('DRAFT-2: a draft is deleted with its files thirty days after its last change, and its owner is notified once, seven days before', async () => {
  const owner = await newOwner();
  const draft = await draftVault(owner);
  await addFile(owner, draft.id, file('a.png'));
  app.clock.pass({ days: draftDays - draftNoticeDays - 1 });
  await endDrafts(app.services);
  expect(await noticesTo(owner)).toHaveLength(0);
  app.clock.pass({ days: 1 });
  await Promise.all([endDrafts(app.services), endDrafts(app.services)]);
  const endsAt = new Date(app.clock.now().getTime() + draftNoticeDays * 86_400_000).toISOString();
  expect(await noticesTo(owner)).toMatchObject([{ facts: { vaultTitle: draft.title, endsAt } }]);
  app.clock.pass({ days: draftNoticeDays - 1 });
  await endDrafts(app.services);
  expect(await isThere(draft.id)).toBe(true);
  app.clock.pass({ days: 1 });
  await endDrafts(app.services);
  expect(await isThere(draft.id)).toBe(false);
  expect(await app.database.select().from(objectEntityAcl).where(eq(objectEntityAcl.owner, owner.id))).toEqual([]);
});

test('DRAFT-2: no draft is deleted without a letter, however long the service was down', async () => {
  const owner = await newOwner();
  const draft = await draftVault(owner);
  app.clock.pass({ days: 400 });
  await endDrafts(app.services);
  expect(await isThere(draft.id)).toBe(true);
  expect(await noticesTo(owner)).toHaveLength(1);
});

test('a change or a payment after the letter saves the draft', async () => {
  const owner = await newOwner();
  const edited = await draftVault(owner);
  const paid = await draftVault(owner);
  app.clock.pass(untilNotice);
  await endDrafts(app.services);
  expect(await noticesTo(owner)).toHaveLength(2);
  app.clock.pass({ days: 1 });
  await signInAgain(owner);
  const { title: _, recipientName, recipientEmail } = edited;
  const body = { title: 'Still wanted', recipientName, recipientEmail };
  await owner.ask(api.editVault, { params: { id: edited.id }, body });
  await app.database.update(vaults).set({ paymentStatus: 'paid' }).where(eq(vaults.id, paid.id));
  app.clock.pass({ days: draftNoticeDays });
  await endDrafts(app.services);
  expect(await isThere(edited.id)).toBe(true);
  expect(await isThere(paid.id)).toBe(true);
  app.clock.pass(untilNotice);
  await endDrafts(app.services);
  expect(await noticesTo(owner)).toHaveLength(3);
});
