// An executor who is added later, with a note, and confirms the letter.
import { api } from '@remembrance/contract/api.ts';
import { executorsPerVault, proofMinutes } from '@remembrance/contract/limits.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  draftVault,
  type Owner,
  paidVault,
  pay,
  release,
  releasedVault,
  signedIn,
  signInAgain,
} from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { readExecutorCode } from '../../letters/ledger/read-executor-code.ts';
import { executors, vaultKeys } from '../../platform/database/schema.ts';
import { listActs } from '../../records/acts/act-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const newPerson = () => ({ name: 'Emil Sand', email: `emil-${++people}@example.com` });
const dated = { planType: 'basic_subscription' as const, executorName: '', executorEmail: '' };
const newDate = () => new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString();
/** An active vault with a date and without an executor. */
const datedVault = (owner: Owner) => paidVault(app, owner, { ...dated, scheduledReleaseDate: newDate() });
const add = (owner: Owner, id: string, body: { name: string; email: string; note?: string }) =>
  owner.ask(api.addExecutor, { params: { id }, body });
const list = (owner: Owner, id: string) => owner.ask(api.listExecutors, { params: { id } });
const codeLetters = async (email: string) =>
  (await app.lettersTo(email)).filter(({ kind }) => kind === 'executor-code');
const confirmationOf = async (email: string) =>
  new URL((await app.lastLetter('executor-code', email)).confirmLink ?? '').hash.slice(1);
const confirm = (token: string) => app.caller().call(api.confirmExecutor, { body: { token } });
const eventsOf = async (id: string) => (await listActs(app.database, id)).map(({ event }) => event);

test('EXE-8: an executor added to an active vault gets a code that releases it, and then its date can be cleared', async () => {
  const owner = await newOwner();
  const vault = await datedVault(owner);
  const emil = newPerson();
  const added = await add(owner, vault.id, emil);
  expect(added).toMatchObject({ ...emil, note: '', confirmedAt: null, codeSentAt: app.clock.now().toISOString() });
  expect(await list(owner, vault.id)).toEqual([added]);
  await owner.ask(api.editVault, { params: { id: vault.id }, body: { removesReleaseDate: true } });
  const { code } = await app.lastLetter('executor-code', emil.email);
  expect((await release(app, { ...vault, code })).status).toBe('released');
});

test('EXE-8: the owner is notified of an added executor, and the link in that letter removes them with their code', async () => {
  const owner = await newOwner();
  const vault = await datedVault(owner);
  const emil = newPerson();
  await add(owner, vault.id, emil);
  const letter = await app.lastLetter('owner-change', owner.email);
  expect(letter).toMatchObject({ kind: 'executor-added', after: `${emil.name} (${emil.email})`, isWayBack: true });
  const { code: accessCode } = await app.lastLetter('executor-code', emil.email);
  const body = { token: new URL(letter.link).hash.slice(1), putBack: true };
  expect(await app.caller().ask(api.undoOwnerChange, { body })).toEqual({ isPutBack: true });
  expect(await app.caller().refused(api.undoOwnerChange, { body })).toMatchObject({ code: 'change-undone' });
  expect(await app.caller().refused(api.verifyExecutor, { body: { accessCode } })).toMatchObject({
    code: 'access-code-refused',
  });
  expect((await app.lettersTo(emil.email)).map(({ kind }) => kind)).toContain('executor-replaced');
  expect(await eventsOf(vault.id)).toEqual(expect.arrayContaining(['executor-added', 'change-undone']));
});

test('adding the same address ten times concurrently adds one executor and sends one code', async () => {
  const owner = await newOwner();
  const { id } = await datedVault(owner);
  const emil = newPerson();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => owner.call(api.addExecutor, { params: { id }, body: emil })),
  );
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
  expect(await list(owner, id)).toHaveLength(1);
  expect(await codeLetters(emil.email)).toHaveLength(1);
});

test('an executor is not corrected to the address of another one, who would hold two codes and agree with themselves', async () => {
  const owner = await newOwner();
  const { id } = await paidVault(app, owner);
  const emil = newPerson();
  const { id: executorId } = await add(owner, id, emil);
  const body = { name: emil.name, email: edda.email.toUpperCase() };
  const call = { params: { id, executorId }, body };
  expect(await owner.refused(api.correctExecutor, call)).toMatchObject({ code: 'executor-named-already' });
  expect((await list(owner, id)).map(({ email }) => email)).toEqual([edda.email, emil.email]);
  const renamed = { ...call, body: { name: 'Emil Dune', email: emil.email.toUpperCase() } };
  expect(await owner.ask(api.correctExecutor, renamed)).toMatchObject(renamed.body);
  const second = { ...call, body: { ...emil, secondEmail: edda.email } };
  const fields = { secondEmail: expect.stringContaining('has this address') };
  expect(await owner.refused(api.correctExecutor, second)).toMatchObject({ code: 'executor-named-already', fields });
  const third = { params: { id }, body: { ...newPerson(), secondEmail: emil.email } };
  expect(await owner.refused(api.addExecutor, third)).toMatchObject({ code: 'executor-named-already', fields });
});

