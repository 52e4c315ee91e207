// The release at its boundaries: who may release which vault, what a refusal leaves unchanged, and when dates fall due.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, edda, rosa, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRefused, prepared } from '../../../testing/expect-refused.ts';
import { fingerprint } from '../../../testing/fingerprint.ts';
import { paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { waitForLocks } from '../../../testing/wait-for-locks.ts';
import { acts, executors, users, vaults } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { listActs } from '../../records/acts/act-store.ts';
import { lockVaultOfExecutors } from '../executors/executor-store.ts';
import { countDue, listDue } from '../vault/release-store.ts';
import { lockReleasedVault } from '../vault/vault-store.ts';
import { releaseByExecutor } from './release-by-executor.ts';
import { releaseDueVaults, releaseVaults } from './release-due-vaults.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const at = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds);
const days = (count: number) => count * 86_400_000;
const change = (id: string, values: Partial<typeof vaults.$inferInsert>) =>
  app.database.update(vaults).set(values).where(eq(vaults.id, id));
const rowOf = async (id: string) => (await app.database.select().from(vaults).where(eq(vaults.id, id)))[0];
const releaseByDate = ({ id }: { id: string }, now: Date) => releaseVaults(app.services, [id], now);
async function dated(inDays: number) {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { scheduledReleaseDate: at(days(inDays)).toISOString() });
  return { ...vault, owner };
}

async function expectUnchanged(work: () => Promise<unknown>): Promise<void> {
  const before = await fingerprint(app.database);
  await work();
  expect(await fingerprint(app.database)).toEqual(before);
}

test('REL-300: nobody can release a draft, a vault being deleted or a vault of a deleted account, and trying changes nothing', async () => {
  const owner = await newOwner();
  const draft = await owner.ask(api.createVault, {
    body: vaultForm({ scheduledReleaseDate: at(days(1)).toISOString() }),
  });
  const deleting = await dated(1);
  await change(deleting.id, { status: 'deleting', purgeAt: at(days(7)) });
  const orphaned = await dated(1);
  await app.database
    .update(users)
    .set({ deletedAt: at(0) })
    .where(eq(users.id, orphaned.owner.id));
  await expectUnchanged(async () => {
    for (const vault of [draft, deleting, orphaned, { id: '01890000-0000-7000-8000-00000000000f' }]) {
      expect(await releaseByDate(vault, at(days(2)))).toBe(0);
    }
  });
  expect(await listDue(app.database, at(days(2)), 100)).toEqual([]);
  expect(await countDue(app.database, at(days(2)))).toBe(0);
  for (const { id, code } of [deleting, orphaned]) {
    const call = prepared(app.caller(), api.releaseVault, { params: { vaultId: id }, body: { accessCode: code } });
    await expectRefused(app.database, 'access-code-refused', call);
  }
});

test('REL-301: a vault whose plan has lapsed or is on trial is released like any other', async () => {
  for (const paymentStatus of ['lapsed', 'trial', 'paid'] as const) {
    const vault = await dated(1);
    await change(vault.id, { paymentStatus });
    expect(await listDue(app.database, at(days(1)), 100)).toContain(vault.id);
    const params = { vaultId: vault.id };
    const call = { params, body: { accessCode: vault.code.toLowerCase() } };
    await app.caller().ask(api.releaseVault, call);
    expect(await app.caller().refused(api.releaseVault, call)).toMatchObject({ code: 'already-released' });
    expect(await rowOf(vault.id)).toMatchObject({ status: 'released', releasedAt: app.clock.now(), paymentStatus });
  }
});

describe('a release that waits while its right is withdrawn releases nothing', () => {
  test.each([
    [
      'the code is replaced',
      (tx: Transaction, id: string) => tx.update(executors).set({ accessCode: id }).where(of(id)),
    ],
    ['the executor is removed', (tx: Transaction, id: string) => tx.delete(executors).where(of(id))],
    [
      'the vault is deleted',
      (tx: Transaction, id: string) =>
        tx
          .update(vaults)
          .set({ status: 'deleting', purgeAt: at(days(7)) })
          .where(eq(vaults.id, id)),
    ],
    [
      'the account is deleted',
      (tx: Transaction, id: string) =>
        tx
          .update(users)
          .set({ deletedAt: at(0) })
          .where(eq(users.id, ownerOf(id))),
    ],
  ])('%s', async (_, withdraw) => {
    const owner = await newOwner();
    const { id, code } = await paidVault(app, owner);
    let release: Promise<unknown> | undefined;
    await app.database.transaction(async (tx) => {
      await lockVaultOfExecutors(tx, { vaultId: id, ownerId: owner.id });
      await withdraw(tx, id);
      release = releaseByExecutor(app.services, { vaultId: id, accessCode: code });
      release.catch(() => {});
      await waitForLocks(app.database, 1);
    });
    await expect(release).rejects.toMatchObject({ code: 'access-code-refused' });
    expect((await rowOf(id))?.releasedAt).toBeNull();
  });
});

