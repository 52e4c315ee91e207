// Deleting an account: hidden immediately, restored by signing in for thirty days, then purged without a trace.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada, another, rosa } from '@remembrance/contract/testing/cast.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFile,
  draftVault,
  type Owner,
  otherBrowser,
  paidVault,
  release,
  signedIn,
  signInBy,
} from '../../testing/people.ts';
import { smallPicture } from '../../testing/pictures.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { forgetEndedWindows } from '../http/rate-limit-store.ts';
import { endPurchases } from '../payments/settlement/end-purchases.ts';
import { releaseDueVaults } from '../vaults/release/release-due-vaults.ts';
import { remindOwners } from '../vaults/release/remind-owners.ts';
import { purgeAccounts } from './purge-accounts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const remove = (owner: Owner) => owner.ask(api.deleteAccount);
const signInAgain = (owner: Owner) => signInBy(app, app.caller(), owner);
const kindsTo = async (email: string) => (await app.lettersTo(email)).map(({ kind }) => kind);
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
const releaseDue = () =>
  releaseDueVaults(app.services, {
    onFailure: (_, error) => {
      throw error;
    },
  });

describe('ACCT-7: deleting the account', () => {
  test('it signs out everywhere and returns the last time at which it can be undone', async () => {
    const owner = await newOwner();
    const elsewhere = await otherBrowser(app, owner);
    const { until } = await remove(owner);
    expect(until).toBe(inDays(30));
    expect([(await owner.call(api.getUser)).statusCode, (await elsewhere.call(api.getUser)).statusCode]).toEqual([
      401, 401,
    ]);
    expect(await app.lastLetter('account-deletion', owner.email)).toMatchObject({ until });
  });

  test('it stops every release, by executor and by date, and the reminders', async () => {
    const owner = await newOwner();
    const vault = await paidVault(app, owner, { planType: 'premium_one_time' });
    const dated = await paidVault(app, owner, { planType: 'premium_one_time', scheduledReleaseDate: inDays(1) });
    await remove(owner);
    const wrong = await app.caller().refused(api.verifyExecutor, { body: { accessCode: 'WRONG-WRONG-WRONG-WRONG' } });
    for (const { code, id } of [vault, dated]) {
      const body = { accessCode: code };
      const verified = await app.caller().refused(api.verifyExecutor, { body });
      expect({ ...verified, requestId: '' }).toEqual({ ...wrong, requestId: '' });
      expect(await app.caller().refused(api.releaseVault, { params: { vaultId: id }, body })).toMatchObject({
        code: 'access-code-refused',
      });
    }
    await remindOwners(app.services);
    app.clock.pass({ days: 2 });
    expect(await releaseDue()).toBe(0);
    expect(await kindsTo(owner.email)).not.toContain('release-reminder');
  });

  test('it leaves released vaults readable until the purge', async () => {
    const owner = await newOwner();
    const vault = await release(app, await paidVault(app, owner));
    await remove(owner);
    const body = { token: vault.token, email: vault.recipientEmail };
    await app.caller().ask(api.verifyAccessEmail, { body });
  });

  test('it ends monthly plans with their period, and retries those that Stripe has not confirmed', async () => {
    const owner = await newOwner();
    const vault = await draftVault(owner, { planType: 'basic_subscription' });
    await owner.ask(api.createSubscription, { body: { vaultId: vault.id, promo: 'freetrial' } });
    const { paymentGateway } = app.services;
    const setEndsWithAccount = () => Promise.reject(new Error('away'));
    const away = { ...app.services, paymentGateway: { ...paymentGateway, setEndsWithAccount } };
    await app.database.execute(sql`update users set deleted_at = ${inDays(0)} where id = ${owner.id}`);
    const failures: string[] = [];
    await endPurchases({ ...away, reportFailure: (what) => failures.push(what) });
    expect(failures).toHaveLength(1);
    expect((await purchaseAtStripe(owner))?.endsAt).toBeNull();
    await endPurchases(app.services);
    expect(await purchaseAtStripe(owner)).toMatchObject({ state: 'trial', endsAt: expect.any(Date) });
  });

  const purchaseAtStripe = async (owner: Owner) => {
    const { rows } = await app.database.execute<{ id: string }>(
      sql`select stripe_subscription_id as id from user_subscriptions where user_id = ${owner.id}`,
    );
    return app.services.paymentGateway.readPurchase(rows[0]?.id ?? '');
  };
});

