// The journal in a bucket: each batch is one object that is written once, and missing or foreign objects are detected as in a folder.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeBucket, openFakeBucket } from '../../../testing/fake-bucket.ts';
import { addFile, paidVault, releasedVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { sweepObjects } from '../../files/upload/sweep-objects.ts';
import { openBucket } from '../../platform/lib/bucket.ts';
import { newKey } from '../../platform/lib/ids.ts';
import { copyJournal, createJournal } from './journal.ts';
import { createJournalBucket } from './journal-bucket.ts';
import { createJournalFolder } from './journal-folder.ts';
import { keysFrom } from './journal-keys.ts';
import { readHead, setHead } from './journal-store.ts';
import { openRestoreHold } from './restore-hold.ts';
import { verifyRecords } from './verify-records.ts';

let bucket: FakeBucket;
let app: TestApp;
beforeAll(async () => {
  bucket = await openFakeBucket();
  app = await openTestApp(bucket.environment);
});
afterAll(async () => {
  await app.close();
  bucket.close();
});
afterEach(() => {
  bucket.trouble = null;
});

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
/** A journal as another process opens it. */
const storage = () => createJournalBucket(openBucket(bucket));
const other = (keys = app.services.journalFile.keys) => createJournal(storage(), keys);
/** Disables the health probes, which this file's service would write at any time. */
const written = () => bucket.puts.filter((name) => !name.startsWith('probe-'));
const batches = () => [...bucket.objects.keys()].filter((name) => name.startsWith('journal/')).sort();
const entries = [] as const;
const writeOne = async (journal = other()) => {
  const last = await journal.readLast();
  return journal.append(
    { entries, at: app.clock.now(), changeIds: [crypto.randomUUID()] },
    last?.position ?? 0,
    async () => {},
  );
};
const findings = async () => (await verifyRecords({ ...app.services, journalFile: other() })).findings;

test('a batch is one object, named by its first position, and any process reads them as one journal', async () => {
  await releasedVault(app, await newOwner());
  await app.services.writeJournal();
  await paidVault(app, await newOwner());
  await app.services.writeJournal();
  expect(batches()[0]).toBe('journal/000000000001');
  expect(batches().length).toBeGreaterThan(1);
  const { position } = await readHead(app.database);
  expect((await other().readLast())?.position).toBe(position);
  expect((await other().readLast(position))?.position).toBe(position);
  expect(await findings()).toEqual([]);
  expect(await (await openRestoreHold({ ...app.services, journalFile: other() })).isOn()).toBe(false);
});

test('two writers at one position conflict: one is refused, and nothing is overwritten', async () => {
  await app.services.writeJournal();
  const [one, two] = [storage(), storage()];
  const keys = app.services.journalFile.keys;
  const { head } = await one.findLast(keys);
  const batch = (text: string) => ({ position: 1_000_000, text, head: head ?? expect.fail() });
  await one.append(batch('{"position":1000000,"a":1}\n'));
  await expect(two.append(batch('{"position":1000000,"b":1}\n'))).rejects.toThrow(
    'the bucket vaults holds another batch of the journal at line 1000000',
  );
  expect(bucket.objects.get('journal/000001000000')?.bytes.toString()).toContain('"a":1');
  bucket.objects.delete('journal/000001000000');
});

test('a batch whose response was lost counts as written once', async () => {
  bucket.trouble = 'loses answers';
  const { position } = await writeOne();
  expect((await other().readLast())?.position).toBe(position);
  await setHead(app.database, { position, digest: null });
  bucket.trouble = null;
  expect(await findings()).toEqual([]);
});

test('while the bucket is unavailable no letter is sent, and health names the journal', async () => {
  await newOwner();
  bucket.trouble = 'refuses';
  expect(await app.sendLetters().catch(() => 0)).toBe(0);
  const failing = await app.services.readHealth();
  expect(failing.map(({ part }) => part)).toEqual(expect.arrayContaining(['journal']));
  bucket.trouble = null;
  await app.services.writeJournal(); // a job does this every few seconds
  expect(await app.sendLetters()).toBeGreaterThan(0);
}, 60_000);

test('JOURNAL-12: a missing, altered or repeated object is detected, and a copy under a later name is not the last one', async () => {
  await writeOne();
  await writeOne();
  const last = await other().readLast();
  await setHead(app.database, { position: last?.position ?? 0, digest: last?.digest ?? null });
  const second = batches().at(-2) ?? '';
  const kept = bucket.objects.get(second) ?? expect.fail();
  bucket.objects.delete(second);
  expect(await findings()).toEqual([expect.stringMatching(/the lines? .* (is|are) missing/)]);
  bucket.objects.set(second, { ...kept, bytes: Buffer.from(kept.bytes.toString().replace('"at":"2', '"at":"1')) });
  expect((await findings()).length).toBeGreaterThan(0);
  bucket.objects.set(second, kept);
  bucket.objects.set('journal/000009999999', kept);
  expect(await findings()).toEqual([expect.stringContaining('is repeated, or out of order')]);
  expect((await other().readLast())?.position).toBe(last?.position);
  bucket.objects.delete('journal/000009999999');
});

test("a start is refused if the bucket's journal ends before its database, or is empty", async () => {
  const kept = new Map(bucket.objects);
  for (const name of batches().slice(-1)) bucket.objects.delete(name);
  await expect(openRestoreHold({ ...app.services, journalFile: other() })).rejects.toThrow(
    /^The journal in the bucket vaults ends on .*, but this database wrote to it until /,
  );
  for (const name of batches()) bucket.objects.delete(name);
  await expect(openRestoreHold({ ...app.services, journalFile: other() })).rejects.toThrow(
    'There is no journal in the bucket vaults, but this database wrote to it until',
  );
  await newOwner();
  await expect(app.services.writeJournal()).rejects.toThrow('There is no journal in the bucket vaults');
  for (const [name, object] of kept) bucket.objects.set(name, object);
});

test("another installation's bucket is refused in one sentence, and nothing is written into it", async () => {
  const before = written();
  const foreign = other(keysFrom(newKey()));
  await expect(foreign.readLast()).rejects.toThrow(
    'The journal in the bucket vaults was signed with another key, or was changed; set S3_BUCKET to the bucket of this installation. If its secret was lost and replaced, run: npm run restore -- --without-journal "the secret is lost"',
  );
  await expect(foreign.append({ entries, at: app.clock.now(), changeIds: [] }, 0, async () => {})).rejects.toThrow(
    'another key',
  );
  await expect(openTestApp(bucket.environment)).rejects.toThrow(
    'The journal in the bucket vaults was signed with another key',
  );
  expect(written()).toEqual(before);
});

test('another installation’s bucket is refused by its mark even if the journal is elsewhere', async () => {
  const before = written();
  const settings = { ...bucket.environment, JOURNAL_DIR: makeTestFolder() };
  await expect(openTestApp(settings)).rejects.toThrow(
    'The files in the bucket vaults are those of another installation',
  );
  expect(written()).toEqual(before);
  // Nor by a server that ignores If-None-Match.
  bucket.trouble = 'overwrites';
  await expect(openTestApp({ ...settings, JOURNAL_DIR: makeTestFolder() })).rejects.toThrow('those of another');
  expect(written()).toEqual(before);
});

test('a bucket that overwrites objects is refused, with the setting that helps', async () => {
  const own = await openFakeBucket();
  own.trouble = 'overwrites';
  await expect(openBucket(own).probe()).rejects.toThrow(
    /^S3_ENDPOINT is http:.* ignores If-None-Match, so the journal cannot be in its bucket; set JOURNAL_DIR to the folder that holds the journal now\. Ceph ignores it where the bucket has versions\.$/,
  );
  own.trouble = null;
  await openBucket(own).probe();
  expect([...own.objects.keys()]).toEqual([]);
  own.close();
});

test('frequent health calls write one probe to the bucket in half a minute, and a failed probe is repeated immediately', async () => {
  const own = await openFakeBucket();
  const journal = createJournal(createJournalBucket(openBucket(own)), app.services.journalFile.keys);
  own.trouble = 'refuses';
  await expect(journal.probe()).rejects.toThrow('cannot be used now');
  own.trouble = null;
  await journal.probe();
  const before = own.puts.length;
  expect(before).toBeGreaterThan(0);
  await journal.probe();
  expect(own.puts.length).toBe(before);
  own.close();
});

test('the sweep of objects leaves the journal and the mark', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  await addFile(owner, vault.id, { name: 'lake.txt', type: 'text/plain', bytes: Buffer.from('the lake') });
  const before = [...bucket.objects.keys()].sort();
  for (const object of bucket.objects.values()) object.writtenAt = new Date(0);
  await sweepObjects(app.services);
  expect([...bucket.objects.keys()].sort()).toEqual(before);
  expect(await owner.ask(api.listFiles, { params: { id: vault.id } })).toHaveLength(1);
});

