// Releasing a vault: by an executor's code and at the owner's date, once, with its letters and act.
import { api } from '@remembrance/contract/api.ts';
import { readCard } from '@remembrance/contract/executor-card.ts';
import { ada, another, edda, rosa, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paidVault, releasedVault, signedIn, signInAgain } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { renderLetter } from '../../letters/templates/render-letter.ts';
import { accessVerifications, letters, vaults } from '../../platform/database/schema.ts';
import { listActs } from '../../records/acts/act-store.ts';
import { countDue, releaseOnDate } from '../vault/release-store.ts';
import { releaseByExecutor } from './release-by-executor.ts';
import { releaseDueVaults } from './release-due-vaults.ts';
import { remindOwners } from './remind-owners.ts';
import { notifyCodeUses } from './verify-executor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const noFailure = (vaultId: string, error: unknown) => {
  throw new Error(`the release of ${vaultId} failed`, { cause: error });
};
const unreadable: Keyring['sign'] = () => {
  throw new Error('the secret cannot be read');
};
const releaseDue = () => releaseDueVaults(app.services, { onFailure: noFailure });
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
const countLetters = async (vaultId: string, kind: string) => {
  const rows = await app.database.select().from(letters).where(eq(letters.vaultId, vaultId));
  return rows.filter((row) => row.kind === kind).length;
};

test('EXE-1: a code shows a summary and none of the content, and the owner is notified of every use', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const summary = await app.caller().call(api.verifyExecutor, { body: { accessCode: vault.code.toLowerCase() } });
  expect(summary.statusCode).toBe(200);
  expect(summary.json()).toEqual({
    id: vault.id,
    title: vault.title,
    createdAt: vault.createdAt,
    status: 'active',
    releasedAt: null,
    recipientName: rosa.name,
    recipientEmail: rosa.email,
    ownerName: `${ada.firstName} ${ada.lastName}`,
    note: '',
    wasOwnerHere: true,
  });
  await app.caller().ask(api.verifyExecutor, { body: { accessCode: ` ${vault.code.replaceAll('-', ' ')} ` } });
  app.clock.pass({ minutes: 61 });
  await notifyCodeUses(app.services);
  expect((await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'executor-used')).toHaveLength(2);
});

test('EXE-2: a wrong code, the code of a deleted vault and a replaced code get the same refusal', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { planType: 'basic_one_time' });
  const [executor] = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  await owner.ask(api.reissueCode, { params: { id: vault.id, executorId: executor?.id ?? '' } });
  const deleted = await paidVault(app, owner, { planType: 'premium_one_time' });
  await owner.ask(api.deleteVault, { params: { id: deleted.id } });
  const answers = await Promise.all(
    ['AAAAA-AAAAA-AAAAA-AAAAA', vault.code, deleted.code, 'x'].map(async (accessCode) => {
      const { requestId: _, ...problem } = await app.caller().refused(api.verifyExecutor, { body: { accessCode } });
      return problem;
    }),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
  expect(answers[0]).toMatchObject({ status: 403, code: 'access-code-refused', detail: 'Invalid access code' });
});

test('each code has the next number on its card; the link in its letter has the code only after the #', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const [executor] = await owner.ask(api.listExecutors, { params: { id: vault.id } });
  const cardOf = async () => {
    const facts = await app.lastLetter('executor-code', edda.email);
    const { publicUrl, productName, supportEmail } = app.services.config;
    const letter = renderLetter({ kind: 'executor-code', facts }, { publicUrl, productName, supportEmail });
    const { code } = facts;
    const [page, fragment = ''] = /\S+\/executor-card#\S+/.exec(letter.text)?.[0].split('#') ?? [];
    expect(page).toBe(`${app.services.publicUrl}/executor-card`);
    const card = readCard(fragment);
    expect(card).toMatchObject({ code, vault: vault.id, title: vault.title, owner: 'Ada Lindqvist' });
    expect(card?.date).toBe(app.clock.now().toISOString().slice(0, 10));
    return card?.number;
  };
  expect(await cardOf()).toBe(1);
  await owner.ask(api.reissueCode, { params: { id: vault.id, executorId: executor?.id ?? '' } });
  expect(await cardOf()).toBe(2);
  await owner.ask(api.reissueCode, { params: { id: vault.id, executorId: executor?.id ?? '' } });
  expect(await cardOf()).toBe(3);
});

