// Which bytes are accepted as a picture.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallJpeg, smallPicture, smallWebp } from '../../testing/pictures.ts';
import { extensionOf, pictureTypeOf, typeOfExtension } from './picture-rules.ts';

const pictures = [
  ['image/png', smallPicture],
  ['image/jpeg', smallJpeg],
  ['image/webp', smallWebp],
] as const;

test.each(pictures)('a complete %s is a picture', (type, bytes) => {
  expect(pictureTypeOf(bytes)).toBe(type);
});

test.each(pictures)('a %s that is truncated or has trailing bytes is refused', (_, bytes) => {
  for (const length of [0, 1, 8, bytes.length - 1]) expect(pictureTypeOf(bytes.subarray(0, length))).toBeNull();
  expect(pictureTypeOf(Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]))).toBeNull();
});

test('text, SVG and other bytes are refused', () => {
  expect(pictureTypeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))).toBeNull();
  expect(pictureTypeOf(Buffer.from('GIF89a'))).toBeNull();
  const beginnings = fc.constantFrom(...pictures.map(([, bytes]) => bytes.subarray(0, 12)), Buffer.alloc(0));
  fc.assert(
    fc.property(beginnings, fc.uint8Array({ maxLength: 200 }), (beginning, rest) => {
      pictureTypeOf(Buffer.concat([beginning, rest])); // the check returns without reading out of bounds
    }),
  );
});

test.each(pictures)('a %s is refused if it ends anywhere before its end, or if anything follows it', (_, bytes) => {
  for (let length = 0; length < bytes.length; length += 1) {
    expect(pictureTypeOf(bytes.subarray(0, length)), `${length} bytes`).toBeNull();
  }
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (rest) => {
      const endsAsJpeg = rest.length > 1 && rest.at(-2) === 0xff && rest.at(-1) === 0xd9; // more data of the last scan
      fc.pre(!endsAsJpeg);
      expect(pictureTypeOf(Buffer.concat([bytes, rest]))).toBeNull();
    }),
  );
});

test('a length that points outside the file, or back into it, is refused', () => {
  const withLength = (length: number) => {
    const bytes = Buffer.from(smallPicture);
    bytes.writeUInt32BE(length, 33); // the length of the chunk after the header
    return pictureTypeOf(bytes);
  };
  expect(withLength(smallPicture.readUInt32BE(33))).toBe('image/png');
  for (const length of [0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32 - 12]) expect(withLength(length), `${length}`).toBeNull();
});

test('a stored name shows its type by its extension, and any other name has none', () => {
  for (const [type] of pictures) expect(typeOfExtension(`0199-aaaa.${extensionOf(type)}`)).toBe(type);
  for (const name of ['', 'jpg', 'a.svg', 'a.jpg.html', 'a.JPG', 'a.jpgx', 'a.constructor']) {
    expect(typeOfExtension(name), name).toBeNull();
  }
});
