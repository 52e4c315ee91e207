// A captions file is read correctly in the encodings that programs write.
import { expect, test } from 'vitest';
import { readCaptions } from './transcript-field.tsx';

const words = 'WEBVTT\n\n00:00.000 --> 00:01.000\nGroßmutter & ich – ja?';
const utf16 = (isBigEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(2 + 2 * words.length));
  view.setUint16(0, 0xfeff, !isBigEndian);
  for (let at = 0; at < words.length; at += 1) view.setUint16(2 + 2 * at, words.charCodeAt(at), !isBigEndian);
  return view;
};
const windows1252 = Uint8Array.from(words, (character) => (character === '–' ? 0x96 : character.charCodeAt(0)));

test.each([
  ['UTF-8', words],
  ['UTF-8 with a mark', `\ufeff${words}`],
  ['UTF-16, little-endian', utf16(false)],
  ['UTF-16, big-endian', utf16(true)],
  ['Windows-1252', windows1252],
])('captions in %s are read', async (_, content) => {
  expect(await readCaptions(new Blob([content]))).toBe(words);
});

test('SubRip in Windows-1252 becomes WebVTT', async () => {
  const content = Uint8Array.from('1\r\n00:00:01,000 --> 00:00:02,000\r\nGro\u00dfmutter\r\n', (one) =>
    one.charCodeAt(0),
  );
  expect(await readCaptions(new Blob([content]))).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nGroßmutter\n');
});
