// A file's claimed type is compared with its first bytes: a wrong type is never shown, and no other file is shown as a picture.
import { api } from '@remembrance/contract/api.ts';
import { fileTypeOf } from '@remembrance/contract/files.ts';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, draftVault, type Owner, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { typeByContent } from './first-bytes.ts';

const plain = 'application/octet-stream';
const begins = (text: string): Buffer => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(40)]);
const box = (brand: string): Buffer => begins(`\0\0\0\x18ftyp${brand}`);
const png = begins('\x89PNG\r\n\x1a\n');
const jpeg = begins('\xff\xd8\xff\xe0');
const found = (mimeType: string, first: Buffer) => typeByContent({ mimeType, fileType: fileTypeOf(mimeType) }, first);

test.each([
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/webp', begins('RIFF\x10\0\0\0WEBPVP8 ')],
  ['image/heic', box('heic')],
  ['image/heic', box('mif1')],
  ['image/avif', box('mif1')],
  ['image/svg+xml', Buffer.from('\ufeff<!-- drawn by hand --><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['application/pdf', begins(`${'x'.repeat(900)}%PDF-1.7`)],
  ['video/mp4', box('isom')],
  ['audio/webm;codecs=opus', begins('\x1a\x45\xdf\xa3')],
  ['audio/mpeg', begins('\0\0\0\0')],
  ['audio/midi', begins('MThd')],
  ['text/plain', Buffer.from('Liebe Rosa')],
  ['text/html', Buffer.from('<html>')],
  ['application/msword', begins('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['application/x-own', begins('MZ\x90')],
])('%s keeps its type if the first bytes match it', (mimeType, first) => {
  expect(found(mimeType, first)).toEqual({ mimeType, fileType: fileTypeOf(mimeType), isOtherThanClaimed: false });
});

test.each([
  ['image/png', begins('MZ\x90')],
  ['image/png', Buffer.from('just a text')],
  ['image/jpeg', Buffer.from('<html><script>')],
  ['image/svg+xml', begins('PK\x03\x04')],
  ['application/pdf', begins('PK\x03\x04')],
  ['video/mp4', Buffer.from(' <!doctype html>')],
  ['video/mp4', png],
  ['audio/mpeg', begins('\x7fELF')],
  ['text/plain', begins('MZ\x90')],
  ['text/plain', begins('#!/bin/sh')],
  ['application/msword', begins('MZ\x90')],
  ['image/gif', Buffer.alloc(0)],
])('UP-34: a file sent as %s with other first bytes is stored as plain bytes', (mimeType, first) => {
  expect(found(mimeType, first)).toEqual({ mimeType: plain, fileType: 'document', isOtherThanClaimed: true });
});

test('UP-34: a picture with the extension of another type is stored with its real type', () => {
  const expected = { mimeType: 'image/png', fileType: 'art', isOtherThanClaimed: false };
  for (const claimed of ['image/jpeg', 'image/svg+xml', 'image/heic']) expect(found(claimed, png)).toEqual(expected);
  expect(found('image/jpeg', box('heic'))).toMatchObject({ mimeType: 'image/heic', isOtherThanClaimed: false });
});

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await openTestApp();
  owner = await signedIn(app, ada);
});
afterAll(() => app.close());

test('UP-34: the owner sees the mismatch at the file, and the file is sent as plain bytes', async () => {
  const { id } = await draftVault(owner);
  const program = Buffer.concat([Buffer.from('MZ\x90', 'latin1'), Buffer.alloc(3000, 7)]);
  const file = await addFile(owner, id, { name: 'Lake.jpg', type: 'image/jpeg', bytes: program });
  expect(file).toMatchObject({ fileName: 'Lake.jpg', mimeType: plain, fileType: 'document', isOtherThanClaimed: true });
  const { pathname, search } = new URL(file.downloadUrl);
  const sent = await owner.send({ method: 'GET', url: pathname + search });
  expect(sent.headers['content-type']).toBe(plain);
  expect(sent.rawPayload.equals(program)).toBe(true);
  const [listed] = await owner.ask(api.listFiles, { params: { id } });
  expect(listed).toMatchObject({ isOtherThanClaimed: true });
});