test('batches older than every backup are deleted, and the newest stays', async () => {
  await app.services.writeJournal();
  const names = batches();
  for (const [index, name] of names.entries()) {
    const object = bucket.objects.get(name) ?? expect.fail();
    object.writtenAt = new Date(index < 2 ? '2020-01-31' : '2020-02-01');
  }
  await other().forgetBefore(new Date('2020-02-20'));
  expect(batches()).toEqual(names.slice(2));
  await other().forgetBefore(new Date('2120-01-01'));
  expect(batches()).toEqual(names.slice(-1));
});

test('a journal is copied unchanged from the bucket into a folder and back, and an interrupted copy can be continued', async () => {
  await writeOne();
  await writeOne();
  const keys = app.services.journalFile.keys;
  const folder = createJournalFolder(makeTestFolder());
  const all = batches().length;
  expect(await copyJournal(keys, storage(), folder)).toBe(all);
  expect(await copyJournal(keys, storage(), folder)).toBe(0);
  expect(await createJournal(folder, keys).readLast()).toEqual(await other().readLast());
  const second = await openFakeBucket();
  try {
    const target = () => createJournalBucket(openBucket(second));
    expect(await copyJournal(keys, folder, target())).toBe(all);
    second.objects.delete(batches().at(-1) ?? '');
    expect(await copyJournal(keys, folder, target())).toBe(1);
    for (const name of batches()) expect(second.objects.get(name)?.bytes).toEqual(bucket.objects.get(name)?.bytes);
  } finally {
    second.close();
  }
});

test('a bucket journal that a restore leaves out is renamed, and a new one starts with line 1', async () => {
  const before = batches().length;
  const journal = other();
  await journal.setAside(new Date(7));
  expect(batches()).toEqual([]);
  expect([...bucket.objects.keys()].filter((name) => name.startsWith('journal-left-out-7/'))).toHaveLength(before);
  await app.database.execute(sql`update journal_head set position = 0`);
  expect((await writeOne(journal)).position).toBe(1);
});
