// The recipient's copy: the letter, every file bit for bit with its digest, and a kind explanation if a file is damaged.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawSeal } from '@remembrance/contract/draw-seal.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, paidVault, recipientOf, release, signedIn } from '../../../testing/people.ts';
import { readZipOnce } from '../../../testing/read-zip.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { openWords } from '../../files/stored/file-words.ts';
import { copyLink } from '../../files/upload/link-rules.ts';
import { accessVerifications, vaultFiles, vaultKeys } from '../../platform/database/schema.ts';
import { listActs } from '../../records/acts/act-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: 'op@keep.example', LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

let people = 0;
const segmentBytes = 1024 * 1024;
const film = { name: 'Film.mp4', type: 'video/mp4', bytes: randomBytes(2 * segmentBytes + 17) };
const picture = {
  name: 'Lake & <1987>.jpg',
  type: 'image/jpeg',
  bytes: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(5000)]),
};
const text = { name: 'Notes.txt', type: 'text/plain', bytes: Buffer.from('the heron') };

/** A vault with these files that its recipient has opened, and the link to everything. */
async function opened(files: (typeof film)[], changes: Parameters<typeof paidVault>[2] = {}) {
  const owner = await signedIn(app, another(ada, ++people));
  const vault = await paidVault(app, owner, { planType: 'basic_subscription', ...changes });
  for (const file of files) {
    await addFile(owner, vault.id, file);
    app.clock.pass({ seconds: 1 });
  }
  const { content } = await recipientOf(app, await release(app, vault));
  return { vault, url: content.everythingUrl };
}
const get = (url: string, headers: Record<string, string> = {}) => app.caller().send({ method: 'GET', url, headers });
const startsOf = async (vaultId: string) =>
  (await listActs(app.database, vaultId)).filter(({ event }) => event === 'everything-downloaded').length;
async function unzipped(url: string) {
  const reply = await get(url);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
  const files = unzipSync(reply.rawPayload);
  expect(readZipOnce(reply.rawPayload).map(({ path }) => path)).toEqual(Object.keys(files));
  const folder = Object.keys(files)[0]?.split('/')[0] ?? '';
  return {
    reply,
    folder,
    names: Object.keys(files).map((name) => name.replace(`${folder}/`, '')),
    bytesOf: (name: string) => Buffer.from(files[`${folder}/${name}`] ?? []),
    textOf: (name: string) => strFromU8(files[`${folder}/${name}`] ?? new Uint8Array()),
  };
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
async function objectOf(vaultId: string, fileName: string): Promise<string> {
  const rows = await app.database
    .select({ file: vaultFiles, wrappedKey: vaultKeys.wrappedKey })
    .from(vaultFiles)
    .innerJoin(vaultKeys, eq(vaultKeys.vaultId, vaultFiles.vaultId))
    .where(eq(vaultFiles.vaultId, vaultId));
  const texts = await app.services.vaultKeys.textsOf(vaultId, rows[0]?.wrappedKey ?? null);
  const row = rows.map(({ file }) => openWords(texts, file)).find((file) => file.fileName === fileName);
  return path.join(app.services.config.dataDirectory, 'objects', row?.objectPath ?? '');
}
const flip = (place: string, at: number) => {
  const stored = readFileSync(place);
  stored[at] = (stored[at] ?? 0) ^ 1;
  writeFileSync(place, stored);
};

test('RCP-10: the copy has the letter, every file bit for bit, and digests that sha256sum can check', async () => {
  const message = 'Dear Rosa,\n<b>the heron</b> & "I".\nשלום';
  const { vault, url } = await opened([film, picture, text], { message });
  const { reply, folder, names, bytesOf, textOf } = await unzipped(url);
  expect(folder).toBe('From Ada Lindqvist');
  expect(names).toEqual([
    'Letter.html',
    'files/Film.mp4',
    'files/Lake & _1987_.jpg',
    'files/Notes.txt',
    'About this copy.txt',
    'SHA256SUMS',
  ]);
  expect(bytesOf('files/Film.mp4').equals(film.bytes)).toBe(true);
  expect(bytesOf('files/Lake & _1987_.jpg').equals(picture.bytes)).toBe(true);
  expect(textOf('SHA256SUMS').trimEnd().split('\n')).toEqual(
    names.slice(0, 4).map((name) => `${sha256(bytesOf(name))}  ${name}`),
  );
  const page = textOf('Letter.html');
  expect(page).toContain('From <bdi lang="">Ada Lindqvist</bdi>, written ');
  expect(page).toContain('&lt;b&gt;the heron&lt;/b&gt; &amp; &quot;I&quot;.\nשלום');
  expect(page).toContain('<video src="files/Film.mp4"');
  expect(page).toContain('<img src="files/Lake%20%26%20_1987_.jpg" alt="Lake &amp; &lt;1987&gt;.jpg" lang=""');
  expect(page).toContain(`Notes.txt</bdi></a> <small>under 0.01 MB</small>`);
  expect(page).not.toMatch(/<script|https?:|<link|@import|<b>/);
  expect(textOf('About this copy.txt')).toContain(`SHA-256 ${sha256(text.bytes)}`);
  expect(reply.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringContaining('filename="For Rosa.zip"'),
  });
  const events = await listActs(app.database, vault.id);
  const downloads = events.filter(({ event }) => event === 'everything-downloaded');
  expect(downloads).toMatchObject([{ actor: 'recipient' }]);
});

