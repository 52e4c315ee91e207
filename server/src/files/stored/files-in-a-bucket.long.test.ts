// The product with its files in a bucket of a real S3 server, Debian's radosgw.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, draftVault, paidVault, put, recipientOf, release, signedIn } from '../../../testing/people.ts';
import { openRadosGateway, type RadosGateway } from '../../../testing/rados-gateway.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { vaultFiles } from '../../platform/database/schema.ts';
import { sweepObjects } from '../upload/sweep-objects.ts';

const bytes = randomBytes(9 * 1024 ** 2 + 5);
const film = { name: 'harbour.mp4', type: 'video/mp4', bytes };

let gateway: RadosGateway;
let app: TestApp;
beforeAll(async () => {
  gateway = await openRadosGateway();
  app = await openTestApp({
    S3_ENDPOINT: gateway.endpoint,
    S3_BUCKET: gateway.bucket,
    S3_ACCESS_KEY_ID: gateway.accessKeyId,
    S3_SECRET_ACCESS_KEY: gateway.secretAccessKey,
  });
}, 120_000);
afterAll(async () => {
  await app?.close();
  await gateway?.stop();
});
const stored = async () => {
  const paths: string[] = [];
  for await (const path of app.services.storage.listBefore(new Date(Date.now() + 60_000))) paths.push(path);
  return paths;
};

test('a file reaches its recipient unchanged, complete and in ranges, and leaves the bucket with its vault', async () => {
  const owner = await signedIn(app, another(ada, 1));
  const vault = await paidVault(app, owner);
  const { id } = await addFile(owner, vault.id, film);
  const [row] = await app.database.select().from(vaultFiles).where(eq(vaultFiles.id, id));
  expect(await stored()).toEqual([row?.objectPath]);
  const recipient = await recipientOf(app, await release(app, vault));
  const downloadUrl = recipient.content.files?.[0]?.downloadUrl ?? '';
  const get = (url: string, range?: string) => recipient.send({ method: 'GET', url, headers: range ? { range } : {} });
  expect((await get(downloadUrl)).rawPayload.equals(bytes)).toBe(true);
  const part = await get(downloadUrl, 'bytes=4000000-4000009');
  expect([part.statusCode, part.rawPayload.equals(bytes.subarray(4_000_000, 4_000_010))]).toEqual([206, true]);
  await app.services.storage.remove(row?.objectPath ?? '');
  expect((await get(downloadUrl)).json()).toMatchObject({ code: 'file-damaged' });
});

test('an aborted upload leaves nothing, and objects without a row are swept', async () => {
  const owner = await signedIn(app, another(ada, 2));
  const vault = await draftVault(owner);
  const body = { fileName: film.name, mimeType: film.type, fileType: 'video' as const };
  const { uploadUrl } = await owner.ask(api.requestUpload, { params: { id: vault.id }, body });
  const before = await stored();
  const cut = owner.send({
    method: 'PUT' as const,
    url: uploadUrl,
    payload: Buffer.from(bytes.subarray(0, 5_000_000)),
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) },
  });
  await cut.catch(() => null);
  expect(await stored()).toEqual(before);
  expect((await put(owner, uploadUrl, bytes)).statusCode).toBe(204);
  const known = await stored();
  expect(known).toHaveLength(before.length + 1);
  await app.services.storage.put(`00/${vault.id}/orphan`, Readable.from([Buffer.from('x')]), 1);
  app.clock.moveTo(new Date(Date.now() + 3 * 86_400_000)); // the bucket has its own clock
  await sweepObjects(app.services);
  expect(await stored()).toEqual(known);
});
