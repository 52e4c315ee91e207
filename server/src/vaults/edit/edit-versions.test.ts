// An edit is never lost: it names the version it is based on, and repeating it changes nothing.
import { randomUUID } from 'node:crypto';
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftVault, type Owner, paidVault, releasedVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const newKey = () => randomUUID();

const edit = (owner: Owner, id: string, body: { version?: number; title?: string; message?: string }, key?: string) =>
  owner.call(api.editVault, { params: { id }, body, ...(key ? { headers: { 'idempotency-key': key } } : {}) });
const shown = (owner: Owner, id: string) => owner.ask(api.getVault, { params: { id } });

test('EDIT-16: an edit that is based on an older version is refused with both versions, and uses no edit', async () => {
  const owner = await newOwner();
  const { id, version, message } = await paidVault(app, owner, { planType: 'basic_subscription' });
  await edit(owner, id, { version, title: 'Renamed in one tab' });
  const refused = await edit(owner, id, { version, message: 'Written in another' });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'edit-conflict',
    conflict: {
      stored: { version: version + 1, title: 'Renamed in one tab', message },
      sent: { message: 'Written in another' },
    },
  });
  expect(await shown(owner, id)).toMatchObject({ title: 'Renamed in one tab', message, editCount: 1 });
  const chosen = await edit(owner, id, { version: version + 1, message: 'Written in another' });
  expect(chosen.json()).toMatchObject({ title: 'Renamed in one tab', message: 'Written in another', editCount: 2 });
});

test('an old version does not conflict if everything sent is already stored', async () => {
  const owner = await newOwner();
  const { id, version } = await draftVault(owner);
  await edit(owner, id, { version, title: 'For Rosa, again' });
  expect((await edit(owner, id, { version, title: 'For Rosa, again' })).json()).toMatchObject({ version: version + 1 });
});

test('EDIT-16: one of ten concurrent edits of one version is saved, and the others are shown it', async () => {
  const owner = await newOwner();
  const { id, version } = await paidVault(app, owner, { planType: 'basic_subscription' });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, tab) => edit(owner, id, { version, title: `Tab ${tab}` })),
  );
  const [saved, ...others] = answers.toSorted((one, other) => one.statusCode - other.statusCode);
  const { title } = await shown(owner, id);
  expect(saved?.json()).toMatchObject({ title, version: version + 1, editCount: 1 });
  for (const other of others)
    expect(other.json()).toMatchObject({ code: 'edit-conflict', conflict: { stored: { title } } });
});

test("an edit repeated with its key is saved once and uses only the plan's single edit", async () => {
  const owner = await newOwner();
  const { id, version } = await paidVault(app, owner, { planType: 'basic_one_time' });
  const key = newKey();
  const body = { version, title: 'For Rosa, at last' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => edit(owner, id, body, key)));
  for (const answer of answers) expect(answer.json()).toMatchObject({ title: 'For Rosa, at last', editCount: 1 });
  const different = await edit(owner, id, { ...body, title: 'Another' }, key);
  expect(different.json()).toMatchObject({ code: 'repeated-differently' });
});

test('the repeat of a saved edit is answered even if the vault was released since', async () => {
  const owner = await newOwner();
  const key = newKey();
  const released = await releasedVault(app, owner);
  expect((await edit(owner, released.id, { title: 'Too late' }, key)).json()).toMatchObject({ code: 'vault-released' });
  const other = await paidVault(app, owner, { planType: 'basic_subscription' });
  const body = { version: other.version, title: 'In time' };
  await edit(owner, other.id, body, key);
  await app.caller().ask(api.releaseVault, { params: { vaultId: other.id }, body: { accessCode: other.code } });
  expect((await edit(owner, other.id, body, key)).json()).toMatchObject({ title: 'In time', status: 'released' });
});

test('a change before the activation uses no edit, and the first change after it uses one', async () => {
  const owner = await newOwner();
  const draft = await draftVault(owner, { planType: 'basic_one_time' });
  for (const title of ['One', 'Two', 'Three']) await edit(owner, draft.id, { title });
  expect(await shown(owner, draft.id)).toMatchObject({ title: 'Three', editCount: 0, version: draft.version + 3 });
  const paid = await paidVault(app, owner, { planType: 'basic_one_time' });
  expect((await edit(owner, paid.id, { title: 'One' })).json()).toMatchObject({ editCount: 1 });
  expect((await edit(owner, paid.id, { title: 'Two' })).json()).toMatchObject({ code: 'edit-limit-reached' });
});