test('RCP-12: the longest names a person can give make no path in the copy longer than Windows unpacks', async () => {
  const long = { ...text, name: `${'Sommer im Moor '.repeat(15).slice(0, 200)}.txt` };
  const { url } = await opened([long, { ...long }], { title: 'T'.repeat(255) });
  const { reply, names, folder } = await unzipped(url);
  const archive = /filename="([^"]+)"/.exec(String(reply.headers['content-disposition']))?.[1] ?? '';
  expect(names).toHaveLength(5);
  for (const name of names) expect(`${archive}/${folder}/${name}`.length).toBeLessThanOrEqual(180);
});

test('RCP-11: a damaged file is explained kindly; the copy contains no changed byte and everything else', async () => {
  const { vault, url } = await opened([film, picture, text]);
  flip(await objectOf(vault.id, film.name), segmentBytes + 5);
  rmSync(await objectOf(vault.id, picture.name));
  await app.database.update(vaultFiles).set({ finding: 'Eicar' }).where(eq(vaultFiles.vaultId, vault.id));
  const broken = await get(url).catch((error: Error) => error);
  expect(broken instanceof Error || !broken.rawPayload.includes('SHA256SUMS')).toBe(true);
  await until(async () => (await app.lettersTo('op@keep.example')).length).toBe(2);
  const { names, bytesOf, textOf } = await unzipped(url);
  expect(names).not.toContain('files/Lake & _1987_.jpg');
  const begun = bytesOf('files/Film.mp4');
  expect(begun.length).toBeGreaterThan(0);
  expect(begun.equals(film.bytes.subarray(0, begun.length))).toBe(true);
  expect(begun.length).toBeLessThan(segmentBytes + 5);
  expect(textOf('files/Notes.txt')).toBe('the heron');
  const list = textOf('About this copy.txt');
  expect(list).toMatch(
    /files\/Film\.mp4\r\n {2}This file is damaged where we store it\. Only its beginning is in this copy/,
  );
  expect(list).toMatch(/_1987_\.jpg\r\n {2}This file is damaged where we store it\. It is not in this copy/);
  // The scanner's finding is reported for every file here, even a partial one.
  expect(list.match(/A virus scanner reported this file as Eicar\./g)).toHaveLength(2);
  expect(textOf('SHA256SUMS')).not.toMatch(/Film|1987/);
  const reported = (await app.lettersTo('op@keep.example')).filter(({ kind }) => kind === 'operator-notice');
  expect(reported).toHaveLength(2);
});

test('a fault while the copy is written aborts it, so that it never looks complete', { tags: 'long' }, async () => {
  const { url } = await opened([text]);
  const { storage } = app.services;
  const read = storage.read;
  storage.read = () => Promise.reject(new Error('the disk went away'));
  try {
    const reply = await get(url).catch((error: Error) => error);
    expect(reply instanceof Error || !reply.rawPayload.includes('SHA256SUMS')).toBe(true);
  } finally {
    storage.read = read;
  }
  expect((await unzipped(url)).names).toContain('files/Notes.txt');
});

