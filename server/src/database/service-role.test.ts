// What the running service's role may not do, even if somebody steals its connection, and that nobody, not even the owner, can
// change a record.
import { globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { query } from '../../testing/postgres-user.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { checkpointHeads, checkpoints, users } from '../database/schema.ts';
import { recordLetterEvent } from '../letters/letter-event-store.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrateDatabase } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { embeddedServiceRole, recordTables } from './service-role.ts';

const migrations = path.resolve(import.meta.dirname, '../../migrations');
const at = new Date('2027-03-04T09:30:00Z');
const needs = { clock: { ...systemClock, now: () => at } };
const userId = newId(at);
let opened: OpenDatabase;
let owner: pg.ClientConfig;

beforeAll(async () => {
  opened = await openTestDatabase();
  owner = opened.ownerConnection ?? {};
  await opened.database.insert(users).values({ id: userId, email: 'ada@example.com' });
  await opened.database.transaction(async (tx) => {
    const reason = { words: 'Ada asked for it by telephone', userId };
    await recordAudit(needs, tx, { userId, actor: 'operator', event: 'account-suspended', reason });
    await recordLetterEvent(tx, { letterId: newId(at), event: 'queued', at });
  });
  const head = { vaultId: newId(at), number: 1, hash: 'a'.repeat(64) };
  // Its line is of no vault, so that the audit has one line in all.
  await query(owner, `insert into audit_chain select '${head.vaultId}', 1, id, '${head.hash}' from audit_lines`);
  await opened.database.insert(checkpointHeads).values({ ...head, checkpoint: 1 });
  await opened.database
    .insert(checkpoints)
    .values({ number: 1, at, vaults: 1, root: head.hash, publicKey: '', signature: '' });
});
afterAll(() => opened.close());

const spoilt: Record<string, string> = {
  audit_lines: `actor = 'nobody'`,
  audit_people: 'person_id = gen_random_uuid()',
  audit_reasons: `reason = 'none'`,
  audit_chain: `hash = ''`,
  checkpoints: 'vaults = 2',
  checkpoint_heads: `hash = ''`,
  letter_events: `event = 'accepted'`,
};
const asService = (statement: string) => query(opened.connection, statement);

describe('ROLE-1: the running service can add rows to the record tables but not change or delete them', () => {
  test.each(recordTables)('%s', async (table) => {
    expect(await asService(`select count(*)::int from ${table}`)).toEqual([{ count: 1 }]);
    await expect(asService(`update ${table} set ${spoilt[table]}`)).rejects.toThrow('permission denied');
    await expect(asService(`delete from ${table}`)).rejects.toThrow('permission denied');
    await expect(asService(`truncate ${table}`)).rejects.toThrow('permission denied');
  });
});

test.each([
  `insert into audit_people (user_id) select id from users`,
  'insert into audit_chain select gen_random_uuid(), 1, gen_random_uuid(), hash from audit_chain',
  'select chain_line(audit_lines) from audit_lines',
  'alter table audit_lines disable trigger audit_lines_chained',
  'create table more (id int)',
  'alter table users add column more int',
  'drop table vaults',
  'truncate vaults cascade',
  'alter table audit_lines disable trigger all',
  'drop trigger audit_lines_stay on audit_lines',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'create schema more',
  'create role more',
  `alter role ${embeddedServiceRole} superuser`,
  'delete from drizzle.__drizzle_migrations',
  "copy users to program 'cat'",
  "set session_replication_role = 'replica'",
])('ROLE-2: the running service cannot change a table, a right or a role: %s', async (statement) => {
  await expect(asService(statement)).rejects.toThrow(/permission denied|must be owner/);
});

describe('ROLE-3: triggers refuse changes of records, even where one role does everything', () => {
  test.each(recordTables)('%s', async (table) => {
    const refused = `rows of ${table} are added and never changed`;
    await expect(query(owner, `update ${table} set ${spoilt[table]}`)).rejects.toThrow(refused);
    await expect(query(owner, `delete from ${table}`)).rejects.toThrow(refused);
    await expect(query(owner, `truncate ${table}`)).rejects.toThrow(refused);
  });
});

test('ROLE-4: deleting an account deletes its pseudonym and the reasons about it, and the audit lines stay', async () => {
  const lines = await asService('select event, person_id from audit_lines');
  expect(lines).toEqual(await asService(`select 'account-suspended' as event, person_id from audit_people`));
  await asService(`delete from users where id = '${userId}'`);
  expect(await asService('select count(*)::int from audit_reasons')).toEqual([{ count: 0 }]);
  expect(await asService('select count(*)::int from audit_people')).toEqual([{ count: 0 }]);
  expect(await asService('select event, person_id from audit_lines')).toEqual(lines);
});

test('ROLE-5: a data directory from before there were two roles is used with everything in it', async () => {
  const folder = makeTestFolder();
  const dataDirectory = `${folder}/postgres`;
  const before = await startEmbeddedPostgres({ dataDirectory, settings: { fsync: 'off' } });
  await migrateDatabase(before.connection); // one role, as it was
  await query(before.connection, `insert into users (email) values ('old@example.com')`);
  await before.stop();
  const open = () => openDatabase({ dataDirectory: folder, programs: 'embedded', migrate: true, log: console.error });
  const services = await Promise.all([open(), open()]);
  try {
    for (const service of services) {
      expect((await service.pool.query('select current_user, email from users')).rows).toEqual([
        { current_user: embeddedServiceRole, email: 'old@example.com' },
      ]);
    }
  } finally {
    await Promise.all(services.map((service) => service.close()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});

test('ROLE-7: migration keeps earlier audit lines under pseudonyms, and stores operators’ reasons separately', async () => {
  const old = await openTestDatabase();
  const run = (statement: string) => query(old.ownerConnection ?? {}, statement);
  try {
    await run('drop schema public cascade; create schema public');
    const files = globSync('*.sql', { cwd: migrations }).sort();
    const change = files.findIndex((file) => file.endsWith('_records.sql'));
    const [newest = '', ...earlier] = files.slice(0, change + 1).reverse();
    for (const file of earlier.reverse()) await run(readFileSync(path.join(migrations, file), 'utf8'));
    await run(`insert into users (id, email) values ('${userId}', 'ada@example.com')`);
    const line = `'${userId}', 'operator', 'account-suspended', '{"reason": "by telephone", "letterId": "x"}'`;
    await run(
      `insert into audit_lines (id, user_id, actor, event, detail, at) values (gen_random_uuid(), ${line}, now())`,
    );
    await run(readFileSync(path.join(migrations, newest), 'utf8'));
    const found = 'select event, detail, reason, p.user_id from audit_lines l join audit_people p using (person_id)';
    expect(await run(`${found} join audit_reasons r on r.line_id = l.id`)).toEqual([
      { event: 'account-suspended', detail: { letterId: 'x' }, reason: 'by telephone', user_id: userId },
    ]);
  } finally {
    await old.close();
  }
});

test('ROLE-6: a service without the owner role starts on the newest schema, and on an older one says what to do', async () => {
  const fresh = await openTestDatabase();
  try {
    expect(await migrateDatabase(fresh.connection)).toBe(false);
    await query(fresh.ownerConnection ?? {}, 'update drizzle.__drizzle_migrations set created_at = created_at - 1');
    await expect(migrateDatabase(fresh.connection)).rejects.toThrow('Set DATABASE_OWNER_URL');
  } finally {
    await fresh.close();
  }
});
