// Moving the files into a bucket: the journal is moved too, but only to a bucket that a start would accept.
import { ada } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeBucket, openFakeBucket } from '../../../testing/fake-bucket.ts';
import { addFile, draftVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { moveFiles } from './move-files.ts';

let app: TestApp;
let bucket: FakeBucket;
beforeAll(async () => {
  bucket = await openFakeBucket();
  app = await openTestApp();
  const owner = await signedIn(app, ada);
  const vault = await draftVault(owner);
  await addFile(owner, vault.id, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('the lake') });
  await app.services.writeJournal();
});
afterAll(async () => {
  await app.close();
  bucket.close();
});

const move = (journalDirectory: string | null) =>
  moveFiles(app.services, { ...app.services.config, bucket, journalDirectory }, { toBucket: true, report: () => {} });
const batches = () => [...bucket.objects.keys()].filter((name) => name.startsWith('journal/'));

test('a bucket that overwrites objects is refused for the journal before anything is copied there', async () => {
  bucket.trouble = 'overwrites';
  await expect(move(null)).rejects.toThrow(/^S3_ENDPOINT is http:.* ignores If-None-Match, .*; set JOURNAL_DIR to the/);
  expect([...bucket.objects.keys()]).toEqual([]);
  expect(await move(app.services.config.journalDirectory)).toContain('1 files (0 MB) were copied');
  expect(batches()).toEqual([]);
  bucket.trouble = null;
  expect(await move(null)).toContain('1 were there already');
  expect(batches().length).toBeGreaterThan(0);
});
