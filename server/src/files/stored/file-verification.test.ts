// Reading everything back finds missing, changed and orphaned objects, and nothing else.
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFakeBucket } from '../../../testing/fake-bucket.ts';
import { addFile, draftVault, type Owner, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { vaultFiles } from '../../platform/database/schema.ts';
import { verifyFiles, verifyOldFiles } from './file-verification.ts';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: 'op@keep.example' });
  owner = await signedIn(app, ada);
});
afterAll(() => app.close());

async function storedFile() {
  const vault = await draftVault(owner);
  const { id } = await addFile(owner, vault.id, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('the lake') });
  const row = await rowOf(id);
  const objectPath = row?.objectPath ?? '';
  return { id, object: `objects/${objectPath}`, place: path.join(objects(), objectPath) };
}
const rowOf = async (id: string) => {
  const [row] = await app.database.select().from(vaultFiles).where(eq(vaultFiles.id, id));
  return row;
};
const objects = () => path.join(app.services.config.dataDirectory, 'objects');
const notices = async () =>
  (await app.lettersTo('op@keep.example')).filter(({ kind }) => kind === 'operator-notice').length;

test('VERIFY-1: intact files are counted and dated; missing, changed and orphaned ones are named', async () => {
  const [whole, missing, changed] = [await storedFile(), await storedFile(), await storedFile()];
  expect(await verifyFiles(app.services)).toEqual({
    files: 3,
    bytes: 24,
    damaged: [],
    orphans: [],

    reported: [],
    notScanned: 0,
  });
  rmSync(missing.place);
  writeFileSync(changed.place, Buffer.alloc(64));
  mkdirSync(path.join(objects(), 'zz'), { recursive: true });
  const orphan = path.join(objects(), 'zz/left-over');
  writeFileSync(orphan, 'x');
  const twoDaysAgo = app.clock.now().getTime() / 1000 - 2 * 24 * 60 * 60;
  utimesSync(orphan, twoDaysAgo, twoDaysAgo);
  const found = await verifyFiles(app.services);
  expect(found).toMatchObject({ files: 3, orphans: ['zz/left-over'] });
  expect(found.damaged).toHaveLength(2);
  expect(found.damaged).toContainEqual({ id: missing.id, object: missing.object, isMissing: true });
  expect(found.damaged).toContainEqual({ id: changed.id, object: changed.object, isMissing: false });
  expect(await notices()).toBe(2);
  expect((await rowOf(whole.id))?.verifiedAt).toEqual(app.clock.now());
  expect((await rowOf(missing.id))?.damagedAt).toEqual(app.clock.now());
  expect(readdirSync(path.join(objects(), 'zz'))).toEqual(['left-over']); // it only reads
});

test('VERIFY-1: a file in a bucket is named by its key there, in the command and in the letter', async () => {
  const bucket = await openFakeBucket();
  const inBucket = await openTestApp({ ...bucket.environment, OPERATOR_EMAIL: 'op@keep.example' });
  try {
    const other = await signedIn(inBucket, ada);
    const vault = await draftVault(other);
    const { id } = await addFile(other, vault.id, {
      name: 'a.txt',
      type: 'text/plain',
      bytes: Buffer.from('the lake'),
    });
    const [row] = await inBucket.database.select().from(vaultFiles).where(eq(vaultFiles.id, id));
    const key = row?.objectPath ?? '';
    expect(bucket.objects.delete(key)).toBe(true);
    const { damaged } = await verifyFiles(inBucket.services);
    expect(damaged).toEqual([{ id, object: key, isMissing: true }]);
    const [letter] = await inBucket.lettersTo('op@keep.example');
    const where = expect.stringContaining(`It is stored at ${key}. Restore it there`);
    expect(letter?.facts).toMatchObject({ details: [expect.any(String), where] });
  } finally {
    await inBucket.close();
    bucket.close();
  }
});

test('the slow pass reads files that were not read for 30 days, for a minute at a time', { tags: 'long' }, async () => {
  await app.database.delete(vaultFiles);
  for (let n = 0; n < 5; n += 1) await storedFile();
  const { storage } = app.services;
  const slow: typeof storage = {
    ...storage,
    read: (...range) => {
      app.clock.pass({ seconds: 25 });
      return storage.read(...range);
    },
  };
  const run = (signal?: AbortSignal) => verifyOldFiles({ ...app.services, storage: slow }, signal);
  const unread = async () => {
    const rows = await app.database.select().from(vaultFiles);
    return rows.filter(
      ({ verifiedAt }) => !verifiedAt || app.clock.now().getTime() - verifiedAt.getTime() > 86_400_000,
    );
  };
  await run(AbortSignal.abort());
  expect(await unread()).toHaveLength(5);
  await run();
  expect(await unread()).toHaveLength(2);
  await run();
  expect(await unread()).toHaveLength(0);
  app.clock.pass({ days: 29 });
  await run();
  expect(await unread()).toHaveLength(5);
  app.clock.pass({ days: 2 });
  await run();
  expect(await unread()).toHaveLength(2);
});
