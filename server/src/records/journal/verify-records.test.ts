// The journal and the acts are compared in both directions: any change made to one of them is found in the other.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { query } from '../../../testing/postgres-user.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createKeyring } from '../../keys/secret/keyring.ts';
import { installation } from '../../platform/database/schema.ts';
import { newKey } from '../../platform/lib/ids.ts';
import { recordAct } from '../acts/act-store.ts';
import { keysFrom } from './journal-keys.ts';
import { verifyRecords } from './verify-records.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
  await write();
  await app.services.writeJournal();
});
afterEach(() => app.close());

const vaultId = randomUUID();
const write = (event: 'vault-edited' | 'link-sent' = 'vault-edited') =>
  app.database.transaction((tx) =>
    recordAct(app.services, tx, ...[1, 2, 3].map(() => ({ vaultId, actor: 'owner', event }) as const)),
  );
const findings = async () => (await verifyRecords(app.services)).findings;
/** Acts as somebody with the rights of the tables' owner, who disables the triggers. */
const tamper = (statement: string) =>
  query(
    app.ownerConnection ?? {},
    `set session_replication_role = 'replica'; ${statement}; set session_replication_role = 'origin'`,
  );
const second = '(select id from acts order by id offset 1 limit 1)';
const onlyFile = () => {
  const { place: folder } = app.services.journalFile;
  return path.join(folder, readdirSync(folder)[0] ?? '');
};

test('unchanged acts produce no finding, whether they are in the journal or still on their way there', async () => {
  await write();
  const found = await verifyRecords(app.services);
  expect(found).toMatchObject({ lines: 4, last: 4, findings: [], first: { position: 1 } });
  expect(found.acts.size).toBe(3);
  await app.services.writeJournal();
  expect(await verifyRecords(app.services)).toMatchObject({ lines: 8, findings: [] });
});

test.each([
  ['an event was changed', `update acts set event = 'link-sent' where id = ${second}`, 'differs in the journal'],
  ['a detail was changed', `update acts set detail = '{"n":1}' where id = ${second}`, 'differs in the journal'],
  ['a time was changed', `update acts set at = at + interval '1 ms' where id = ${second}`, 'differs in the journal'],
  ['a person was changed', `update acts set person_id = gen_random_uuid() where id = ${second}`, 'differs in'],
  ['an act was taken out', `delete from acts where id = ${second}`, 'is in the journal but not in the database'],
  [
    'an act was added without the journal',
    `insert into acts (id, vault_id, actor, event, at) values (gen_random_uuid(), '${vaultId}', 'owner', 'file-added', now())`,
    'is not in the journal',
  ],
])('RECORD-2: a mismatch is found and reported once: %s', async (_, statement, words) => {
  await tamper(statement);
  expect(await findings()).toEqual([expect.stringContaining(words)]);
  expect((await findings()).join()).toContain(`of vault ${vaultId}`);
});

test('acts that the service’s own role withholds from the journal are found', async () => {
  await write('link-sent');
  await app.database.execute(sql`delete from journal_changes where kind = 'act'`);
  await app.services.writeJournal();
  const found = await findings();
  expect(found).toHaveLength(3);
  for (const finding of found) expect(finding).toMatch(/^the act \S+ of vault \S+ is not in the journal$/);
});

test('an act appended to the journal while it is read is not a finding', { tags: 'long' }, async () => {
  await write();
  const { journalFile } = app.services;
  let reads = 0;
  const read: typeof journalFile.read = async (visit) => {
    const found = await journalFile.read(visit);
    if (++reads === 1) await app.services.writeJournal();
    return found;
  };
  expect((await verifyRecords({ ...app.services, journalFile: { ...journalFile, read } })).findings).toEqual([]);
  expect(reads).toBe(2);
});

test('missing lines are detected: at the end, at the beginning, or all of them', { tags: 'long' }, async () => {
  await write();
  await app.services.writeJournal();
  const content = readFileSync(onlyFile(), 'utf8');
  const lines = content.trimEnd().split('\n');
  const keep = (kept: readonly string[]) => writeFileSync(onlyFile(), kept.map((line) => `${line}\n`).join(''));
  keep(lines.slice(0, 4));
  expect(await findings()).toContain('the journal: it ends with line 4, and the database has written it to line 8');
  keep(lines.slice(4));
  expect(await findings()).toContain('the journal: the lines before 5 are missing');
  keep([]);
  expect(await findings()).toContain('the journal: it ends with line 0, and the database has written it to line 8');
  keep(lines.map((line, at) => (at === 1 ? line.replace('vault-edited', 'link-sent') : line)));
  expect(await findings()).toContain('the journal: line 2 was altered');
  keep(lines);
  expect(await findings()).toEqual([]);
});

test('files that are older than a year are deleted without a finding', async () => {
  app.clock.pass({ days: 400 });
  await write();
  await app.services.writeJournal();
  await app.services.journalFile.forgetBefore(app.clock.now());
  app.clock.pass({ days: 301 });
  expect(await verifyRecords(app.services)).toMatchObject({ first: { position: 5 }, findings: [] });
});

test('a key that somebody replaces in the database while the service runs is detected', async () => {
  const [kept] = await app.database.select().from(installation);
  const replaced = 'the key that signs the journal was replaced in the database';
  const sealedSeed = await createKeyring(newKey()).seal('journal-seed', newKey().toString('base64url'));
  for (const other of [{ sealedSeed }, { sealedSeed: null }, { publicKey: keysFrom(newKey()).publicKey }]) {
    await app.database.update(installation).set(other);
    expect(await findings()).toEqual([replaced]);
    await app.database.update(installation).set({ publicKey: kept?.publicKey, sealedSeed: kept?.sealedSeed });
  }
  expect(await findings()).toEqual([]);
});