test('a code releases only its own vault', { tags: 'long' }, async () => {
  const owner = await newOwner();
  const mine = await paidVault(app, owner);
  const other = await paidVault(app, await newOwner());
  for (const vaultId of [other.id, 'no-id']) {
    const foreign = { params: { vaultId }, body: { accessCode: mine.code } };
    expect(await app.caller().refused(api.releaseVault, foreign)).toMatchObject({ code: 'access-code-refused' });
  }
  expect(await owner.ask(api.getVault, { params: { id: mine.id } })).toMatchObject({ status: 'active' });
  const body = { accessCode: mine.code };
  await app.caller().ask(api.releaseVault, { params: { vaultId: mine.id }, body });
  const foreign = { params: { vaultId: other.id }, body };
  expect(await app.caller().refused(api.releaseVault, foreign)).toMatchObject({ code: 'access-code-refused' });
});

test('REL-3: the release, the letters to the recipient and the owner, and its acts happen together', async () => {
  const owner = await newOwner();
  const vault = await releasedVault(app, owner);
  expect(await countLetters(vault.id, 'recipient-invitation')).toBe(1);
  expect(await countLetters(vault.id, 'vault-released')).toBe(1);
  const recorded = await listActs(app.database, vault.id);
  expect(recorded.map(({ event }) => event)).toContain('vault-released');
  expect(recorded.find(({ event }) => event === 'vault-released')).toMatchObject({ actor: 'executor' });
  expect(await app.lastLetter('vault-released', owner.email)).toMatchObject({ releasedBy: edda.name });
});

test("REL-3: a release whose letter can't be written does not happen", async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const broken = {
    ...app.services,
    keyring: { ...app.services.keyring, sign: unreadable },
  };
  await expect(releaseByExecutor(broken, { vaultId: vault.id, accessCode: vault.code })).rejects.toThrow(
    'the secret cannot be read',
  );
  expect(await owner.ask(api.getVault, { params: { id: vault.id } })).toMatchObject({
    status: 'active',
    releasedAt: null,
  });
  const links = await app.database.select().from(accessVerifications).where(eq(accessVerifications.vaultId, vault.id));
  expect(links).toHaveLength(0);
});

test('a second release is refused with the date of the first', async () => {
  const vault = await releasedVault(app, await newOwner());
  const again = { params: { vaultId: vault.id }, body: { accessCode: vault.code } };
  const refusal = await app.caller().refused(api.releaseVault, again);
  expect(refusal).toMatchObject({ status: 409, code: 'already-released', releasedAt: vault.releasedAt });
  const summary = await app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } });
  expect(summary).toMatchObject({ status: 'released', releasedAt: vault.releasedAt });
});

test('SCH-1: a vault with a date is released on that date: never early, once, with the letter to its recipient', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { scheduledReleaseDate: inDays(3), executorName: '', executorEmail: '' });
  app.clock.pass({ days: 2, hours: 23, minutes: 59, seconds: 59 });
  expect(await releaseDue()).toBe(0);
  app.clock.pass({ seconds: 1 });
  expect(await Promise.all([releaseDue(), releaseDue(), releaseDue()]).then((n) => n.reduce((a, b) => a + b))).toBe(1);
  expect(await releaseDue()).toBe(0);
  expect(await countLetters(vault.id, 'recipient-invitation')).toBe(1);
  expect(await app.lastLetter('vault-released', owner.email)).toMatchObject({ releasedBy: null });
});

/** Vaults of different owners, due in one day. */
async function datedVaults(count: number): Promise<string[]> {
  const ids: string[] = [];
  const date = { scheduledReleaseDate: inDays(1) };
  while (ids.length < count) ids.push((await paidVault(app, await newOwner(), date)).id);
  return ids;
}

