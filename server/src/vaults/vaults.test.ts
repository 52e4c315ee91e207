// Creating, editing and deleting vaults.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, edda, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { dateInThePast, dateInvalid, releaseWayMissing } from '@remembrance/contract/vaults.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, draftVault, paidVault, releasedVault, signedIn } from '../../testing/people.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { executors, vaultFiles, vaults } from '../platform/database/schema.ts';
import { purgeVaults } from './delete/purge-vaults.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const editOf = (vault: { title: string; recipientName: string; recipientEmail: string }, changes: object = {}) => ({
  title: vault.title,
  recipientName: vault.recipientName,
  recipientEmail: vault.recipientEmail,
  ...changes,
});

test.each([
  ['planType', { planType: 'gold' }, 'Please select a pricing plan'],
  ['title', { title: '  ' }, 'Title is required'],
  ['recipientName', { recipientName: '' }, 'Recipient name is required'],
  ['recipientEmail', { recipientEmail: 'nobody' }, 'Valid email is required'],
  ['message', { message: ' \n ' }, 'Message is required'],
  ['securityQuestion1', { securityQuestion1: '' }, 'Security question 1 is required'],
  ['securityAnswer1', { securityAnswer1: '' }, 'Security answer 1 is required'],
  ['executorEmail', { executorEmail: 'nobody' }, 'Valid email is required'],
  ['executorEmail', { executorName: '', executorEmail: '' }, releaseWayMissing],
  ['scheduledReleaseDate', { scheduledReleaseDate: '2020-01-01T00:00:00Z' }, dateInThePast],
])('an invalid %s (%j) is refused with its own message, and nothing is stored', async (field, change, sentence) => {
  const owner = await newOwner();
  const refusal = await owner.refused(api.createVault, { body: vaultForm(change as never) });
  expect(refusal).toMatchObject({ status: 400, code: 'invalid-input', fields: { [field]: sentence } });
  expect(await app.database.select().from(vaults).where(eq(vaults.creatorId, owner.id))).toHaveLength(0);
});

test('without an executor and a date, both fields have the same message', async () => {
  const owner = await newOwner();
  const body = vaultForm({ executorName: '', executorEmail: '' });
  const { fields } = await owner.refused(api.createVault, { body });
  expect(fields).toEqual({ executorEmail: releaseWayMissing, scheduledReleaseDate: releaseWayMissing });
});

test('an unpaid vault has sent no code, and no letter is written for it', async () => {
  const owner = await newOwner();
  const vault = await draftVault(owner, { executorEmail: `edda-${people}@example.com` });
  expect(vault).toMatchObject({ paymentStatus: 'unpaid', status: 'active' });
  const [executor] = await app.database.select().from(executors).where(eq(executors.vaultId, vault.id));
  expect(executor).toMatchObject({ name: edda.name, codeSentAt: null });
  expect(await app.lettersTo(`edda-${people}@example.com`)).toEqual([]);
});

test('an owner has at most ten drafts, even if twenty are created concurrently', async () => {
  const owner = await newOwner();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => owner.call(api.createVault, { body: vaultForm() })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
  expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(10);
});

test('the second vault on Premium is active immediately, and the third is refused with the name of a larger plan', async () => {
  const owner = await newOwner();
  const form = vaultForm({ planType: 'premium_one_time' });
  await paidVault(app, owner, form);
  const second = await owner.ask(api.createVault, { body: form });
  expect(second.paymentStatus).toBe('paid');
  expect(await app.lastLetter('executor-code', edda.email)).toMatchObject({ vaultTitle: form.title });
  const third = await owner.refused(api.createVault, { body: form });
  expect(third).toMatchObject({
    status: 403,
    code: 'plan-limit-reached',
    detail: expect.stringContaining('Premium Plus'),
  });
});

test('a vault with pending files takes its free place only at the checkout, so that a failed upload uses no place', async () => {
  const owner = await newOwner();
  const form = vaultForm({ planType: 'premium_one_time', executorEmail: `edda-${people}@example.com` });
  await paidVault(app, owner, form);
  const file = { fileName: 'a.txt', fileType: 'message' as const, mimeType: 'text/plain', fileSize: '0.00 MB' };
  const announced = { body: { ...form, title: 'With a file', uploadedFiles: [file] } };
  const failed = await owner.ask(api.createVault, announced);
  expect(failed.paymentStatus).toBe('unpaid');
  await owner.ask(api.deleteVault, { params: { id: failed.id } });
  const { id } = await owner.ask(api.createVault, announced);
  expect(await owner.refused(api.createPaymentIntent, { body: { vaultId: id } })).toMatchObject({
    code: 'already-paid',
  });
  expect(await owner.ask(api.getVault, { params: { id } })).toMatchObject({ paymentStatus: 'paid' });
  const letters = (await app.lettersTo(`edda-${people}@example.com`)).filter(({ kind }) => kind === 'executor-code');
  expect(letters.map(({ facts }) => (facts as { vaultTitle: string }).vaultTitle)).toEqual([form.title, 'With a file']);
});