test('if a deletion and a release run concurrently, the release happens completely or not at all', {
  tags: 'long',
}, async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const owner = await newOwner();
    const vault = await paidVault(app, owner);
    const body = { accessCode: vault.code };
    const releasing = () => app.caller().call(api.releaseVault, { params: { vaultId: vault.id }, body });
    const [first] = await Promise.all([releasing(), remove(owner), releasing(), releasing()]);
    const { rows } = await app.database.execute<{ status: string; late: boolean }>(sql`
      select v.status, exists (select 1 from letters where kind = 'recipient-invitation' and vault_id = v.id) as late
      from vaults v where v.id = ${vault.id}`);
    expect([200, 403, 409]).toContain(first.statusCode);
    expect(rows[0]?.late).toBe(rows[0]?.status === 'released');
    if (rows[0]?.status === 'active') expect((await releasing()).statusCode).toBe(403);
    outcomes.add(rows[0]?.status ?? '');
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

describe('signing in undoes the deletion', () => {
  test('it is undone within thirty days', { tags: 'long' }, async () => {
    const owner = await newOwner();
    const vault = await paidVault(app, owner);
    await remove(owner);
    app.clock.pass({ days: 29 });
    expect((await signInAgain(owner)).statusCode).toBe(200);
    expect(await kindsTo(owner.email)).toContain('account-kept');
    await app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } });
    app.clock.pass({ days: 2 });
    await purgeAccounts(app.services);
    expect((await signInAgain(owner)).statusCode).toBe(200);
    await release(app, vault);
  });

  test('it is not undone afterwards, even if the purge is late', async () => {
    const owner = await newOwner();
    await remove(owner);
    app.clock.pass({ days: 30 });
    expect((await signInAgain(owner)).json()).toMatchObject({ code: 'wrong-credentials' });
  });
});

/** The rows of every table, including the queue's, that contain one of these texts. */
async function linesWith(texts: string[]): Promise<string[]> {
  const { rows: tables } = await app.database.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const found = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const { rows } = await app.database.execute<{ line: string }>(
        sql`select t::text as line from ${sql.identifier(schema)}.${sql.identifier(name)} t`,
      );
      return rows.map(({ line }) => `${schema}.${name}: ${line}`);
    }),
  );
  return found.flat().filter((line) => texts.some((text) => line.includes(text)));
}

test('ACCT-7: after thirty days nothing of the account is left in any table, object or stored letter', async () => {
  const owner = await newOwner();
  const bystander = await newOwner();
  const theirs = await paidVault(app, bystander, { recipientEmail: 'someone.else@example.com' });
  const recipientEmail = `rosa-${people}@example.com`;
  const vault = await paidVault(app, owner, { planType: 'premium_one_time', recipientEmail });
  await addFile(owner, vault.id, { name: 'heron.txt', type: 'text/plain', bytes: Buffer.from('a heron') });
  await owner.call(api.putPicture, {
    body: smallPicture as never,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const monthly = await draftVault(owner, { planType: 'basic_subscription', recipientEmail });
  await owner.ask(api.createSubscription, { body: { vaultId: monthly.id, promo: 'freetrial' } });
  await release(app, vault);
  await app.sendLetters();
  await remove(owner);
  const signs = [owner.email, owner.id, recipientEmail];
  expect((await linesWith(signs)).length).toBeGreaterThan(10);
  const keptFiles = () => {
    const files = (folder: string) =>
      readdirSync(path.join(app.services.config.dataDirectory, folder), { recursive: true, withFileTypes: true });
    return [...files('objects'), ...files('letters')].filter((entry) => entry.isFile()).length;
  };
  const before = keptFiles();

  app.clock.pass({ days: 30 });
  const broken = { ...app.services.paymentGateway, deleteCustomer: () => Promise.reject(new Error('away')) };
  await purgeAccounts({ ...app.services, paymentGateway: broken, reportFailure: () => {} });
  expect((await linesWith([owner.email])).length).toBeGreaterThan(0);
  await purgeAccounts(app.services);
  await purgeAccounts(app.services);
  await forgetEndedWindows(app.database, app.clock.now());
  await app.services.writeJournal();
  expect(await linesWith(signs)).toEqual([]);
  expect(keptFiles()).toBeLessThan(before - 4);
  expect((await linesWith([theirs.id])).length).toBeGreaterThan(0);
  expect((await linesWith([rosa.name])).length).toBeGreaterThan(0);
});
