// The names a file may have, the kind it is shown as, and how its size is formatted.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsRefused } from '../testing/read.ts';
import { isWebVtt } from './captions.ts';
import {
  acceptedPickerTypes,
  announcedFile,
  declaredFile,
  downloadFile,
  fileSizeText,
  fileTypeOf,
  shownSize,
} from './files.ts';
import { filesPerVault, maxFileBytes } from './limits.ts';

test.each([
  ['image/jpeg', 'art'],
  ['image/svg+xml', 'art'],
  ['audio/mpeg', 'music'],
  ['audio/webm;codecs=opus', 'music'],
  ['video/mp4', 'video'],
  ['video/webm', 'video'],
  ['text/plain', 'message'],
  ['text/html', 'message'],
  ['application/pdf', 'message'],
  ['application/x-pdf', 'message'],
  ['application/msword', 'document'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'document'],
  ['application/octet-stream', 'document'],
  ['', 'document'],
])('%j is shown as %s', (mimeType, kind) => {
  expect(fileTypeOf(mimeType)).toBe(kind);
});

test('a file whose browser knows no type is a document', () => {
  for (const mimeType of ['', ' '])
    expect(declaredFile.parse({ fileName: 'notes.xyz', fileType: 'document', mimeType }).mimeType).toBe(
      'application/octet-stream',
    );
});

test.each([
  [0, '0.00 MB'],
  [1, '0.00 MB'],
  [5243, '0.01 MB'],
  [1024 * 1024, '1.00 MB'],
  [1.25 * 1024 * 1024, '1.25 MB'],
  [1024 ** 3, '1024.00 MB'],
  [maxFileBytes, '500.00 MB'],
])('%i bytes are written as %s', (bytes, text) => {
  expect(fileSizeText(bytes)).toBe(text);
});

test.each([
  [0, '0.00 MB'],
  [1, 'under 0.01 MB'],
  [5242, 'under 0.01 MB'],
  [5243, '0.01 MB'],
  [1_310_720, '1.25 MB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(shownSize(bytes)).toBe(text);
});

test('a larger file never shows a smaller size, and the text fits its column', () => {
  const size = fc.integer({ min: 0, max: maxFileBytes });
  fc.assert(
    fc.property(size, size, (one, other) => {
      const [small, large] = [Math.min(one, other), Math.max(one, other)].map(fileSizeText);
      expect(small).toMatch(/^\d+\.\d\d MB$/);
      expect(Number.parseFloat(small ?? '')).toBeLessThanOrEqual(Number.parseFloat(large ?? ''));
    }),
  );
});

test('five files of 500 MiB fit, and the picker offers the types of the specification', () => {
  expect([filesPerVault, maxFileBytes]).toEqual([5, 524_288_000]);
  expect(acceptedPickerTypes).toEqual(['image/*', 'audio/*', 'video/*', '.pdf', '.doc', '.docx', '.txt']);
});

const file = { fileName: 'boat.jpg', fileType: 'art', mimeType: 'image/jpeg' };
const refused = (changes: Record<string, unknown>) => fieldsRefused(declaredFile, { ...file, ...changes });

test.each([
  'boat.jpg',
  'Ferien 2019 (Großmutter).JPG',
  '写真.png',
  'שיר.mp3',
  'no ending',
  '.hidden',
  '🎂.png',
  '../../etc/passwd',
])('a file may be called %j', (fileName) => {
  expect(declaredFile.parse({ ...file, fileName: ` ${fileName} ` })).toEqual({ ...file, fileName });
});

test('a file has a one-line name of at most 255 characters', () => {
  for (const fileName of ['', '  ', '\u200b', undefined, null])
    expect(refused({ fileName })).toEqual({ fileName: 'File name is required' });
  expect(refused({ fileName: 'x'.repeat(255) })).toEqual({});
  expect(refused({ fileName: 'x'.repeat(256) })).toEqual({ fileName: 'Please use at most 255 characters' });
  for (const fileName of ['a\nb.txt', 'a\u2028b', 'a\r\nX: 1'])
    expect(refused({ fileName })).toEqual({ fileName: 'Character 2 (a line end) cannot be used. Please remove it' });
});

test.each([
  'image/jpeg',
  'IMAGE/PNG',
  'application/vnd.oasis.opendocument.text',
  'video/webm;codecs=vp9,opus',
  'audio/webm; codecs="opus"',
  'text/plain; charset=utf-8',
])('%j is the type of a file', (mimeType) => {
  expect(declaredFile.parse({ ...file, mimeType: ` ${mimeType} ` }).mimeType).toBe(mimeType);
});

test.each([
  'image',
  'image/',
  '/jpeg',
  'a/b/c',
  'image/jpeg, text/html',
  'text/plain;a="\0"',
  'text/plain;a="\r\nX-Evil: 1"',
  'text/plain\r\n;a=b',
  'text/plain;\n a=b',
  'text/plain;a="é"',
  'text/plain;a="😀"',
  'text/plain;a="unclosed',
  'text/plain;a=<script>',
  `a/${'b'.repeat(64)}`,
  `text/plain;a=${'b'.repeat(41)}`,
])('%j is not the type of a file', (mimeType) => {
  expect(refused({ mimeType })).toEqual({ mimeType: 'This file type is not known' });
});

test('any accepted type can be stored and sent in a header', () => {
  const piece = fc.constantFrom('text/plain', ';', ' ', 'a=', '"', '\0', '\r\n', 'é', '\u2028', 'x', ',', '=', '\\');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
      const { success, data } = declaredFile.safeParse({ ...file, mimeType: `text/plain${parts.join('')}` });
      if (!success) return;
      expect(data.mimeType).toMatch(/^[ -~]{3,100}$/);
      expect(new Headers({ 'content-type': data.mimeType }).get('content-type')).toBe(data.mimeType);
    }),
    { numRuns: 500 },
  );
});

test('a file has one of five kinds, and its announced size has at most 50 characters', () => {
  for (const fileType of ['photo', 'ART', '', undefined])
    expect(refused({ fileType })).toEqual({ fileType: 'This file type is not known' });
  const announced = (fileSize: unknown) => fieldsRefused(announcedFile, { ...file, fileSize });
  expect(announced('x'.repeat(50))).toEqual({});
  expect(Object.keys(announced('x'.repeat(51)))).toEqual(['fileSize']);
  expect(announced(undefined)).toEqual({ fileSize: 'File size is required' });
});

test.each([
  ['WEBVTT', true],
  ['\ufeffWEBVTT - The mill song\n\n00:00.000 --> 00:02.000\nLa la\n', true],
  ['WEBVTT\r\n', true],
  ['WEBVTTx', false],
  ['La la\nWEBVTT', false],
  ['', false],
])('a transcript that starts with %j is recognised as WebVTT: %s', (transcript, isIt) => {
  expect(isWebVtt(transcript)).toBe(isIt);
});

test('the expiry in a download link has only digits, and any other parameter is refused', () => {
  const link = { expires: '1800000000', signature: 'x'.repeat(43), access: 'y' };
  expect(fieldsRefused(downloadFile.query, link)).toEqual({});
  for (const expires of ['', '-1', '1e9', '1 ', '٣', '1'.repeat(16), undefined])
    expect(Object.keys(fieldsRefused(downloadFile.query, { ...link, expires }))).toEqual(['expires']);
  expect(fieldsRefused(downloadFile.query, { ...link, vault: '1' })).not.toEqual({});
});
