// A restore on another machine that has the backup, the keys and the bucket: the journal in the bucket has the same content as one in a
// folder.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { followJournal } from '../src/operations/restore/follow-journal.ts';
import { verifyCheckpoints } from '../src/operations/transparency/verify-checkpoints.ts';
import { childEnvironment } from '../testing/child-environment.ts';
import { type FakeBucket, openFakeBucket } from '../testing/fake-bucket.ts';
import { addFile, type PaidVault, paidVault, recipientOf, release, signedIn } from '../testing/people.ts';
import { openAppIn } from '../testing/test-app.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

const timeout = 120_000;
let home: string;
let bucket: FakeBucket;
let vault: PaidVault;
let token: string;
let elsewhere: string;
let machines = 0;

/** Not in this thread, because this thread answers for the bucket. */
const run = (DATA_DIR: string, name: string, ...words: string[]) =>
  new Promise<{ status: number; says: string }>((resolve) => {
    const file = path.join(import.meta.dirname, `../src/commands/${name}.ts`);
    const env = childEnvironment({ DATA_DIR, LOG_LEVEL: 'error', PASSWORD_HASH_COST: '4', ...bucket.environment });
    execFile(process.execPath, [file, ...words], { env }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), says: `${stdout}${stderr}` }),
    );
  });
const restore = (...words: string[]) => run(elsewhere, 'restore', path.join(home, 'backup'), ...words);
const batches = () => [...bucket.objects.keys()].filter((name) => name.startsWith('journal/')).sort();

beforeAll(async () => {
  home = makeTestFolder();
  bucket = await openFakeBucket();
  const app = await openAppIn(path.join(home, 'data'), bucket.environment);
  const owner = await signedIn(app, ada);
  vault = await paidVault(app, owner);
  await addFile(owner, vault.id, { name: 'lake.txt', type: 'text/plain', bytes: Buffer.from('the lake') });
  await app.services.writeJournal();
  expect(await run(path.join(home, 'data'), 'backup', path.join(home, 'backup'))).toMatchObject({
    status: 0,
    says: expect.stringContaining('A restore needs the journal in the bucket vaults'),
  });
  await app.sendLetters();
  ({ token } = await release(app, vault));
  await app.sendLetters();
  await app.services.writeJournal();
  await app.close();
}, timeout);
afterAll(() => {
  bucket.close();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => {
  machines += 1;
  elsewhere = path.join(home, `machine-${machines}`);
  mkdirSync(elsewhere);
  for (const name of ['secrets.json', 'keyring.json'])
    cpSync(path.join(home, `backup.${name}`), path.join(elsewhere, name));
});

test('while the bucket refuses everything, npm run verify names its setting and the cause', {
  tags: 'long',
  timeout,
}, async () => {
  bucket.trouble = 'refuses';
  expect(await run(path.join(home, 'data'), 'verify')).toMatchObject({
    status: 1,
    says: expect.stringContaining(
      `S3_ENDPOINT is ${bucket.endpoint}, and its bucket vaults cannot be used now (OperationAborted)`,
    ),
  });
  bucket.trouble = null;
});

test('a restore is refused with a bucket whose journal ends before the backup, or lacks a batch', {
  tags: 'long',
  timeout,
}, async () => {
  const kept = new Map(bucket.objects);
  const putBack = () => {
    for (const [name, object] of kept) bucket.objects.set(name, object);
  };
  for (const name of batches()) bucket.objects.delete(name);
  expect(await restore()).toMatchObject({
    status: 1,
    says: expect.stringContaining('There is no journal in the bucket vaults, but this database wrote to it until 20'),
  });
  putBack();
  bucket.objects.delete(batches().at(-2) ?? '');
  expect(await restore()).toMatchObject({
    status: 1,
    says: expect.stringMatching(/The journal in the bucket vaults lacks line \d+/),
  });
  putBack();
  expect(existsSync(path.join(elsewhere, 'postgres'))).toBe(false);
});

test('HOLD-4: a restored database follows the journal in the bucket, and the record is intact', {
  timeout,
}, async () => {
  expect(await restore()).toMatchObject({
    status: 0,
    says: expect.stringContaining('The journal in the bucket vaults continues until 20'),
  });
  const app = await openAppIn(elsewhere, bucket.environment);
  try {
    expect(await app.services.restoreHold.isOn()).toBe(true);
    expect(await followJournal(app.services)).toMatchObject({ missingVaults: [], notReleased: [], findings: [] });
    const recipient = await recipientOf(app, { token, recipientEmail: vault.recipientEmail });
    expect(recipient.content.files?.map(({ fileName }) => fileName)).toEqual(['lake.txt']);
    expect(await app.lettersTo(vault.recipientEmail)).toEqual([]);
    expect((await verifyCheckpoints(app.services)).findings).toEqual([]);
    expect(existsSync(path.join(elsewhere, 'journal'))).toBe(false);
  } finally {
    await app.close();
  }
});

test('without the journal in the bucket a restore needs a reason, and the journal is kept under another name', {
  tags: 'long',
  timeout,
}, async () => {
  const before = batches().length;
  expect(await restore('--without-journal', 'it is in doubt')).toMatchObject({ status: 0 });
  expect(batches()).toEqual([]);
  expect([...bucket.objects.keys()].filter((name) => name.startsWith('journal-left-out-'))).toHaveLength(before);
  const app = await openAppIn(elsewhere, bucket.environment);
  expect(await app.services.restoreHold.isOn()).toBe(true);
  await app.close();
});