test('a stopping service ends between two batches of releases, and releases the rest later', {
  tags: 'long',
}, async () => {
  const vaultIds = await datedVaults(7);
  app.clock.pass({ days: 2 });
  const stopping = new AbortController();
  const { database } = app.services;
  const transaction: typeof database.transaction = (work) => {
    stopping.abort(); // the stop arrives during the first two batches
    return database.transaction(work);
  };
  const needs = { ...app.services, database: Object.assign(Object.create(database), { transaction }) };
  const run = { signal: stopping.signal, onFailure: noFailure, batchSize: 2 };
  expect(await releaseDueVaults(needs, run)).toBe(4); // two batches run concurrently
  expect(await releaseDue()).toBe(3);
  for (const vaultId of vaultIds) expect(await countLetters(vaultId, 'recipient-invitation')).toBe(1);
});

test('a batch of scheduled releases waits until the previous one is in the journal', { tags: 'long' }, async () => {
  const vaultIds = await datedVaults(4);
  app.clock.pass({ days: 2 });
  const [journal, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writeJournal = () => {
    asked.resolve();
    return journal.promise;
  };
  const run = releaseDueVaults({ ...app.services, writeJournal }, { onFailure: noFailure, batchSize: 1 });
  await asked.promise;
  const countReleased = () =>
    app.database.$count(vaults, and(inArray(vaults.id, vaultIds), eq(vaults.status, 'released')));
  expect(await countReleased()).toBe(2);
  journal.resolve();
  expect(await run).toBe(4);
});

test('a stopping service ends between two releases of a batch that failed', async () => {
  const vaultIds = await datedVaults(3);
  app.clock.pass({ days: 2 });
  const stopping = new AbortController();
  const failures: string[] = [];
  const onFailure = (vaultId: string) => {
    failures.push(vaultId);
    stopping.abort();
  };
  const needs = { ...app.services, keyring: { ...app.services.keyring, sign: unreadable } };
  expect(await releaseDueVaults(needs, { signal: stopping.signal, onFailure })).toBe(0);
  expect(failures).toHaveLength(1);
  expect(vaultIds).toContain(failures[0]);
  expect(await releaseDue()).toBe(3);
});

test('vaults that another transaction holds are left for the next run', async () => {
  await datedVaults(2);
  app.clock.pass({ days: 2 });
  const { database } = app.services;
  const stopping = new AbortController();
  let batches = 0;
  const transaction: typeof database.transaction = (work) => {
    batches += 1;
    if (batches === 5) stopping.abort(); // without a stop it would never end
    return database.transaction(work);
  };
  const needs = { ...app.services, database: Object.assign(Object.create(database), { transaction }) };
  await database.transaction(async (other) => {
    await other.select({ id: vaults.id }).from(vaults).for('update');
    expect(await releaseDueVaults(needs, { signal: stopping.signal, onFailure: noFailure })).toBe(0);
  });
  expect(batches).toBe(1);
  expect(await releaseDue()).toBe(2);
});

test.each([1, 3])(
  'if one of %d releases in a batch fails, all others succeed, each with its letters and acts',
  async (batchSize) => {
    const vaultIds = await datedVaults(3);
    const [, failing = ''] = vaultIds;
    app.clock.pass({ days: 2 });
    const { keyring } = app.services;
    const sign: Keyring['sign'] = (purpose, value) => {
      if (value.startsWith(`recipient-invitation/${failing}`)) throw new Error('the letter cannot be written');
      return keyring.sign(purpose, value);
    };
    const failures: string[] = [];
    const needs = { ...app.services, keyring: { ...keyring, sign } };
    expect(await releaseDueVaults(needs, { onFailure: (vaultId) => failures.push(vaultId), batchSize })).toBe(2);
    expect(failures).toEqual([failing]);
    for (const vaultId of vaultIds) {
      const count = vaultId === failing ? 0 : 1;
      expect(await countLetters(vaultId, 'recipient-invitation')).toBe(count);
      const recorded = await listActs(app.database, vaultId);
      expect(recorded.filter(({ event }) => event === 'vault-released')).toHaveLength(count);
    }
    expect(await releaseDue()).toBe(1);
  },
);

test('SCH-2: after a long downtime every overdue vault is released, and an unpaid vault is not', async () => {
  const owner = await newOwner();
  const date = { scheduledReleaseDate: inDays(1) };
  const paid = await paidVault(app, owner, date);
  const draft = await owner.ask(api.createVault, { body: vaultForm({ ...date, planType: 'premium_one_time' }) });
  app.clock.pass({ days: 400 });
  expect(await releaseDue()).toBe(1);
  const states = await app.database.select().from(vaults).where(eq(vaults.creatorId, owner.id));
  expect(states.find(({ id }) => id === paid.id)?.status).toBe('released');
  expect(states.find(({ id }) => id === draft.id)?.status).toBe('active');
});

test('SCH-10: an unproven date releases nothing within a day of being set, whatever the date is', async () => {
  const owner = await newOwner();
  const plan = { planType: 'premium_subscription' as const };
  const created = await paidVault(app, owner, { ...plan, scheduledReleaseDate: inDays(30) });
  app.clock.pass({ minutes: 10 });
  const edited = await paidVault(app, owner, { ...plan, scheduledReleaseDate: inDays(30) });
  const body = { scheduledReleaseDate: inDays(20) };
  await owner.ask(api.editVault, { params: { id: created.id }, body });
  // Simulates a fault elsewhere: no call sets a date so near without a proof.
  await app.database
    .update(vaults)
    .set({ scheduledReleaseDate: app.clock.now() })
    .where(eq(vaults.creatorId, owner.id));
  app.clock.pass({ hours: 23, minutes: 59, seconds: 59 });
  expect(await countDue(app.database, app.clock.now())).toBe(0);
  await app.database.transaction(async (tx) =>
    expect(await releaseOnDate(tx, [created.id, edited.id], app.clock.now())).toEqual([]),
  );
  expect(await releaseDue()).toBe(0);
  app.clock.pass({ seconds: 1 });
  expect(await countDue(app.database, app.clock.now())).toBe(2);
  expect(await releaseDue()).toBe(2);
});

test('SCH-10: a vault with a proven date is released to the minute, even if the date is only an hour away', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { planType: 'basic_subscription', scheduledReleaseDate: inDays(30) });
  app.clock.pass({ minutes: 10 });
  const edit = { params: { id: vault.id }, body: { scheduledReleaseDate: inDays(1 / 24) } };
  expect(await owner.refused(api.editVault, edit)).toMatchObject({ code: 'proof-needed' });
  await owner.ask(api.proveByPassword, { body: { password: owner.password } });
  await owner.ask(api.editVault, edit);
  app.clock.pass({ hours: 1 });
  expect(await releaseDue()).toBe(1);
});