test('EDIT-4: an edit counts only if something changed, and one over the limit is refused', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { planType: 'basic_one_time' });
  const params = { id: vault.id };
  expect(await owner.ask(api.editVault, { params, body: editOf(vault) })).toMatchObject({
    editCount: 0,
    editsAllowed: 1,
  });
  const edited = await owner.ask(api.editVault, { params, body: editOf(vault, { title: 'Für Rosa 🌿', message: '' }) });
  expect(edited).toMatchObject({ title: 'Für Rosa 🌿', message: '', editCount: 1 });
  const refusal = await owner.refused(api.editVault, { params, body: editOf(vault, { title: 'once more' }) });
  expect(refusal).toMatchObject({ status: 403, code: 'edit-limit-reached' });
});

test('a date can be changed and removed, but not set in the past, removed without an executor, or dropped by a blank', async () => {
  const owner = await newOwner();
  const date = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  const form = {
    planType: 'basic_subscription' as const,
    scheduledReleaseDate: date,
    executorName: '',
    executorEmail: '',
  };
  const vault = await paidVault(app, owner, form);
  const params = { id: vault.id };
  const past = editOf(vault, { scheduledReleaseDate: '2020-01-01T00:00:00Z' });
  expect(await owner.refused(api.editVault, { params, body: past })).toMatchObject({
    fields: { scheduledReleaseDate: dateInThePast },
  });
  const removed = editOf(vault, { removesReleaseDate: true });
  expect(await owner.refused(api.editVault, { params, body: removed })).toMatchObject({
    fields: { scheduledReleaseDate: releaseWayMissing },
  });
  for (const blank of ['', null]) {
    const body = editOf(vault, { title: 'Another', scheduledReleaseDate: blank });
    const { fields } = await owner.refused(api.editVault, { params, body });
    expect(fields).toEqual({ scheduledReleaseDate: dateInvalid });
  }
  expect(await owner.ask(api.getVault, { params })).toMatchObject({ scheduledReleaseDate: date, title: vault.title });
});

test('DEL-1: the code of a deleted vault stops working immediately, and after seven days no row and no object is left', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await addFile(owner, vault.id, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('gone') });
  const [file] = await app.database.select().from(vaultFiles).where(eq(vaultFiles.vaultId, vault.id));
  await owner.ask(api.deleteVault, { params: { id: vault.id } });
  const code = { body: { accessCode: vault.code } };
  expect(await app.caller().refused(api.verifyExecutor, code)).toMatchObject({ code: 'access-code-refused' });
  app.clock.pass({ days: 7 });
  await purgeVaults(app.services);
  expect(await app.database.$count(vaults, eq(vaults.id, vault.id))).toBe(0);
  expect(await app.database.select().from(vaultFiles).where(eq(vaultFiles.vaultId, vault.id))).toHaveLength(0);
  await expect(app.services.storage.read(file?.objectPath ?? '', 0, 0)).rejects.toThrow();
});

test("REL-7: a released vault can't be edited or deleted, and gets no files and no new code", async () => {
  const owner = await newOwner();
  const vault = await releasedVault(app, owner);
  const params = { id: vault.id };
  const [executor] = await owner.ask(api.listExecutors, { params });
  const file = { fileName: 'a.txt', fileType: 'message' as const, mimeType: 'text/plain' };
  const executorParams = { ...params, executorId: executor?.id ?? '' };
  const refusals = [
    await owner.refused(api.editVault, { params, body: editOf(vault, { title: 'other' }) }),
    await owner.refused(api.deleteVault, { params }),
    await owner.refused(api.requestUpload, { params, body: file }),
    await owner.refused(api.reissueCode, { params: executorParams }),
    await owner.refused(api.correctExecutor, { params: executorParams, body: { name: 'x', email: 'x@example.com' } }),
  ];
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, code: 'vault-released' });
});