test('a person who is added with the address of another executor is refused at the address, not taken for a repetition', async () => {
  const owner = await newOwner();
  const { id } = await paidVault(app, owner);
  const body = { ...newPerson(), email: edda.email };
  const refused = await owner.refused(api.addExecutor, { params: { id }, body });
  expect(refused).toMatchObject({ code: 'executor-named-already', fields: { email: expect.any(String) } });
  expect(Object.keys(refused.fields ?? {})).toEqual(['email']);
});

test('a vault has at most five executors, even if seven are added concurrently; a released vault gets no executor', async () => {
  const owner = await newOwner();
  const { id } = await datedVault(owner);
  const persons = Array.from({ length: executorsPerVault + 2 }, newPerson);
  const answers = await Promise.all(persons.map((body) => owner.call(api.addExecutor, { params: { id }, body })));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code);
  expect(refused).toEqual(['executor-limit-reached', 'executor-limit-reached']);
  expect(await list(owner, id)).toHaveLength(executorsPerVault);
  const released = await releasedVault(app, owner);
  const late = { params: { id: released.id }, body: newPerson() };
  expect(await owner.refused(api.addExecutor, late)).toMatchObject({ code: 'vault-released' });
});

test('EXE-8: an executor added to a draft gets no letter until the vault is activated; adding one requires a proof', async () => {
  const owner = await newOwner();
  const { id } = await draftVault(owner, { ...dated, scheduledReleaseDate: newDate() });
  const emil = newPerson();
  expect(await add(owner, id, emil)).toMatchObject({ codeSentAt: null });
  expect(await app.lettersTo(emil.email)).toEqual([]);
  app.clock.pass({ minutes: proofMinutes + 1 });
  const late = { params: { id }, body: newPerson() };
  expect(await owner.refused(api.addExecutor, late)).toMatchObject({ code: 'proof-needed' });
});

test("a note appears in the executor's letter and page, changes without a new code, and may contain no link", async () => {
  const owner = await newOwner();
  const vault = await datedVault(owner);
  const emil = newPerson();
  const { id: executorId } = await add(owner, vault.id, { ...emil, note: 'Ask Otto.\nThe key is in the blue tin.' });
  const letter = await app.lastLetter('executor-code', emil.email);
  expect(letter.note).toBe('Ask Otto.\nThe key is in the blue tin.');
  const params = { id: vault.id, executorId };
  const changed = await owner.ask(api.correctExecutor, { params, body: { ...emil, note: '<b>Ring me</b>' } });
  expect(changed.note).toBe('<b>Ring me</b>');
  expect(await codeLetters(emil.email)).toHaveLength(1);
  const summary = await app.caller().ask(api.verifyExecutor, { body: { accessCode: letter.code } });
  expect(summary.note).toBe('<b>Ring me</b>');
  const linked = { params, body: { ...emil, note: 'Click www.example.com' } };
  expect(await owner.refused(api.correctExecutor, linked)).toMatchObject({ code: 'invalid-input' });
  expect(await owner.ask(api.correctExecutor, { params, body: emil })).toMatchObject({ note: '<b>Ring me</b>' });
});

test('an executor confirms the letter once, however often they click, and the vault shows the time', async () => {
  const owner = await newOwner();
  const { id } = await paidVault(app, owner);
  const token = await confirmationOf(edda.email);
  const first = app.clock.now().toISOString();
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
  for (const answer of answers) expect(answer.json()).toEqual({ confirmedAt: first, ownerName: 'Ada Lindqvist' });
  app.clock.pass({ hours: 1 });
  expect((await confirm(token)).json()).toMatchObject({ confirmedAt: first });
  expect(await list(owner, id)).toMatchObject([{ confirmedAt: first, codeUsedAt: null }]);
  expect((await eventsOf(id)).filter((event) => event === 'executor-confirmed')).toHaveLength(1);
});

