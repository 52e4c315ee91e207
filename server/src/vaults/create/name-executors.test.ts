// A vault that is created with several executors: each is named once and gets a code of their own when the vault is activated.
import { api } from '@remembrance/contract/api.ts';
import { executorsPerVault } from '@remembrance/contract/limits.ts';
import { ada, another, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, pay, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { vaults } from '../../platform/database/schema.ts';
import { daysLater } from '../../platform/lib/clock.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const listed = (owner: Owner, id: string) => owner.ask(api.listExecutors, { params: { id } });
const emil = { name: 'Emil', email: 'emil@example.net', note: 'The key is in the blue tin.' };
const jonas = { name: '', email: 'jonas@example.net' };

test('COPY-2: further executors are named with the vault, each with their own code and note', async () => {
  const owner = await newOwner();
  const body = vaultForm({ executorNote: 'Take your time.', moreExecutors: [emil, jonas] });
  const vault = await owner.ask(api.createVault, { body });
  expect(await listed(owner, vault.id)).toMatchObject([
    { email: body.executorEmail, note: 'Take your time.', codeSentAt: null },
    { ...emil, codeSentAt: null },
    { ...jonas, note: '', codeSentAt: null },
  ]);
  await pay(app, owner, vault);
  const [first, second] = [
    await app.lastLetter('executor-code', emil.email),
    await app.lastLetter('executor-code', jonas.email),
  ];
  expect(first.note).toBe(emil.note);
  expect(first.code).not.toBe(second.code);
  for (const { code: accessCode } of [first, second])
    expect(await app.caller().ask(api.verifyExecutor, { body: { accessCode } })).toMatchObject({ id: vault.id });
});

test('an address counts once, and a vault has at most five executors', async () => {
  const owner = await newOwner();
  const { executorEmail = '' } = vaultForm();
  const again = { name: 'Again', email: executorEmail?.toUpperCase() ?? '' };
  const vault = await owner.ask(api.createVault, { body: vaultForm({ moreExecutors: [again, emil, emil] }) });
  expect((await listed(owner, vault.id)).map(({ email }) => email)).toEqual([executorEmail, emil.email]);
  const tooMany = Array.from({ length: executorsPerVault }, (_, at) => ({ name: '', email: `one${at}@example.net` }));
  const refused = await owner.refused(api.createVault, { body: vaultForm({ moreExecutors: tooMany }) });
  expect(refused).toMatchObject({ status: 400, code: 'invalid-input', fields: { moreExecutors: expect.any(String) } });
  expect(await app.database.select().from(vaults).where(eq(vaults.creatorId, owner.id))).toHaveLength(1);
});

test('no address of one executor is the second address of another, so nobody has two codes', async () => {
  const owner = await newOwner();
  const { executorEmail = '' } = vaultForm();
  const shared = { secondEmail: 'both@example.net' };
  for (const [field, changes] of Object.entries({
    executorSecondEmail: { executorSecondEmail: emil.email.toUpperCase(), moreExecutors: [emil] },
    executorEmail: { moreExecutors: [{ ...emil, secondEmail: executorEmail }] },
  })) {
    const refused = await owner.refused(api.createVault, { body: vaultForm(changes) });
    const fields = { [field]: expect.stringContaining('has this address') };
    expect(refused).toMatchObject({ code: 'executor-named-already', fields });
  }
  const moreExecutors = [emil, jonas].map((person) => ({ ...person, ...shared }));
  const refused = await owner.refused(api.createVault, { body: vaultForm({ moreExecutors }) });
  expect(refused).toMatchObject({ code: 'executor-named-already' });
  expect(await app.database.select().from(vaults).where(eq(vaults.creatorId, owner.id))).toEqual([]);
});

test('further executors are named even if the form’s own is blank', async () => {
  const owner = await newOwner();
  const scheduledReleaseDate = daysLater(app.clock.now(), 30).toISOString();
  const body = vaultForm({ executorName: '', executorEmail: '', scheduledReleaseDate, moreExecutors: [emil] });
  const vault = await owner.ask(api.createVault, { body });
  expect(await listed(owner, vault.id)).toMatchObject([{ email: emil.email }]);
});

test('the same request creates one vault, and another list of executors is another request', async () => {
  const owner = await newOwner();
  const headers = { 'idempotency-key': `"${'c1'.repeat(16)}"` };
  const body = vaultForm({ moreExecutors: [emil] });
  const [one, two] = await Promise.all([
    owner.ask(api.createVault, { body, headers }),
    owner.ask(api.createVault, { body, headers }),
  ]);
  expect(one.id).toBe(two.id);
  expect(await listed(owner, one.id)).toHaveLength(2);
  const other = vaultForm({ moreExecutors: [jonas] });
  expect(await owner.refused(api.createVault, { body: other, headers })).toMatchObject({
    code: 'repeated-differently',
  });
});
