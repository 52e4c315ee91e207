// Copying a file from one vault of an owner into another: the same bytes and texts under the other vault's key, or nothing.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { filesPerVault } from '@remembrance/contract/limits.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addFile, draftVault, type Owner, paidVault, release, saveFiles, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { uploads, vaultFiles, vaultKeys, vaults } from '../../platform/database/schema.ts';

const maxFileBytes = 1_000_000;
const trialGigabytes = 5;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ MAX_FILE_BYTES: String(maxFileBytes), TRIAL_STORAGE_GB: String(trialGigabytes) });
});
afterAll(() => app.close());

let people = 0;
const bytes = Buffer.alloc(300_000, 'the harbour at dawn ');
const film = { name: 'harbour.txt', type: 'text/plain', bytes };

/** An owner with a paid vault that has one file, and a draft. */
async function twoVaults() {
  const owner = await signedIn(app, another(ada, ++people));
  const source = await paidVault(app, owner, {
    planType: 'basic_subscription',
    executorEmail: `edda-${people}@example.com`,
  });
  const file = await addFile(owner, source.id, film);
  const target = await draftVault(owner, { planType: 'premium_one_time' });
  return { owner, source, file, target, about: copying(source.id, file.id, target.id) };
}
const copying = (fromVaultId: string, fileId: string, id: string) => ({
  params: { id },
  body: { fromVaultId, fileId },
});
const filesOf = (owner: Owner, id: string) => owner.ask(api.listFiles, { params: { id } });
const objectsFolder = () => path.join(app.services.config.dataDirectory, 'objects');
const objects = () =>
  readdirSync(objectsFolder(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

test('COPY-1: a file of a released vault is copied with its texts, under the other vault’s key, and stays where it is', async () => {
  const { owner, source, file, target } = await twoVaults();
  const words = { caption: 'Our harbour', transcript: 'Ahoy' };
  await saveFiles(owner, source, { files: [{ id: file.id, ...words }] });
  await release(app, source);
  const { fileId } = await owner.ask(api.copyFile, copying(source.id, file.id, target.id));
  const [copy] = await filesOf(owner, target.id);
  expect(copy).toMatchObject({ id: fileId, fileName: film.name, sizeBytes: bytes.length, ...words });
  const read = await owner.send({ method: 'GET', url: copy?.downloadUrl ?? '' });
  expect(read.rawPayload.equals(bytes)).toBe(true);
  const [before, after] = await Promise.all(
    [file.id, fileId].map(async (id) => (await app.database.select().from(vaultFiles).where(eq(vaultFiles.id, id)))[0]),
  );
  expect(after?.sha256).toBe(before?.sha256);
  expect(after?.encryptionHeader).not.toBe(before?.encryptionHeader);
  expect(await filesOf(owner, source.id)).toMatchObject([{ id: file.id, caption: words.caption }]);
});

test('a copy has the caption its owner wrote for it', async () => {
  const { owner, target, about } = await twoVaults();
  await owner.ask(api.copyFile, { ...about, body: { ...about.body, caption: 'For Emil' } });
  expect(await filesOf(owner, target.id)).toMatchObject([{ caption: 'For Emil' }]);
});

test('a copy that no scanner has examined keeps what one found in its source', async () => {
  const { owner, file, target, about } = await twoVaults();
  await toFile({ scanResult: 'found', finding: 'Eicar-Test' })('', file.id);
  await owner.ask(api.copyFile, about);
  const [copy] = await app.database.select().from(vaultFiles).where(eq(vaultFiles.vaultId, target.id));
  expect(copy).toMatchObject({ scanResult: 'found', finding: 'Eicar-Test' });
});

test('COPY-1: ten concurrent copies fill exactly the five places of a vault', async () => {
  const { owner, target, about } = await twoVaults();
  const answers = await Promise.all(Array.from({ length: 10 }, () => owner.call(api.copyFile, about)));
  const stored = answers.filter(({ statusCode }) => statusCode === 200);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.length).toBeLessThanOrEqual(filesPerVault);
  const refused = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code);
  expect(new Set(refused)).toEqual(
    new Set(refused.filter((code) => ['too-many-files', 'too-many-requests', 'draft-storage-full'].includes(code))),
  );
  expect(await filesOf(owner, target.id)).toHaveLength(stored.length);
});

