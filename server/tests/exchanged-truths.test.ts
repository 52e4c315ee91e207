// Whatever can be exchanged under a running service is compared when a connection is lost: each is exchanged here, and begins the hold.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getTableColumns } from 'drizzle-orm';
import type pg from 'pg';
import { expect, inject, test } from 'vitest';
import { installation, journalHead } from '../src/platform/database/schema.ts';
import { setHead } from '../src/records/journal/journal-store.ts';
import { truths } from '../src/records/journal/watch-database.ts';
import { loseConnections, run } from '../testing/put-back.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

type Truth = keyof typeof truths;

const asOwner = (app: TestApp, ...statements: string[]) =>
  run(app.ownerConnection ?? {}, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** Each exchanges one truth of a running service. */
const exchanges: Record<Truth, (app: TestApp) => Promise<void>> = {
  async database(app) {
    const { connection } = inject('databaseServer');
    const name = app.ownerConnection?.database ?? '';
    await run({ ...connection, database: 'postgres' } as pg.ClientConfig, async (client) => {
      const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname in ('${name}', '${name}_copy')`;
      await client.query(`alter database ${name} allow_connections false`);
      await client.query(end);
      await client.query(`create database ${name}_copy template ${name} strategy file_copy`);
      await client.query(`drop database ${name}`);
      await client.query(`alter database ${name}_copy rename to ${name}`);
    });
  },
  keys: (app) =>
    asOwner(app, `update installation set secret_check = left(secret_check, 8) || repeat('0', 56) where id = 1`),
  // A promotion cannot be simulated in one server, but its answer can: the names are found in this order.
  timeline: (app) =>
    asOwner(
      app,
      `create function public.pg_walfile_name(pg_lsn) returns text language sql as $$ select '00000063' || repeat('0', 16) $$`,
      `do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`,
    ),
  async journal(app) {
    const { position } = await setBack(app);
    expect(position).toBeGreaterThan(0);
  },
  async files(app) {
    writeFileSync(path.join(app.services.config.dataDirectory, 'objects/.installation'), 'other000\n');
  },
};

/** The database forgets its last batch. */
async function setBack(app: TestApp) {
  const folder = path.join(app.services.config.dataDirectory, 'journal');
  const [file = ''] = readdirSync(folder);
  const lines = readFileSync(path.join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const signed = lines.filter(({ kind }) => kind === 'signed');
  const position = Number(signed.at(-2)?.position);
  await setHead(app.database, { position, digest: lines.find((line) => line.position === position + 1)?.previous });
  return { position };
}

const act = (app: TestApp) =>
  asOwner(app, `insert into journal_changes (kind, subject_id) values ('vault', gen_random_uuid())`).then(
    app.services.writeJournal,
  );

test.each(Object.keys(truths) as Truth[])(
  'HOLD-9: the hold begins when “%s” is exchanged under a running service',
  async (truth) => {
    const app = await openTestApp();
    try {
      for (let batch = 0; batch < 2; batch += 1) await act(app);
      expect(await app.services.restoreHold.isOn()).toBe(false);
      await exchanges[truth](app);
      await run(app.ownerConnection ?? {}, loseConnections);
      await until(() => app.services.restoreHold.isOn().catch(() => false)).toBe(true);
      expect(app.services.restoreHold.difference()).not.toBeNull();
      const failing = await app.services.readHealth();
      // If the keys were replaced, no stopped process could start again.
      expect(failing.find(({ part }) => part === 'on-hold')?.problem).toContain('Before you stop a process');
    } finally {
      await app.close();
    }
  },
);

test.each([
  ['remote_apply', null],
  ['local', 'a standby without synchronous replication was promoted'],
])('HOLD-9: a promotion is no difference only if commits waited for the standby: %s', async (level, difference) => {
  const app = await openTestApp();
  try {
    await asOwner(
      app,
      `create function public.current_setting(text) returns text language sql as $$ select case $1
        when 'synchronous_standby_names' then 'standby' when 'synchronous_commit' then '${level}' else pg_catalog.current_setting($1) end $$`,
      `do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`,
    );
    await run(app.ownerConnection ?? {}, loseConnections);
    await until(() => app.services.restoreHold.isOn().catch(() => true)).toBe(false);
    await exchanges.timeline(app);
    await run(app.ownerConnection ?? {}, loseConnections);
    await until(() => app.services.restoreHold.isOn().catch(() => null)).toBe(difference !== null);
    expect(app.services.restoreHold.difference() ?? '').toContain(difference ?? '');
  } finally {
    await app.close();
  }
});

/** By what each value is compared, or why it need not be. */
const compared: Record<string, Truth | string> = {
  'installation.id': 'keys',
  'installation.secretCheck': 'keys',
  'installation.publicKey': 'keys',
  'installation.createdAt': 'decides nothing',
  'installation.retiredAt': 'an older one is found by the journal; the secrets file says which secrets are used',
  'installation.sealedSeed': 'is opened only at a start, and belongs to publicKey',
  'installation.filesMarkedAt': 'is read only at a start; the mark itself is “files”',
  'installation.masterKey': 'changes with a rotation; a vault names its own',
  'journalHead.id': 'journal',
  'journalHead.position': 'journal',
  'journalHead.digest': 'journal',
  'journalHead.writtenAt': 'is for people',
  'journalHead.onHoldSince': 'is the hold itself',
  'journalHead.writer': 'is the lease of one write; an older one ends by itself',
  'journalHead.writerUntil': 'is the lease of one write; an older one ends by itself',
};

test('every value that identifies the database or its journal is compared, or somebody has decided why not', () => {
  const columns = Object.entries({ installation, journalHead }).flatMap(([name, table]) =>
    Object.keys(getTableColumns(table)).map((column) => `${name}.${column}`),
  );
  expect(Object.keys(compared).toSorted()).toEqual(columns.toSorted());
});