test('a new code needs a new confirmation, and the previous letter confirms nothing', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const earlier = await confirmationOf(edda.email);
  await confirm(earlier);
  await app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } });
  app.clock.pass({ seconds: 1 });
  const [executor] = await list(owner, vault.id);
  expect(executor?.codeUsedAt).not.toBeNull();
  const params = { id: vault.id, executorId: executor?.id ?? '' };
  expect(await owner.ask(api.reissueCode, { params })).toMatchObject({ confirmedAt: null, codeUsedAt: null });
  for (const token of [earlier, 'x'.repeat(43)]) {
    expect((await confirm(token)).json()).toMatchObject({ status: 404, code: 'confirmation-link-unknown' });
  }
  expect((await confirm(await confirmationOf(edda.email))).statusCode).toBe(200);
});

test('EXE-7: the confirmation link contains no code, and the code does not confirm', async () => {
  const owner = await newOwner();
  const { code } = await paidVault(app, owner);
  const { confirmLink = '', link } = await app.lastLetter('executor-code', edda.email);
  for (const address of [confirmLink, link])
    expect(address.replaceAll('-', '')).not.toContain(code.replaceAll('-', ''));
  expect((await confirm(code)).statusCode).toBe(404);
  const used = { body: { accessCode: confirmLink.split('#')[1] ?? '' } };
  expect((await app.caller().call(api.verifyExecutor, used)).statusCode).toBe(403);
});

test('the code of an unpaid vault shows and releases nothing; once the vault is paid, the same code is mailed and works', async () => {
  const owner = await newOwner();
  const draft = await draftVault(owner);
  const { id } = draft;
  const [executor] = await list(owner, id);
  const accessCode = await readExecutorCode(app.services, { executorId: executor?.id ?? '', number: 1 });
  const release = () => app.caller().refused(api.releaseVault, { params: { vaultId: id }, body: { accessCode } });
  const refused = { status: 403, code: 'access-code-refused' };
  expect(await app.caller().refused(api.verifyExecutor, { body: { accessCode } })).toMatchObject(refused);
  expect(await release()).toMatchObject(refused);
  expect(await owner.ask(api.getVault, { params: { id } })).toMatchObject({
    status: 'active',
    releasedAt: null,
    codes: [],
  });
  await pay(app, owner, draft);
  expect((await app.lastLetter('executor-code', edda.email)).code).toBe(accessCode);
  expect((await app.caller().call(api.verifyExecutor, { body: { accessCode } })).statusCode).toBe(200);
});

test("without the vault's key nobody gets a code: the owner is refused, and nothing changes", async () => {
  const owner = await newOwner();
  const { id, code: accessCode } = await paidVault(app, owner);
  const [executor] = await list(owner, id);
  const params = { id, executorId: executor?.id ?? '' };
  await owner.ask(api.correctExecutor, { params, body: newPerson() });
  const undo = {
    body: { token: new URL((await app.lastLetter('owner-change', owner.email)).link).hash.slice(1), putBack: true },
  };
  await app.database.delete(vaultKeys).where(eq(vaultKeys.vaultId, id));
  const before = await list(owner, id);
  const unreadable = { status: 503, code: 'vault-unreadable' };
  expect(await owner.refused(api.addExecutor, { params: { id }, body: newPerson() })).toMatchObject(unreadable);
  expect(await owner.refused(api.correctExecutor, { params, body: newPerson() })).toMatchObject(unreadable);
  expect(await owner.refused(api.reissueCode, { params })).toMatchObject(unreadable);
  expect(await list(owner, id)).toEqual(before);
  expect(await app.caller().refused(api.undoOwnerChange, undo)).toMatchObject(unreadable);
  await signInAgain(owner, app);
  expect(await list(owner, id)).toEqual(before);
  expect((await app.caller().call(api.verifyExecutor, { body: { accessCode } })).statusCode).toBe(403);
});

test('a code number reused after a restore does not make the previous code valid again', async () => {
  const owner = await newOwner();
  const { id, code } = await paidVault(app, owner);
  const [executor] = await list(owner, id);
  await app.database.update(executors).set({ codeNumber: 0 }).where(eq(executors.vaultId, id));
  await owner.ask(api.reissueCode, { params: { id, executorId: executor?.id ?? '' } });
  const again = (await codeLetters(edda.email)).at(-1)?.facts;
  expect(again).toMatchObject({ card: { number: 1 }, code: expect.not.stringMatching(code) });
  expect((await app.caller().call(api.verifyExecutor, { body: { accessCode: code } })).statusCode).toBe(403);
});