test('the link works for 15 minutes, only after right answers, and not if it is altered or forged', {
  tags: 'long',
}, async () => {
  const { vault, url } = await opened([text]);
  const change = (values: { securityAnswersProvided: boolean }) =>
    app.database.update(accessVerifications).set(values).where(eq(accessVerifications.vaultId, vault.id));
  await change({ securityAnswersProvided: false });
  expect((await get(url)).json()).toMatchObject({ code: 'file-not-found' });
  await change({ securityAnswersProvided: true });
  const altered = url.replace(/(?<=signature=)./, (first) => (first === '_' ? '-' : '_'));
  expect((await get(altered)).json()).toMatchObject({ code: 'link-signature-refused' });
  const forged = copyLink(app.services.keyring, vault.id, app.clock.now());
  expect((await get(forged)).json()).toMatchObject({ code: 'file-not-found' });
  expect((await app.caller().send({ method: 'HEAD', url })).statusCode).toBe(200);
  app.clock.pass({ minutes: 15 });
  expect((await get(url)).statusCode).toBe(403);
});

test('any title and any two names make a copy that can be unpacked, with both files', { tags: 'long' }, async () => {
  const other = { ...text, bytes: Buffer.from('another') };
  const { url } = await opened([text, other, { ...text, name: '..' }], { title: '../../For “Rosa” \u202egpj/' });
  const { folder, names, textOf } = await unzipped(url);
  expect(folder).not.toMatch(/[/\\\u202e]|^\./);
  expect(names).toEqual(expect.arrayContaining(['files/Notes.txt', 'files/Notes (2).txt', 'files/_']));
  expect(textOf('files/Notes (2).txt')).toBe('another');
});

test('a copy has a known length, and an interrupted download resumes where it stopped, even the next day', async () => {
  const { vault, url } = await opened([film, text]);
  const first = await get(url);
  const whole = first.rawPayload;
  const { etag } = first.headers as { etag: string };
  expect(first.headers).toMatchObject({ 'content-length': String(whole.length), 'accept-ranges': 'bytes' });
  const head = await app.caller().send({ method: 'HEAD', url });
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(whole.length)]);
  expect((await get(url)).rawPayload.equals(whole)).toBe(true);
  expect(await startsOf(vault.id)).toBe(2);

  const middle = Math.floor(whole.length / 2);
  const rest = await get(url, { range: `bytes=${middle}-`, 'if-range': etag });
  expect([rest.statusCode, rest.headers['content-range'], rest.headers.etag]).toEqual([
    206,
    `bytes ${middle}-${whole.length - 1}/${whole.length}`,
    etag,
  ]);
  expect(rest.rawPayload.equals(whole.subarray(middle))).toBe(true);
  expect(await startsOf(vault.id)).toBe(2);

  const changed = await get(url, { range: `bytes=${middle}-`, 'if-range': `"${Date.now()}-${'a'.repeat(43)}"` });
  expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, whole.length]);
  expect(await startsOf(vault.id)).toBe(3);
  const outside = await get(url, { range: `bytes=${whole.length}-` });
  expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${whole.length}`]);

  app.clock.pass({ hours: 20 });
  const later = copyLink(
    app.services.keyring,
    new URL(url, 'http://host').searchParams.get('access') ?? '',
    app.clock.now(),
  );
  const nextDay = await get(later, { range: `bytes=${middle}-`, 'if-range': etag });
  expect(nextDay.statusCode).toBe(206);
  expect(nextDay.rawPayload.equals(whole.subarray(middle))).toBe(true);
});

test('recordings have the same names in the copy as on the page, and keep their extension', {
  tags: 'long',
}, async () => {
  const webm = Buffer.from('1a45dfa3 93 4282 84 7765626d 1549a966 a0 4489 84 45bb8000'.replaceAll(' ', ''), 'hex');
  const { url } = await opened([
    { name: 'recorded-audio-1795692957990.webm', type: 'audio/webm', bytes: webm },
    { name: 'recorded-video-1795692957991.mp4', type: 'video/mp4', bytes: Buffer.from('no length') },
    text,
  ]);
  const { names, textOf } = await unzipped(url);
  expect(names.slice(1, 4)).toEqual(['files/Recording 1, 6 seconds.webm', 'files/Recording 2.mp4', 'files/Notes.txt']);
  expect(textOf('Letter.html')).toContain('<bdi lang="">Recording 1, 6 seconds</bdi>');
  expect(textOf('Letter.html')).not.toContain('recorded-');
});

test("the copy's page shows the vault's seal", async () => {
  const { vault, url } = await opened([]);
  const page = (await unzipped(url)).textOf('Letter.html');
  const { border, rosette, heart } = drawSeal(vault.id);
  expect(page).toContain('aria-label="The seal of this vault"');
  for (const { path: line } of [border, rosette, heart]) expect(page).toContain(`d="${line}"`);
});
