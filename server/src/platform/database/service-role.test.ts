// The limits of the running service's role, even if somebody steals its connection. Nobody, not even the owner, can
// change a record.
import { rmSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { query } from '../../../testing/postgres-user.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrateDatabase } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { users } from './schema.ts';
import { embeddedServiceRole, recordTables } from './service-role.ts';

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
    await recordAct(needs, tx, { userId, actor: 'operator', event: 'account-suspended', reason });
  });
});
afterAll(() => opened.close());

const spoilt: Record<string, string> = {
  acts: `actor = 'nobody'`,
  act_people: 'person_id = gen_random_uuid()',
  act_reasons: `reason = 'none'`,
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
  `insert into act_people (user_id) select id from users`,
  'alter table acts disable trigger acts_added',
  'create table more (id int)',
  'alter table users add column more int',
  'drop table vaults',
  'truncate vaults cascade',
  'alter table acts disable trigger all',
  'drop trigger acts_stay on acts',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'create schema more',
  'create role more',
  `alter role ${embeddedServiceRole} superuser`,
  'delete from drizzle.__drizzle_migrations',
  "copy users to program 'cat'",
  "set session_replication_role = 'replica'",
])('the running service cannot change a table, a right or a role: %s', async (statement) => {
  await expect(asService(statement)).rejects.toThrow(/permission denied|must be owner/);
});

describe('triggers refuse changes of records, even if one role owns everything', () => {
  test.each(recordTables)('%s', async (table) => {
    const refused = `rows of ${table} are added and never changed`;
    await expect(query(owner, `update ${table} set ${spoilt[table]}`)).rejects.toThrow(refused);
    await expect(query(owner, `delete from ${table}`)).rejects.toThrow(refused);
    await expect(query(owner, `truncate ${table}`)).rejects.toThrow(refused);
  });
});

test('ROLE-4: deleting an account deletes its pseudonym and the reasons about it, and the acts stay', async () => {
  const recorded = await asService('select event, person_id from acts');
  expect(recorded).toEqual(await asService(`select 'account-suspended' as event, person_id from act_people`));
  await asService(`delete from users where id = '${userId}'`);
  expect(await asService('select count(*)::int from act_reasons')).toEqual([{ count: 0 }]);
  expect(await asService('select count(*)::int from act_people')).toEqual([{ count: 0 }]);
  expect(await asService('select event, person_id from acts')).toEqual(recorded);
});

test('a data directory created before the two roles existed still opens with all its data', {
  tags: 'long',
}, async () => {
  const folder = makeTestFolder();
  const dataDirectory = `${folder}/postgres`;
  const before = await startEmbeddedPostgres({ dataDirectory, settings: { fsync: 'off' } });
  await migrateDatabase(before.connection); // one role owns and uses everything
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

test('a service without the owner role starts on the newest schema, and on an older one reports what to do', async () => {
  const fresh = await openTestDatabase();
  try {
    expect(await migrateDatabase(fresh.connection)).toBe(false);
    await query(fresh.ownerConnection ?? {}, 'update drizzle.__drizzle_migrations set created_at = created_at - 1');
    await expect(migrateDatabase(fresh.connection)).rejects.toThrow('Set DATABASE_OWNER_URL');
  } finally {
    await fresh.close();
  }
});
