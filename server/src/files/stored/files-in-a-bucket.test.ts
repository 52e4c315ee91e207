// The product with its files in an unreachable bucket. For a reachable one see files-in-a-bucket.long.test.ts.
import { randomBytes } from 'node:crypto';
import { api } from '@remembrance/contract/api.ts';
import { ada, another, questions, rosa } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, draftVault, paidVault, put, release, signedIn } from '../../../testing/people.ts';
import { smallPicture } from '../../../testing/pictures.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { vaultFiles } from '../../platform/database/schema.ts';

const bytes = randomBytes(9 * 1024 ** 2 + 5);
const film = { name: 'harbour.mp4', type: 'video/mp4', bytes };
async function opened(app: TestApp, token: string) {
  const recipient = app.caller();
  await recipient.ask(api.verifyAccessEmail, { body: { token, email: rosa.email } });
  const content = await recipient.ask(api.verifyAccessAnswers, { body: { token, answers: questions } });
  const get = (url: string, range?: string) => recipient.send({ method: 'GET', url, headers: range ? { range } : {} });
  return { downloadUrl: content.files?.[0]?.downloadUrl ?? '', everythingUrl: content.everythingUrl ?? '', get };
}

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

test('if the bucket is unreachable, requests that need a file say so, and no file is marked as damaged', async () => {
  const owner = await signedIn(app, another(ada, 3));
  const vault = await paidVault(app, owner);
  await addFile(owner, vault.id, film);
  const portrait = await owner.send({
    method: 'PUT',
    url: api.putPicture.path,
    payload: smallPicture,
    headers: { 'content-type': 'image/png' },
  });
  const { profileImageUrl } = portrait.json();
  const { downloadUrl, everythingUrl, get } = await opened(app, (await release(app, vault)).token);
  const other = await signedIn(app, another(ada, 4));
  const draft = await draftVault(other);
  const body = { fileName: film.name, mimeType: film.type, fileType: 'video' as const };
  const { uploadUrl } = await other.ask(api.requestUpload, { params: { id: draft.id }, body });

  const { createS3Storage } = await import('../storage/s3-storage.ts');
  const settings = {
    endpoint: 'http://127.0.0.1:9',
    bucket: 'any',
    region: 'any',
    accessKeyId: 'any',
    secretAccessKey: 'any',
  };
  Object.assign(app.services.storage, createS3Storage(settings));
  const unavailable = { status: 503, code: 'storage-unavailable' };
  expect((await get(downloadUrl)).json()).toMatchObject(unavailable);
  expect((await put(other, uploadUrl, bytes)).json()).toMatchObject(unavailable);
  expect((await owner.send({ method: 'GET', url: profileImageUrl })).json()).toMatchObject(unavailable);
  const again = {
    method: 'PUT' as const,
    url: api.putPicture.path,
    payload: smallPicture,
    headers: { 'content-type': 'image/png' },
  };
  expect((await owner.send(again)).json()).toMatchObject(unavailable);
  // The length of an archive is promised, so it starts only once its files can be reached.
  expect((await get(everythingUrl)).json()).toMatchObject(unavailable);
  expect((await owner.send({ method: 'GET', url: api.exportAccount.path })).json()).toMatchObject(unavailable);
  const files = await app.database.select().from(vaultFiles).where(eq(vaultFiles.vaultId, vault.id));
  expect(files.map(({ damagedAt }) => damagedAt)).toEqual([null]);
});
