// When the key of a day is destroyed, and that from then on nobody reads its letters in what PostgreSQL kept of them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { paidVault, signedIn } from '../../testing/people.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { letters } from '../database/schema.ts';
import { destroyLetterKeys } from './destroy-letter-keys.ts';
import { openLetter, sealLetter } from './sealed-letter.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: 'op@keep.example', LOG_LEVEL: 'silent' });
  return () => app.close();
});
const today = () => app.clock.now().toISOString().slice(0, 10);
const days = () => app.services.letterKeys.list();
const rows = () => app.database.select().from(letters);
/** One waiting letter with a code. */
const writeLetter = async () => paidVault(app, await signedIn(app, another(ada, 1)));

test('DAY-2: the key of a day is destroyed when the day is over and its last letter was sent, and not before', async () => {
  await writeLetter();
  const day = today();
  expect(new Set((await rows()).map(({ keyDay }) => keyDay))).toEqual(new Set([day]));
  app.clock.pass({ days: 3 });
  expect(await destroyLetterKeys(app.services)).toEqual([]); // its letters wait
  await app.sendLetters();
  expect((await rows()).map(({ keyDay, status }) => [keyDay, status])).toContainEqual([null, 'sent']);
  expect(await destroyLetterKeys(app.services)).toContain(day);
  expect(await days()).not.toContain(day);
  expect(await destroyLetterKeys(app.services)).toEqual([]);
});

test('DAY-2: the key of today, of a day that has just ended and of a letter that was given up stay', async () => {
  app.clock.moveTo(new Date('2026-11-24T23:50:00Z'));
  await writeLetter();
  await app.sendLetters();
  const day = today();
  expect(await destroyLetterKeys(app.services)).toEqual([]);
  app.clock.pass({ minutes: 30 });
  expect(await destroyLetterKeys(app.services)).toEqual([]);
  const [one] = await rows();
  const kept = await sealLetter(app.services.letterKeys, one?.id ?? '', {} as never);
  await app.database
    .update(letters)
    .set({ ...kept, keyDay: day, status: 'failed' })
    .where(eq(letters.id, one?.id ?? ''));
  app.clock.pass({ days: 40 });
  expect(await destroyLetterKeys(app.services)).not.toContain(day);
  expect(await days()).toContain(day);
});

test('DAY-2: a key that a wrong clock made for a day far ahead is destroyed once it is unused', async () => {
  const now = app.clock.now();
  app.clock.pass({ days: 3000 });
  const far = today();
  await app.services.letterKeys.seal('letter/1', 'x');
  app.clock.moveTo(now);
  expect(await destroyLetterKeys(app.services)).toEqual([far]);
});

/** Every copy of the letter in the table files (so the database server is one of this machine) and the write-ahead log, and how many of them the keys at hand open. */
async function findCopies(letterId: string) {
  const owner = new pg.Client(app.ownerConnection);
  await owner.connect();
  await owner.query('checkpoint');
  const {
    rows: [place],
  } = await owner.query(
    `select current_setting('data_directory') as folder, oid from pg_database where datname = current_database()`,
  );
  await owner.end();
  const sealed = new Set<string>();
  for (const folder of [`base/${place.oid}`, 'pg_wal']) {
    for (const name of readdirSync(path.join(place.folder, folder), { withFileTypes: true })) {
      if (!name.isFile()) continue;
      const text = readFileSync(path.join(place.folder, folder, name.name), 'latin1');
      for (const [jwe = ''] of text.matchAll(/eyJhbGciOiJkaXIi[\w-]+\.\.[\w-]{16}\.[\w-]+\.[\w-]{22}/g))
        sealed.add(jwe);
    }
  }
  const itsOwn = [...sealed].filter((jwe) =>
    Buffer.from(jwe.split('.')[0] ?? '', 'base64url')
      .toString()
      .includes(letterId),
  );
  const opened = await Promise.allSettled(itsOwn.map((jwe) => openLetter(app.services, letterId, jwe)));
  return { found: itsOwn.length, opened: opened.filter(({ status }) => status === 'fulfilled').length };
}

test('DAY-3: of a letter that was sent, nothing in table files and log can be opened once the key of its day is gone', {
  timeout: 120_000,
}, async () => {
  await writeLetter();
  const planted = (await rows()).find(({ kind, recipient }) => kind === 'executor-code' && recipient === edda.email);
  const id = planted?.id ?? '';
  await app.sendLetters();
  app.clock.pass({ days: 2 });
  // Control: its row is erased, and yet it is there and opens.
  expect(await rows()).toContainEqual(expect.objectContaining({ id, status: 'sent', sealedContent: null }));
  const before = await findCopies(id);
  expect(before.opened).toBeGreaterThan(0);
  await destroyLetterKeys(app.services);
  const after = await findCopies(id);
  expect(after.found).toBeGreaterThan(0);
  expect(after.opened).toBe(0);
});

test('DAY-4: a letter whose key is gone is given up at once and reported, and sent when the key is put back', async () => {
  await writeLetter();
  const day = today();
  const file = path.join(app.services.config.dataDirectory, 'letter-keys', day);
  const key = readFileSync(file);
  await app.services.letterKeys.destroy(day);
  app.clock.pass({ days: 1 });
  await app.sendLetters();
  const given = (await rows()).filter(({ status, keyDay }) => status === 'failed' && keyDay === day);
  expect(given.map(({ kind }) => kind)).toContain('executor-code');
  expect(given[0]?.lastError).toContain('the key of the day');
  expect((await rows()).map(({ kind }) => kind)).toContain('operator-notice');
  writeFileSync(file, key);
  const [letter] = given;
  await expect(openLetter(app.services, letter?.id ?? '', letter?.sealedContent ?? '')).resolves.toBeDefined();
});

test('DAY-4: a letter from before there were keys of days is sent', async () => {
  await writeLetter();
  for (const { id, sealedContent } of await rows()) {
    if (!sealedContent) continue;
    const payload = await openLetter(app.services, id, sealedContent);
    const older = await app.services.keyring.seal(`letter/${id}`, JSON.stringify(payload));
    await app.database.update(letters).set({ sealedContent: older, keyDay: null }).where(eq(letters.id, id));
  }
  await app.sendLetters();
  expect(new Set((await rows()).map(({ status }) => status))).toEqual(new Set(['sent']));
});
