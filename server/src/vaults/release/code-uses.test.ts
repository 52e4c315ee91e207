// The letters about uses of an executor's code: the first immediately, those of the next hour together, and every use in the audit.
import { api } from '@remembrance/contract/api.ts';
import { codeUseLetterMinutes, ownerHereDays } from '@remembrance/contract/limits.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, type PaidVault, paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { acts, executors, sessions } from '../../platform/database/schema.ts';
import { listActs } from '../../records/acts/act-store.ts';
import { findCodeHolder, notifyCodeUses, verifyExecutor } from './verify-executor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
async function newVault(): Promise<{ owner: Owner; vault: PaidVault }> {
  const owner = await signedIn(app, another(ada, ++people));
  return { owner, vault: await paidVault(app, owner) };
}
const use = ({ code }: PaidVault) => verifyExecutor(app.services, code);
const reported = async (owner: Owner) =>
  (await app.lettersTo(owner.email)).flatMap(({ kind, facts }) => (kind === 'executor-used' ? [facts] : []));
const usesInAudit = async ({ id }: PaidVault) => {
  const recorded = await app.database.select().from(acts).where(eq(acts.vaultId, id));
  return recorded.filter(({ event }) => event === 'code-used').length;
};
const whoUsed = async ({ id }: PaidVault) => {
  const [executor] = await app.database.select().from(executors).where(eq(executors.vaultId, id));
  return { actor: 'executor', actorId: executor?.id };
};
const timesIn = async (owner: Owner) => (await reported(owner)).map((facts) => 'times' in facts && facts.times);

test('the first use is reported immediately, with the name, the vault and the time', { tags: 'long' }, async () => {
  const { owner, vault } = await newVault();
  expect(await use(vault)).toMatchObject({ ownerName: 'Ada Lindqvist', vault: { id: vault.id, title: vault.title } });
  expect(await reported(owner)).toEqual([
    {
      firstName: owner.firstName,
      vaultTitle: vault.title,
      executorName: edda.name,
      at: app.clock.now().toISOString(),
      times: 1,
      link: `${app.services.publicUrl}/vault/${vault.id}`,
    },
  ]);
});

test('uses within the hour are reported in one letter at its end, not earlier, and only once', async () => {
  const { owner, vault } = await newVault();
  for (let i = 0; i < 4; i += 1) await use(vault);
  const recorded = await listActs(app.database, vault.id);
  const uses = recorded.filter(({ event }) => event === 'code-used');
  expect(uses.map(({ actor, actorId }) => ({ actor, actorId }))).toEqual(Array(4).fill(await whoUsed(vault)));
  const lastUse = app.clock.now().toISOString();
  app.clock.pass({ minutes: codeUseLetterMinutes, seconds: -1 });
  await notifyCodeUses(app.services);
  expect(await timesIn(owner)).toEqual([1]);
  app.clock.pass({ seconds: 1 });
  await notifyCodeUses(app.services, { signal: AbortSignal.abort() });
  expect(await timesIn(owner)).toEqual([1]);
  await Promise.all([notifyCodeUses(app.services), notifyCodeUses(app.services)]);
  expect(await timesIn(owner)).toEqual([1, 3]);
  expect((await reported(owner))[1]).toMatchObject({ at: lastUse });
  app.clock.pass({ days: 1 });
  await notifyCodeUses(app.services);
  expect(await timesIn(owner)).toEqual([1, 3]);
  expect(await usesInAudit(vault)).toBe(4);
});

test('a use an hour after the last letter is reported immediately, with those that waited', async () => {
  const { owner, vault } = await newVault();
  await use(vault);
  await use(vault);
  app.clock.pass({ minutes: codeUseLetterMinutes });
  await use(vault);
  expect(await timesIn(owner)).toEqual([1, 2]);
});

test('ten concurrent uses are all counted and cause one letter now and one after the hour', {
  tags: 'long',
}, async () => {
  const { owner, vault } = await newVault();
  await Promise.all(Array.from({ length: 10 }, () => use(vault)));
  app.clock.pass({ minutes: codeUseLetterMinutes });
  await notifyCodeUses(app.services);
  expect(await timesIn(owner)).toEqual([1, 9]);
  expect(await usesInAudit(vault)).toBe(10);
});