test('EXE-4: a corrected address gets a new code and the old one stops working; a corrected name does not change the code', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { executorEmail: `first-${people}@example.com` });
  const [executor] = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  const params = { id: vault.id, executorId: executor?.id ?? '' };
  await owner.ask(api.correctExecutor, { params, body: { name: 'Edda M.', email: `first-${people}@example.com` } });
  await app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } });
  const email = `second-${people}@example.com`;
  expect(await owner.ask(api.correctExecutor, { params, body: { name: 'Edda M.', email } })).toMatchObject({ email });
  const { code, replacesEarlier } = await app.lastLetter('executor-code', email);
  expect(replacesEarlier).toBe(false);
  await app.caller().ask(api.verifyExecutor, { body: { accessCode: code } });
  expect(await app.caller().refused(api.verifyExecutor, { body: { accessCode: vault.code } })).toMatchObject({
    status: 403,
  });
});

test('a new executor gets first letters, and another spelling of the same address sends no letter', async () => {
  const owner = await newOwner();
  const first = `first-${people}@example.com`;
  const vault = await paidVault(app, owner, { executorEmail: first });
  const [executor] = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  const params = { id: vault.id, executorId: executor?.id ?? '' };
  const change = (email: string) => owner.ask(api.correctExecutor, { params, body: { name: 'Nils', email } });
  const letters = async (email: string) => (await app.lettersTo(email)).map(({ kind }) => kind);
  await change(first.toUpperCase());
  expect(await letters(first.toUpperCase())).toEqual([]);
  expect(await letters(first)).toEqual(['executor-code']);
  for (const email of [`second-${people}@example.com`, first]) {
    await change(email);
    expect(await app.lastLetter('executor-code', email)).toMatchObject({ replacesEarlier: false });
  }
  await owner.ask(api.reissueCode, { params });
  expect(await app.lastLetter('executor-code', first)).toMatchObject({ replacesEarlier: true });
});

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

test('ten concurrent creations with one key create one vault, and each returns it', async () => {
  const owner = await newOwner();
  const body = vaultForm();
  const key = `"${'k'.repeat(32)}"`;
  const made = await Promise.all(Array.from({ length: 10 }, () => owner.ask(api.createVault, { body, ...keyed(key) })));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const [vault] = made;
  expect(await owner.ask(api.listVaults)).toMatchObject([{ id: vault?.id }]);
  // The key also works later, unquoted, and with the fields in another order.
  const turned = Object.fromEntries(Object.entries(body).reverse()) as typeof body;
  const again = await owner.ask(api.createVault, { body: turned, ...keyed('k'.repeat(32)) });
  expect(again).toEqual(vault);
  const [executor] = await owner.ask(api.listExecutors, { params: { id: again.id } });
  expect(await owner.ask(api.listExecutors, { params: { id: again.id } })).toEqual([executor]);
});

test('with a free place, ten creations with one key activate one vault and send one code', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  await paidVault(app, owner, { planType: 'premium_one_time' });
  const executorEmail = `edgar-${people}@example.com`;
  const body = vaultForm({ planType: 'premium_one_time', executorEmail });
  const sent = { body, ...keyed('free-place-000001') };
  const made = await Promise.all(Array.from({ length: 10 }, () => owner.ask(api.createVault, sent)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(made[0]).toMatchObject({ paymentStatus: 'paid' });
  expect((await app.lettersTo(executorEmail)).map(({ kind }) => kind)).toEqual(['executor-code']);
});

test('a key reused with other fields or another answer is refused, and nothing is created', async () => {
  const owner = await newOwner();
  const key = keyed('other-words-00001');
  const first = await owner.ask(api.createVault, { body: vaultForm(), ...key });
  for (const change of [{ title: 'Another' }, { securityAnswer1: 'another' }]) {
    const body = vaultForm(change as never);
    expect(await owner.refused(api.createVault, { body, ...key })).toMatchObject({
      status: 422,
      code: 'repeated-differently',
    });
  }
  expect(await owner.ask(api.listVaults)).toMatchObject([{ id: first.id }]);
  // The key belongs to the owner, and can be used again once the vault is deleted.
  const other = await newOwner();
  expect((await other.ask(api.createVault, { body: vaultForm({ title: 'Theirs' }), ...key })).id).not.toBe(first.id);
  await owner.ask(api.deleteVault, { params: { id: first.id } });
  expect((await owner.ask(api.createVault, { body: vaultForm(), ...key })).id).not.toBe(first.id);
});

test.each(['short', `"${'k'.repeat(20)}`, 'k'.repeat(65), 'with spaces in between', ''])(
  'an invalid key (%j) is refused, and nothing is created',
  async (key) => {
    const owner = await newOwner();
    const refusal = await owner.refused(api.createVault, { body: vaultForm(), ...keyed(key) });
    expect(refusal).toMatchObject({ status: 400, code: 'invalid-input' });
    expect(await owner.ask(api.listVaults)).toEqual([]);
  },
);
