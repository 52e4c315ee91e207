// A program with all of our own code, the database, the objects, the journal and even the secret, but without the master keys, can open
// only the links and codes of waiting letters. With the keys, as a control, it opens everything. STOLEN_VAULTS=1000 makes it larger.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import { isNotNull } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readVerified } from '../src/files/storage/read-verified.ts';
import { listFilesAfter } from '../src/files/stored/file-integrity-store.ts';
import { openWords } from '../src/files/stored/file-words.ts';
import { createMasterKeys, type MasterKeys, type Ring } from '../src/keys/master/master-keys.ts';
import { deriveSecret } from '../src/keys/secret/mailed-secret.ts';
import { addMasterKey, retireKeys, rewrapKeys } from '../src/keys/vault/rotate-keys.ts';
import { createVaultKeys, type VaultKeys } from '../src/keys/vault/vault-keys.ts';
import type { LetterFacts } from '../src/letters/ledger/open-letter.ts';
import type { SecretText } from '../src/letters/templates/queued-content.ts';
import { executors, letters, vaultKeys, vaults } from '../src/platform/database/schema.ts';
import { newKey } from '../src/platform/lib/ids.ts';
import { listTexts } from '../src/vaults/vault/check-store.ts';
import { addFile, paidVault, signedIn } from '../testing/people.ts';
import { runCommand } from '../testing/run-admin-command.ts';
import { tablesWith } from '../testing/tables-with.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const count = Number(process.env.STOLEN_VAULTS ?? 10);
/** No other test uses it: the tests share the server, and this one reads its log. */
const secret = 'behind-the-third-oar';
const plain = 'a title is not secret';
const busyMilliseconds = 60_000 + count * 5000;

let app: TestApp;
const codes = new Set<string>();
beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'silent' });
  for (let number = 0; number < count; number += 5) {
    await Promise.all([1, 2, 3, 4, 5].map((next) => number + next <= count && makeVault(number + next)));
    // The letters of the first half are sent: PostgreSQL may still contain the erased values of their rows.
    if (number + 5 <= count / 2) await app.sendLetters();
  }
  await app.services.writeJournal();
}, busyMilliseconds);
afterAll(() => app.close());

async function makeVault(number: number): Promise<void> {
  const owner = await signedIn(app, another(ada, number));
  const form = { title: plain, message: `Look ${secret} ${number}`, securityQuestion1: `What lies ${secret}?` };
  const { id, code } = await paidVault(app, owner, { ...form, executorEmail: `edda-${number}@example.com` });
  codes.add(code);
  const bytes = Buffer.from(`the film ${secret}`);
  await addFile(owner, id, { name: `film ${secret} ${number}.mp4`, type: 'video/mp4', bytes });
}

/** The contents of a database copy. */
async function readLoot() {
  const { database } = app.services;
  return {
    keys: await database.select().from(vaultKeys),
    texts: await listTexts(database, { after: null, max: 2 * count }),
    files: await listFilesAfter(database, null, 2 * count),
    executors: await database.select().from(executors),
    letters: await database.select().from(letters).where(isNotNull(letters.facts)),
  };
}
type Loot = Awaited<ReturnType<typeof readLoot>>;

const secretsIn = ({ facts }: Loot['letters'][number]): SecretText['secret'][] =>
  Object.values((facts as LetterFacts).content.facts).flatMap((fact) => (fact as Partial<SecretText>)?.secret ?? []);

/** The values that these keys open, by kind. */
async function openEverything(keys: VaultKeys, loot: Loot) {
  const { storage, keyring } = app.services;
  const opened = { vaults: 0, messages: 0, questions: 0, names: 0, files: 0, codes: 0, mailed: 0 };
  const attempt = async (kind: keyof typeof opened, open: () => unknown) => {
    const result = await Promise.resolve()
      .then(open)
      .catch(() => null);
    if (result !== null) opened[kind] += 1;
  };
  for (const { vaultId, wrappedKey } of loot.keys) await attempt('vaults', () => keys.unwrap(wrappedKey, vaultId));
  for (const vault of loot.texts) {
    const texts = await keys.textsOf(vault.id, vault.wrappedKey);
    await attempt('messages', () => texts.open('message', vault.message));
    for (const { question } of vault.questions) await attempt('questions', () => texts.open('question', question));
    for (const file of vault.files) await attempt('names', () => openWords(texts, file).fileName);
  }
  for (const file of loot.files)
    await attempt('files', async () => {
      const bytes = await readVerified({ storage, vaultKeys: keys }, file, { first: 0, last: file.sizeBytes - 1 });
      for await (const _ of bytes);
    });
  for (const { id: executorId, vaultId, accessCode, codeSalt: salt, codeNumber: number } of loot.executors)
    await attempt('codes', async () => {
      const wrapped = loot.keys.find((key) => key.vaultId === vaultId)?.wrappedKey ?? '';
      const texts = await keys.textsOf(vaultId, wrapped);
      const code = texts.deriveCode({ executorId, number, salt });
      if (!codes.has(code) || keyring.digest('access-code', readTypedCode(code)) !== accessCode) throw new Error('no');
    });
  for (const source of loot.letters.flatMap(secretsIn))
    if (source.form !== 'executor-code') await attempt('mailed', () => deriveSecret(keyring, source));
  return opened;
}

