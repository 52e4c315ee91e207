// Files that are changed or lost after they were stored are never sent as if intact, are explained to the reader, and reported once.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { ada, another, questions, rosa } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, paidVault, release, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { vaultFiles, vaultKeys } from '../../platform/database/schema.ts';

const megabyte = 1024 * 1024;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: 'op@keep.example', LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

let people = 0;
const bytes = Buffer.alloc(3.5 * megabyte, 'a film of the harbour ');

/** A released vault with one file, and its recipient with a link to it. */
async function releasedFile() {
  const owner = await signedIn(app, another(ada, ++people));
  const vault = await paidVault(app, owner);
  const { id } = await addFile(owner, vault.id, { name: 'harbour.mp4', type: 'video/mp4', bytes });
  const { token } = await release(app, vault);
  const recipient = app.caller();
  await recipient.ask(api.verifyAccessEmail, { body: { token, email: rosa.email } });
  const open = async () => {
    const { files = [] } = await recipient.ask(api.verifyAccessAnswers, { body: { token, answers: questions } });
    return files[0] ?? Promise.reject(new Error('no file'));
  };
  const { downloadUrl } = await open();
  const [row] = await app.database.select().from(vaultFiles).where(eq(vaultFiles.id, id));
  const place = path.join(app.services.config.dataDirectory, 'objects', row?.objectPath ?? '');
  const download = (range?: string) =>
    recipient.send({ method: 'GET', url: downloadUrl, headers: range ? { range } : {} });
  return { id, place, download, open };
}
const flip = (place: string, at: number) => {
  const stored = readFileSync(place);
  stored[at] = (stored[at] ?? 0) ^ 1;
  writeFileSync(place, stored);
};
const notices = async (id: string) =>
  (await app.lettersTo('op@keep.example')).filter(
    ({ kind, facts }) => kind === 'operator-notice' && 'details' in facts && facts.details.join(' ').includes(id),
  ).length;

test('a download has the digest of the complete file, and every range returns the uploaded bytes', {
  tags: 'long',
}, async () => {
  const { download, open } = await releasedFile();
  const whole = await download();
  expect(whole.rawPayload.equals(bytes)).toBe(true);
  const digest = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
  expect(whole.headers['repr-digest']).toBe(digest);
  for (const [first, last] of [
    [0, 0],
    [5, megabyte],
    [megabyte, 2 * megabyte - 1],
    [megabyte - 1, 3 * megabyte + 7],
    [bytes.length - 3, bytes.length - 1],
  ] as const) {
    const part = await download(`bytes=${first}-${last}`);
    expect(part.statusCode).toBe(206);
    expect(part.headers['repr-digest']).toBe(digest);
    expect(part.rawPayload.equals(bytes.subarray(first, last + 1))).toBe(true);
  }
  expect(await open()).toMatchObject({ isDamaged: false });
});

test.each<[string, (place: string) => void]>([
  ['with one bit flipped at its beginning', (place) => flip(place, 7)],
  ['cut to nothing', (place) => truncateSync(place, 0)],
  ['that is missing', (place) => rmSync(place)],
])('FILE-11: a file %s is refused with a kind message and reported once a day', async (_name, damage) => {
  const { id, place, download, open } = await releasedFile();
  const before = readFileSync(place);
  damage(place);
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await download();
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({
      code: 'file-damaged',
      detail: 'Our copy of this file is damaged. We have been notified, and nothing else is affected.',
    });
    expect(answer.headers['content-disposition']).toBeUndefined();
  }
  expect(await notices(id)).toBe(1);
  expect(await open()).toMatchObject({ isDamaged: true });
  writeFileSync(place, before); // the operator restores the file
  expect((await download()).rawPayload.equals(bytes)).toBe(true);
  expect(await open()).toMatchObject({ isDamaged: false });
});

test('FILE-11: a file whose wrapped key was altered in the database is refused with the same message, and opens once the key is restored', async () => {
  const { id, download } = await releasedFile();
  const [file] = await app.database.select().from(vaultFiles).where(eq(vaultFiles.id, id));
  const ofVault = eq(vaultKeys.vaultId, file?.vaultId ?? '');
  const [row] = await app.database.select().from(vaultKeys).where(ofVault);
  const put = (wrappedKey = '') => app.database.update(vaultKeys).set({ wrappedKey }).where(ofVault);
  await put(row?.wrappedKey.replace(/.$/, (last) => (last === 'Q' ? 'g' : 'Q')));
  expect((await download()).json()).toMatchObject({ code: 'file-damaged' });
  expect(await notices(id)).toBe(1);
  await put(row?.wrappedKey);
  expect((await download()).rawPayload.equals(bytes)).toBe(true);
});

test('FILE-11: a file whose header was altered in the database is refused with the same message, and is not left open', async () => {
  const { id, place, download } = await releasedFile();
  const encryptionHeader = Buffer.alloc(40, 1).toString('base64');
  await app.database.update(vaultFiles).set({ encryptionHeader }).where(eq(vaultFiles.id, id));
  expect((await download()).json()).toMatchObject({ code: 'file-damaged' });
  await until(() => openFiles()).not.toContain(place);
});
/** This process's open files as Linux lists them. A file that was closed since has no name. */
const openFiles = () =>
  readdirSync('/proc/self/fd').map((handle) => {
    try {
      return readlinkSync(`/proc/self/fd/${handle}`);
    } catch {
      return '';
    }
  });

test.each<[string, (place: string) => void]>([
  ['a bit flipped in its last part', (place) => flip(place, bytes.length - 1)],
  ['a third of it cut off', (place) => truncateSync(place, 2 * megabyte)],
])('a download of a file with %s sends no wrong byte and never completes', async (_name, damage) => {
  const { id, place, download } = await releasedFile();
  damage(place);
  const end = await download().then(
    (answer) => answer.rawPayload.length,
    () => 'cut',
  );
  expect(end).not.toBe(bytes.length);
  await until(() => notices(id)).toBe(1);
  expect((await download('bytes=0-9')).json()).toMatchObject({ code: 'file-damaged' });
});

test('ENC-5: nothing of a stored file can be read on the disk, and no other vault can read it', async () => {
  const [mine, theirs] = [await releasedFile(), await releasedFile()];
  expect(readFileSync(mine.place).includes('harbour')).toBe(false);
  writeFileSync(theirs.place, readFileSync(mine.place));
  expect((await theirs.download()).json()).toMatchObject({ code: 'file-damaged' });
  expect((await mine.download()).rawPayload.equals(bytes)).toBe(true);
});
