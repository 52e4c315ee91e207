// Which bytes are accepted as a picture.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallJpeg, smallPicture, smallWebp } from '../../testing/pictures.ts';
import { pictureTypeOf } from './picture-rules.ts';

const pictures = [
  ['image/png', smallPicture],
  ['image/jpeg', smallJpeg],
  ['image/webp', smallWebp],
] as const;

test.each(pictures)('ACCT-2: a complete %s is a picture', (type, bytes) => {
  expect(pictureTypeOf(bytes)).toBe(type);
});

test.each(pictures)('ACCT-2: a %s that is truncated or has trailing bytes is refused', (_, bytes) => {
  for (const length of [0, 1, 8, bytes.length - 1]) expect(pictureTypeOf(bytes.subarray(0, length))).toBeNull();
  expect(pictureTypeOf(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]))).toBeNull();
});

test('ACCT-2: text, SVG and other bytes are refused', () => {
  expect(pictureTypeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))).toBeNull();
  expect(pictureTypeOf(Buffer.from('GIF89a'))).toBeNull();
  const beginnings = fc.constantFrom(...pictures.map(([, bytes]) => bytes.subarray(0, 12)), Buffer.alloc(0));
  fc.assert(
    fc.property(beginnings, fc.uint8Array({ maxLength: 200 }), (beginning, rest) => {
      pictureTypeOf(Buffer.concat([beginning, rest])); // returns, and reads nothing out of bounds
    }),
  );
});