const nothing = { vaults: 0, messages: 0, questions: 0, names: 0, files: 0, codes: 0 };
const all = (of: number) => ({ vaults: of, messages: of, questions: 2 * of, names: of, files: of, codes: of });
const keysWith = (masterKeys: MasterKeys, codeKey = app.services.journalFile.keys.codeKey) =>
  createVaultKeys({ masterKeys, clock: app.clock, codeKey, onUnreadable: () => {} });
const keysFrom = (ring: Ring) => keysWith(createMasterKeys(() => ring));

test('SEALED-1: without the master keys our own code opens only the secrets of waiting letters, and with them everything', async () => {
  const loot = await readLoot();
  const mailed = loot.letters.flatMap(secretsIn).filter(({ form }) => form !== 'executor-code').length;
  expect(mailed).toBeGreaterThanOrEqual(count / 2);
  expect(await openEverything(app.services.vaultKeys, loot)).toEqual({ ...all(count), mailed });
  // Without keys, and with a wrong key under the right name.
  const current = await app.services.masterKeys.currentName();
  const sameName = { current, keys: { [current]: newKey().toString('base64url') } };
  for (const ring of [{ current: 'none', keys: {} }, sameName])
    expect(await openEverything(keysFrom(ring), loot)).toEqual({ ...nothing, mailed });
  // With the master keys and without the secret, which opens the key for codes.
  const withoutSecret = keysWith(app.services.masterKeys, newKey());
  expect(await openEverything(withoutSecret, loot)).toEqual({ ...all(count), codes: 0, mailed });
  expect(await tablesWith(app.database, secret)).toEqual([]);
});

/** The files of the database and its write-ahead log, the objects and the journal, as text. */
async function* readFiles(): AsyncIterable<string> {
  const owner = new pg.Client(app.ownerConnection);
  await owner.connect();
  await owner.query('checkpoint');
  const { rows } = await owner.query(
    `select current_setting('data_directory') as folder, oid from pg_database where datname = current_database()`,
  );
  await owner.end();
  const { dataDirectory } = app.services.config;
  const [{ folder, oid }] = rows;
  for (const place of [
    `${folder}/base/${oid}`,
    `${folder}/pg_wal`,
    `${dataDirectory}/objects`,
    `${dataDirectory}/journal`,
  ])
    for (const entry of readdirSync(place, { withFileTypes: true, recursive: true }))
      if (entry.isFile()) yield readFileSync(path.join(entry.parentPath, entry.name), 'latin1');
}

const asCodes = /[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){3}/g;

test('no file of the database, its log, the objects or the journal contains a code, message, question or file name', {
  tags: 'long',
}, async () => {
  const found = { codes: 0, texts: 0, plain: 0 };
  for await (const text of readFiles()) {
    for (const [code] of text.matchAll(asCodes)) if (codes.has(code)) found.codes += 1;
    for (const code of codes) if (text.includes(code.replaceAll('-', ''))) found.codes += 1;
    if (text.includes(secret)) found.texts += 1;
    if (text.includes(plain)) found.plain += 1;
  }
  // A control: public values are found.
  expect(found).toEqual({ codes: 0, texts: 0, plain: expect.toSatisfy((files: number) => files > 0) });
});

test(
  'SEALED-3: deleted vaults cannot be opened in an older copy once their master key is retired',
  async () => {
    const before = await readLoot();
    expect(await openEverything(app.services.vaultKeys, before)).toMatchObject(all(count));
    const gone = before.keys.slice(0, count / 2).map(({ vaultId }) => vaultId);
    for (const subject of gone) await runCommand(app.services, 'remove-vault', { subject, reason: 'the owner asked' });
    const deleted = {
      ...before,
      keys: before.keys.filter(({ vaultId }) => gone.includes(vaultId)),
      texts: before.texts.filter(({ id }) => gone.includes(id)),
      files: before.files.filter(({ vaultId }) => gone.includes(vaultId)),
      executors: before.executors.filter(({ vaultId }) => gone.includes(vaultId)),
      letters: [],
    };
    await addMasterKey(app.services);
    await rewrapKeys(app.services);
    app.clock.pass({ days: 1 });
    await retireKeys(app.services);
    expect(await openEverything(app.services.vaultKeys, deleted)).toEqual({ ...nothing, mailed: 0 });
    expect(await app.database.$count(vaults)).toBe(count - gone.length);
    expect(await openEverything(app.services.vaultKeys, await readLoot())).toMatchObject(all(count - gone.length));
  },
  busyMilliseconds,
);