test('SCH-1: a changed or cancelled date releases nothing on the old date', async () => {
  const owner = await newOwner();
  const plan = { planType: 'premium_subscription' as const };
  const moved = await paidVault(app, owner, { ...plan, scheduledReleaseDate: inDays(1) });
  const cancelled = await paidVault(app, owner, { ...plan, scheduledReleaseDate: inDays(1) });
  const { title, recipientName, recipientEmail } = moved;
  const body = { title, recipientName, recipientEmail };
  await owner.ask(api.editVault, { params: { id: moved.id }, body: { ...body, scheduledReleaseDate: inDays(9) } });
  await owner.ask(api.editVault, { params: { id: cancelled.id }, body: { ...body, removesReleaseDate: true } });
  app.clock.pass({ days: 2 });
  expect(await releaseDue()).toBe(0);
});

test('SCH-4: the owner is reminded 7 days and 1 day before, once each, and again for a new date', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { planType: 'basic_subscription', scheduledReleaseDate: inDays(30) });
  const reminders = async () =>
    (await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'release-reminder').map(({ facts }) => facts);
  await remindOwners(app.services);
  expect(await reminders()).toHaveLength(0);
  app.clock.pass({ days: 23 });
  for (let i = 0; i < 3; i++) await remindOwners(app.services);
  expect(await reminders()).toMatchObject([{ daysLeft: 7 }]);
  app.clock.pass({ days: 6 });
  for (let i = 0; i < 3; i++) await remindOwners(app.services);
  expect(await reminders()).toMatchObject([{ daysLeft: 7 }, { daysLeft: 1 }]);
  await signInAgain(owner);
  const { title, recipientName, recipientEmail } = vault;
  const body = { title, recipientName, recipientEmail, scheduledReleaseDate: inDays(6) };
  await owner.ask(api.editVault, { params: { id: vault.id }, body });
  await remindOwners(app.services);
  expect(await reminders()).toHaveLength(3);
});
