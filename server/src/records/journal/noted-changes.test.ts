// Whatever statement changes what was promised, sent or withdrawn, the database notes each of its rows for the journal.
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, paidVault, release, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { listChanges } from './journal-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  for (const number of [1, 2]) {
    const owner = await signedIn(app, another(ada, number));
    const vault = await paidVault(app, owner);
    await addFile(owner, vault.id, { name: 'lake.txt', type: 'text/plain', bytes: Buffer.from('the lake') });
    await release(app, vault);
  }
  await app.services.writeJournal();
});
afterAll(() => app.close());

const tableOf = {
  account: 'users',
  vault: 'vaults',
  executor: 'executors',
  request: 'release_requests',
  link: 'access_verifications',
  file: 'vault_files',
  letter: 'letters',
};
const moreLinks = `insert into access_verifications (id, verification_token, email, vault_id, expires_at, created_at)
  select gen_random_uuid(), id::text, email, vault_id, expires_at, created_at from access_verifications`;

const requests = `insert into release_requests (vault_id, asked_by_name, state, due_at, stop_salt, stop_token, created_at)
  select id, 'Edda', 'asked', now(), '', id::text, now() from vaults`;

test.each([
  ['account', 'update users set suspended_at = now()'],
  ['account', 'update users set withdrawals = withdrawals + 1'],
  ['account', "update users set email = 'at-' || email"],
  ['account', 'update users set content_from = now()'],
  ['account', 'delete from users'],
  ['vault', "update vaults set recipient_name = recipient_name || ' Vale'"],
  ['vault', 'update vaults set wait_hours = 24'],
  ['vault', 'update vaults set must_agree = true'],
  ['vault', 'delete from vaults'],
  ['request', requests],
  ['executor', "update executors set name = name || ' Vale'"],
  ['executor', 'delete from executors'],
  ['link', moreLinks],
  ['link', "update access_verifications set expires_at = expires_at + interval '1 day'"],
  ['file', 'update vault_files set kept_until = now()'],
  ['file', 'delete from vault_files'],
  ['letter', "update letters set status = 'sent', sent_at = now(), facts = null"],
] as const)('every %s is noted after: %s', async (kind, statement) => {
  const list = async (tx: Transaction) =>
    (await tx.execute<{ id: string }>(sql.raw(`select id from ${tableOf[kind]}`))).rows.map(({ id }) => id);
  const changing = app.database.transaction(async (tx) => {
    const before = await list(tx);
    await tx.execute(sql.raw(statement));
    const added = (await list(tx)).filter((id) => !before.includes(id));
    const noted = (await listChanges(tx, 1000)).filter((change) => change.kind === kind);
    expect(before.length + added.length).toBeGreaterThan(1);
    expect(new Set(noted.map(({ subjectId }) => subjectId))).toEqual(new Set(added.length > 0 ? added : before));
    throw new Error('undone');
  });
  await expect(changing).rejects.toThrow('undone');
});
