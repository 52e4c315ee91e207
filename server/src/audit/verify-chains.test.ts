// The chain of a vault's audit lines: without a gap also where transactions commit at once, and every change of it is found.
import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { query } from '../../testing/postgres-user.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { systemClock } from '../lib/clock.ts';
import { type AuditEvent, recordAudit } from './audit-store.ts';
import { verifyChains } from './verify-chains.ts';

let opened: OpenDatabase;
let owner: pg.ClientConfig;
beforeAll(async () => {
  opened = await openTestDatabase();
  owner = opened.ownerConnection ?? {};
});
afterAll(() => opened.close());

const at = new Date('2027-03-04T09:30:00.123Z');
const needs = { clock: { ...systemClock, now: () => at } };

/** Writes lines in one transaction, which commits when it is let go. */
const write = (vaultIds: string[], before = async () => {}) =>
  opened.database.transaction(async (tx) => {
    const line = { actor: 'executor', actorId: randomUUID(), event: 'code-used' as AuditEvent } as const;
    const detail = { fields: 'título "é"\nsecond', n: 1.5, none: null };
    await recordAudit(needs, tx, ...vaultIds.map((vaultId) => ({ ...line, vaultId, detail })));
    await before();
  });
const numbersOf = async (vaultId: string) =>
  (await query(opened.connection, `select number from audit_chain where vault_id = '${vaultId}' order by number`)).map(
    ({ number }) => number,
  );
const verified = async (vaultId: string) =>
  (await verifyChains(opened.database, vaultId)).broken.map(({ what }) => what);
/** As somebody with the rights of the tables' owner, who switches the triggers off. */
const tamper = (statement: string) =>
  query(owner, `set session_replication_role = 'replica'; ${statement}; set session_replication_role = 'origin'`);
async function vaultWith(lines: number): Promise<string> {
  const vaultId = randomUUID();
  for (let n = 0; n < lines; n += 1) await write([vaultId]);
  return vaultId;
}

test('CHAIN-1: lines that fifty transactions write at once stand in one chain without a gap', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const gate = Promise.withResolvers<void>();
  const early = Array.from({ length: 5 }, (_, n) =>
    write(n % 2 ? [one, other] : [one, other, one], () => gate.promise),
  );
  const rest = Array.from({ length: 45 }, () => write([one, other]));
  gate.resolve();
  await Promise.all([...early, ...rest]);
  expect(await numbersOf(one)).toEqual(Array.from({ length: 53 }, (_, n) => n + 1));
  expect(await numbersOf(other)).toHaveLength(50);
  expect(await verified(one)).toEqual([]);
  expect(await verified(other)).toEqual([]);
});

test('CHAIN-2: a transaction that is open keeps nobody from writing a line of the same vault', async () => {
  const vaultId = randomUUID();
  const gate = Promise.withResolvers<void>();
  const open = write([vaultId], () => gate.promise);
  await write([vaultId]);
  expect(await numbersOf(vaultId)).toEqual([1]);
  gate.resolve();
  await open;
  expect(await numbersOf(vaultId)).toEqual([1, 2]);
});

test('CHAIN-3: a rolled back line leaves no link, and a line of no vault has none', async () => {
  const vaultId = randomUUID();
  await expect(write([vaultId], () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  await opened.database.transaction((tx) => recordAudit(needs, tx, { actor: 'service', event: 'service-started' }));
  await write([vaultId]);
  expect(await numbersOf(vaultId)).toEqual([1]);
  expect(await verified(vaultId)).toEqual([]);
});

const third = (vaultId: string) => `(select line_id from audit_chain where vault_id = '${vaultId}' and number = 3)`;
test.each([
  ['a changed event', (id: string) => `update audit_lines set event = 'link-sent' where id = ${third(id)}`, 'line 3'],
  ['a changed detail', (id: string) => `update audit_lines set detail = '{}' where id = ${third(id)}`, 'line 3'],
  [
    'a changed time',
    (id: string) => `update audit_lines set at = at + interval '1 us' where id = ${third(id)}`,
    'line 3',
  ],
  [
    'a changed person',
    (id: string) => `update audit_lines set person_id = gen_random_uuid() where id = ${third(id)}`,
    'line 3',
  ],
  ['a line taken out', (id: string) => `delete from audit_lines where id = ${third(id)}`, 'line 3'],
  [
    'a line taken out with its link',
    (id: string) =>
      `delete from audit_lines where id = ${third(id)}; delete from audit_chain where line_id not in (select id from audit_lines)`,
    'the lines 3 to 3',
  ],
  [
    'a line added past the chain',
    (id: string) =>
      `insert into audit_lines (id, vault_id, actor, event, at) values (gen_random_uuid(), '${id}', 'owner', 'file-added', now())`,
    'in no chain',
  ],
])('CHAIN-4: %s is found, and named once', async (_, change, words) => {
  const [vaultId, other] = [await vaultWith(5), await vaultWith(2)];
  await tamper(change(vaultId));
  const found = await verified(vaultId);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(words);
  expect(found[0]).toContain(vaultId);
  expect(await verified(other)).toEqual([]);
  expect((await verifyChains(opened.database)).broken.map((one) => one.vaultId)).toContain(vaultId);
});

test('CHAIN-5: migration chains the lines from before, in their order', async () => {
  const old = await openTestDatabase();
  const run = (statement: string) => query(old.ownerConnection ?? {}, statement);
  const folder = path.resolve(import.meta.dirname, '../../migrations');
  try {
    await run('drop schema public cascade; create schema public; grant usage on schema public to public');
    const files = globSync('*.sql', { cwd: folder }).sort();
    const change = files.findIndex((file) => file.endsWith('_activity.sql'));
    for (const file of files.slice(0, change)) await run(readFileSync(path.join(folder, file), 'utf8'));
    const vaultId = randomUUID();
    const line = (minutes: number, event: string) =>
      run(`insert into audit_lines (id, vault_id, actor, event, at)
        values (gen_random_uuid(), '${vaultId}', 'owner', '${event}', now() + interval '${minutes} minutes')`);
    await line(2, 'vault-edited');
    await line(1, 'vault-created');
    await run(readFileSync(path.join(folder, files[change] ?? ''), 'utf8'));
    await line(3, 'vault-deleted');
    const chained = await run('select number, event from audit_chain join audit_lines on id = line_id order by number');
    expect(chained.map(({ number, event }) => [number, event])).toEqual([
      [1, 'vault-created'],
      [2, 'vault-edited'],
      [3, 'vault-deleted'],
    ]);
    await run('grant select on all tables in schema public to public');
    expect((await verifyChains(old.database)).broken).toEqual([]);
  } finally {
    await old.close();
  }
});