const of = (vaultId: string) => eq(executors.vaultId, vaultId);
const ownerOf = (vaultId: string) => sql`(select creator_id from vaults where id = ${vaultId})`;

test('the letter to the owner identifies the executor who released, by name or otherwise by address', async () => {
  const owner = await newOwner();
  const named = await paidVault(app, owner);
  await app.database.update(executors).set({ name: '' }).where(eq(executors.vaultId, named.id));
  await releaseByExecutor(app.services, { vaultId: named.id, accessCode: named.code });
  expect(await app.lastLetter('vault-released', owner.email)).toMatchObject({
    vaultTitle: named.title,
    recipientName: rosa.name,
    releasedBy: edda.email,
    at: app.clock.now().toISOString(),
  });
  const recorded = await app.database.select().from(acts).where(eq(acts.vaultId, named.id));
  const [executor] = await app.database.select().from(executors).where(eq(executors.vaultId, named.id));
  expect(recorded.filter(({ event }) => event === 'vault-released')).toMatchObject([
    { actor: 'executor', actorId: executor?.id },
  ]);
});

test('a code that was refused just before its vault became releasable stays refused, and nothing is released', async () => {
  const { id, code } = await paidVault(app, await newOwner());
  const { database } = app.services;
  const transaction: typeof database.transaction = async (work) => {
    await change(id, { paymentStatus: 'unpaid' });
    const done = await database.transaction(work);
    await change(id, { paymentStatus: 'paid' });
    return done;
  };
  const needs = { ...app.services, database: Object.assign(Object.create(database), { transaction }) };
  const release = releaseByExecutor(needs, { vaultId: id, accessCode: code });
  await expect(release).rejects.toMatchObject({ code: 'access-code-refused' });
  expect(await rowOf(id)).toMatchObject({ status: 'active', releasedAt: null });
});

test('a vault is released at its date and not earlier, even if the caller believed the date had come', {
  tags: 'long',
}, async () => {
  const vault = await dated(3);
  const due = new Date(vault.scheduledReleaseDate ?? '');
  const before = new Date(due.getTime() - 1);
  await expectUnchanged(async () => expect(await releaseByDate(vault, before)).toBe(0));
  const isDue = async (now: Date) => (await listDue(app.database, now, 99)).includes(vault.id);
  expect([await isDue(before), await isDue(due)]).toEqual([false, true]);
  expect((await countDue(app.database, due)) - (await countDue(app.database, before))).toBe(1);
  expect(await releaseByDate(vault, due)).toBe(1);
  expect((await rowOf(vault.id))?.releasedAt).toEqual(due);
  const recorded = await listActs(app.database, vault.id);
  expect(recorded.filter(({ event }) => event === 'vault-released')).toMatchObject([
    { actor: 'service', actorId: null },
  ]);
  expect(await isDue(due)).toBe(false);
  const lock = (id: string) => app.database.transaction((tx) => lockReleasedVault(tx, id));
  const { id, firstName, lastName, email } = vault.owner;
  const owner = { id, firstName, lastName, email };
  expect(await lock(vault.id)).toMatchObject({ vault: { id: vault.id, releasedAt: due }, owner });
  expect(await lock((await dated(3)).id)).toBeNull();
});

test('overdue vaults are released oldest date first; a failing one is reported once and delays no other', {
  tags: 'long',
}, async () => {
  const vaultIds: string[] = [];
  for (const inDays of [3, 1, 2]) vaultIds.push((await dated(inDays)).id);
  const [third = '', first = '', second = ''] = vaultIds;
  app.clock.pass({ days: 3, seconds: 1 });
  const now = app.clock.now();
  const mine = (ids: string[]) => ids.filter((id) => vaultIds.includes(id));
  expect(mine(await listDue(app.database, now, 100))).toEqual([first, second, third]);
  expect(await listDue(app.database, now, 1)).toHaveLength(1);
  const failures: [string, string][] = [];
  const sign = (): never => {
    throw new Error('the secret cannot be read');
  };
  const onFailure = (id: string, error: unknown) => void failures.push([id, (error as Error).message]);
  const broken = { ...app.services, keyring: { ...app.services.keyring, sign } };
  expect(await releaseDueVaults(broken, { onFailure })).toBe(0);
  expect(mine(failures.map(([id]) => id))).toEqual([first, second, third]);
  expect(new Set(failures.map(([, message]) => message))).toEqual(new Set(['the secret cannot be read']));
  const held = { ...app.services, clockWatch: { ...app.services.clockWatch, trustedNow: async () => null } };
  expect(await releaseDueVaults({ ...held, database: null as never }, { onFailure })).toBe(0);
  await releaseDueVaults(app.services, { onFailure: () => expect.unreachable() });
  for (const id of vaultIds) expect(await rowOf(id)).toMatchObject({ status: 'released' });
});