test('COPY-1: a copy of a changed file is refused, and leaves no file, object or taken place', async () => {
  const { owner, file, target, about } = await twoVaults();
  const [row] = await app.database.select().from(vaultFiles).where(eq(vaultFiles.id, file.id));
  const place = path.join(objectsFolder(), row?.objectPath ?? '');
  const stored = readFileSync(place);
  stored[stored.length - 5] = (stored.at(-5) ?? 0) ^ 1;
  writeFileSync(place, stored);
  const before = objects();
  expect(await owner.refused(api.copyFile, about)).toMatchObject({ status: 500, code: 'file-damaged' });
  expect(await filesOf(owner, target.id)).toEqual([]);
  expect(objects()).toBe(before);
  expect(await app.database.select().from(uploads).where(eq(uploads.vaultId, target.id))).toEqual([]);
});

test('nobody copies a file of somebody else’s vault, or one that is not in the named vault', async () => {
  const [mine, theirs] = [await twoVaults(), await twoVaults()];
  for (const about of [
    copying(theirs.source.id, theirs.file.id, mine.target.id),
    copying(mine.source.id, theirs.file.id, mine.target.id),
    copying('no-id', mine.file.id, mine.target.id),
  ])
    expect(await mine.owner.refused(api.copyFile, about)).toMatchObject({ status: 404, code: 'file-not-found' });
  const into = copying(mine.source.id, mine.file.id, theirs.target.id);
  expect(await mine.owner.refused(api.copyFile, into)).toMatchObject({ status: 404, code: 'vault-not-found' });
});

const toVault = (set: object) => (id: string) => app.database.update(vaults).set(set).where(eq(vaults.id, id));
const toFile = (set: object) => (_: string, fileId: string) =>
  app.database.update(vaultFiles).set(set).where(eq(vaultFiles.id, fileId));

test.each<[RefusalCode, (targetId: string, fileId: string, sourceId: string) => unknown]>([
  ['vault-released', toVault({ status: 'released', paymentStatus: 'paid', releasedAt: new Date() })],
  ['plan-lapsed', toVault({ paymentStatus: 'lapsed' })],
  ['edit-limit-reached', toVault({ paymentStatus: 'paid', editCount: 1 })],
  ['too-large', toFile({ sizeBytes: maxFileBytes + 1 })],
  ['vault-unreadable', (_, __, sourceId) => app.database.delete(vaultKeys).where(eq(vaultKeys.vaultId, sourceId))],
])('a copy is refused with %s', async (code, prepare) => {
  const { owner, source, file, target, about } = await twoVaults();
  await prepare(target.id, file.id, source.id);
  expect(await owner.refused(api.copyFile, about)).toMatchObject({ code });
});

test('a copy needs room: of unpaid vaults, of all trials, and on the disk', async () => {
  const { owner, source, about } = await twoVaults();
  await toVault({ paymentStatus: 'unpaid' })(source.id);
  const declared = { fileName: 'a.txt', fileType: 'message' as const, mimeType: 'text/plain' };
  for (let place = 1; place < filesPerVault; place += 1)
    await owner.ask(api.requestUpload, { params: { id: source.id }, body: declared });
  expect(await owner.refused(api.copyFile, about)).toMatchObject({ status: 403, code: 'draft-storage-full' });
  const full = vi.spyOn(app.services.storage, 'hasRoom').mockResolvedValueOnce(false);
  expect(await owner.refused(api.copyFile, about)).toMatchObject({ code: 'storage-full' });
  full.mockRestore();
  // The limits of tests are a thousand times larger.
  const amount = trialGigabytes * 1024 * 1000;
  const window = { seconds: 30 * 86_400, durable: true };
  await app.services.rateLimiter.count('trial megabytes', 'of all owners', { ...window, tries: amount, amount });
  expect(await owner.refused(api.copyFile, about)).toMatchObject({ code: 'trial-storage-full' });
});

test('while the files disk is not mounted, a copy is refused as temporary, and can be repeated', async () => {
  const { owner, target, about } = await twoVaults();
  await toVault({ paymentStatus: 'paid' })(target.id); // it does not count against the trials’ storage
  renameSync(objectsFolder(), `${objectsFolder()}-away`);
  mkdirSync(objectsFolder());
  expect(await owner.refused(api.copyFile, about)).toMatchObject({ status: 503, code: 'storage-unavailable' });
  rmSync(objectsFolder(), { recursive: true });
  renameSync(`${objectsFolder()}-away`, objectsFolder());
  await owner.ask(api.copyFile, about);
});