test('uses that another process reports at the same moment are reported once', async () => {
  const { owner, vault } = await newVault();
  for (let i = 0; i < 3; i += 1) await use(vault);
  app.clock.pass({ minutes: codeUseLetterMinutes });
  const { database } = app.services;
  const transaction: typeof database.transaction = async (work) => {
    await notifyCodeUses(app.services); // another run notifies between the list and the claim
    return database.transaction(work);
  };
  await notifyCodeUses({ ...app.services, database: Object.assign(Object.create(database), { transaction }) });
  expect(await timesIn(owner)).toEqual([1, 2]);
});

test('concurrent uses of several codes are each counted, and none waits for a code that another transaction changes', {
  tags: 'long',
}, async () => {
  const [one, other] = [(await newVault()).vault, (await newVault()).vault];
  await use(one);
  await use(other);
  const locked = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  const change = app.database.transaction(async (tx) => {
    await tx.select().from(executors).where(eq(executors.vaultId, one.id)).for('update');
    locked.resolve();
    await changed.promise;
  });
  await locked.promise;
  const held = use(one);
  expect(await Promise.all([use(other), use(other), use(other)])).toMatchObject(
    Array(3).fill({ vault: { id: other.id } }),
  );
  changed.resolve();
  await change;
  expect(await held).toMatchObject({ vault: { id: one.id } });
  expect([await usesInAudit(one), await usesInAudit(other)]).toEqual([2, 4]);
  const [counted] = await app.database.select().from(executors).where(eq(executors.vaultId, other.id));
  expect(counted?.unreportedUses).toBe(3);
});

test('an executor without a name is identified by the address', async () => {
  const { owner, vault } = await newVault();
  await app.database.update(executors).set({ name: '' }).where(eq(executors.vaultId, vault.id));
  await use(vault);
  expect(await reported(owner)).toMatchObject([{ executorName: edda.email }]);
});

test("looking up a code's holder changes nothing, and no part or variant of a code finds one", async () => {
  const { owner, vault } = await newVault();
  const { code } = vault;
  const found = await findCodeHolder(app.services, ` ${code.replaceAll('-', ' ').toLowerCase()} `);
  expect(found).toMatchObject({ vault: { id: vault.id }, executor: { email: edda.email } });
  const last = code.endsWith('A') ? 'B' : 'A';
  for (const wrong of [
    '',
    ' ',
    code.slice(0, -1),
    `${code}A`,
    code.slice(0, -1) + last,
    [...code].reverse().join(''),
  ]) {
    await expect(findCodeHolder(app.services, wrong)).rejects.toMatchObject({ code: 'access-code-refused' });
  }
  expect(await reported(owner)).toEqual([]);
  await expect(verifyExecutor(app.services, 'AAAAA-AAAAA-AAAAA-AAAAA')).rejects.toMatchObject({
    code: 'access-code-refused',
  });
  expect(await usesInAudit(vault)).toBe(0);
  expect(await app.caller().ask(api.verifyExecutor, { body: { accessCode: code } })).toMatchObject({ id: vault.id });
});

test('REL-306: an owner who has signed out since was here all the same, and a read-only token is no visit', async () => {
  const { owner, vault } = await newVault();
  const summary = () => app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } });
  await owner.ask(api.createToken, { body: { name: 'Backup' } });
  await app.database.delete(sessions).where(and(eq(sessions.userId, owner.id), isNull(sessions.tokenName)));
  expect((await summary()).wasOwnerHere).toBe(true);
  app.clock.pass({ days: ownerHereDays + 1 });
  const isToken = and(eq(sessions.userId, owner.id), isNotNull(sessions.tokenName));
  await app.database.update(sessions).set({ updatedAt: app.clock.now() }).where(isToken);
  expect((await summary()).wasOwnerHere).toBe(false);
});

test('REL-306: the summary says whether the owner used the account in the last 30 days, and nothing else of when', async () => {
  const { vault } = await newVault();
  const summary = () => app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } });
  expect((await summary()).wasOwnerHere).toBe(true);
  app.clock.pass({ minutes: (ownerHereDays - 1) * 24 * 60 });
  expect((await summary()).wasOwnerHere).toBe(true);
  app.clock.pass({ minutes: 2 * 24 * 60 });
  expect(await summary()).toEqual({
    id: vault.id,
    title: vault.title,
    createdAt: vault.createdAt,
    status: 'active',
    releasedAt: null,
    recipientName: vault.recipientName,
    recipientEmail: vault.recipientEmail,
    note: '',
    ownerName: 'Ada Lindqvist',
    wasOwnerHere: false,
  });
});
