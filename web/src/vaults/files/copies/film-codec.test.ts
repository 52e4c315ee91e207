// An MP4 in HEVC is recognised wherever its header is, and no other file is mistaken for one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHevcFilm } from './film-codec.ts';

function box(type: string, content: Uint8Array, { isLong = false } = {}): Uint8Array<ArrayBuffer> {
  const headBytes = isLong ? 16 : 8;
  const bytes = new Uint8Array(headBytes + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, isLong ? 1 : bytes.length);
  if (isLong) view.setBigUint64(8, BigInt(bytes.length));
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(content, headBytes);
  return bytes;
}
const fileType = box('ftyp', new TextEncoder().encode('isomhvc1'));
const bytes = new Uint8Array(5000);
const header = (codec: string) => box('moov', new TextEncoder().encode(`trak stsd ${codec} more`));

test.each([
  ['HEVC, with its header at the beginning', [fileType, header('hvc1'), box('mdat', bytes)], true],
  ['HEVC, with its header at the end', [fileType, box('mdat', bytes), header('hev1')], true],
  ['HEVC, after a long box', [fileType, box('mdat', bytes, { isLong: true }), header('hvc1')], true],
  ['Dolby Vision', [fileType, header('dvh1')], true],
  ['H.264', [fileType, box('mdat', bytes), header('avc1')], false],
  ['a film without a header', [fileType, box('mdat', bytes)], false],
  ['a file that is cut off', [fileType, header('hvc1').slice(0, 6)], false],
])('%s', async (_, parts, isHevc) => {
  expect(await isHevcFilm(new Blob(parts))).toBe(isHevc);
});

test('looking for the codec ends, whatever the file contains', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (content) => {
      expect(await isHevcFilm(new Blob([new Uint8Array(content)]))).toBe(false);
    }),
  );
});
