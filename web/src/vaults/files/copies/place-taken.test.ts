// Where a photo says it was taken: found as cameras and phones write it, and removed without touching anything else.
import { expect, test } from 'vitest';
import { findPlace, withoutPlace } from './place-taken.ts';

/** Exif with a make and, if asked for, a latitude and its reference. */
function exif(isLittle: boolean, hasPlace = true): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(120);
  const view = new DataView(bytes.buffer);
  const entry = (at: number, [tag, type, count, value]: [number, number, number, number]) => {
    view.setUint16(at, tag, isLittle);
    view.setUint16(at + 2, type, isLittle);
    view.setUint32(at + 4, count, isLittle);
    view.setUint32(at + 8, value, isLittle);
  };
  bytes.set(isLittle ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42]);
  view.setUint32(4, 8, isLittle);
  view.setUint16(8, hasPlace ? 2 : 1, isLittle);
  entry(10, [0x0112, 3, 1, isLittle ? 6 : 6 << 16]); // the rotation
  if (hasPlace) entry(22, [0x8825, 4, 1, 40]);
  view.setUint16(40, 2, isLittle);
  entry(42, [1, 2, 2, isLittle ? 0x4e : 0x4e000000]); // N
  entry(54, [2, 5, 3, 70]);
  for (const [index, value] of [48, 1, 12, 1, 30, 1].entries()) view.setUint32(70 + index * 4, value, isLittle);
  return bytes;
}
const pixels = crypto.getRandomValues(new Uint8Array(4000)).map((byte) => byte & 0x3f);
const photoOf = (name: string, ...parts: (BlobPart | number[])[]) =>
  new File(
    parts.map((part) => (Array.isArray(part) ? new Uint8Array(part) : part)),
    name,
    { type: 'image/jpeg', lastModified: 7 },
  );
const says = async (file: File) => (await findPlace(file)).length > 0;
const xmp = '<rdf:Description exif:GPSLatitude="48,12.49N" exif:GPSLongitude="16,22.4E"/>';

test.each([
  ['a JPEG', photoOf('a.jpg', [0xff, 0xd8, 0xff, 0xe1, 0, 126], 'Exif\0\0', exif(true), pixels)],
  ['a JPEG of another camera', photoOf('a.JPEG', [0xff, 0xd8], 'Exif\0\0', exif(false), pixels)],
  ['a photo of an iPhone, whose Exif is at its end', photoOf('a.heic', pixels, 'Exif\0\0', exif(false))],
  ['an edited photo', photoOf('a.jpg', [0xff, 0xd8], xmp, pixels)],
  ['a film', photoOf('a.mov', pixels, '\xa9xyz+48.2082+016.3738+151.200/', pixels)],
])('the place of %s is found, and removed without another byte', async (_, file) => {
  expect(await says(file)).toBe(true);
  const removed = await withoutPlace(file);
  expect(await says(removed)).toBe(false);
  expect([removed.name, removed.size, removed.lastModified]).toEqual([file.name, file.size, 7]);
  const places = await findPlace(file);
  const [before, after] = await Promise.all(
    [file, removed].map(async (one) => new Uint8Array(await one.arrayBuffer())),
  );
  for (const [at, byte] of before?.entries() ?? []) {
    const isOfPlace = places.some((place) => at >= place.at && at < place.at + place.length);
    if (!isOfPlace) expect(after?.[at]).toBe(byte);
  }
});

test.each([
  ['a photo without a place', photoOf('a.jpg', [0xff, 0xd8], 'Exif\0\0', exif(true, false), pixels)],
  ['a text', photoOf('a.txt', xmp)],
  ['a cut header', photoOf('a.jpg', exif(true).slice(0, 30))],
  ['a header that points outside', photoOf('a.jpg', [0x49, 0x49, 42, 0, 0xff, 0xff, 0xff, 0x7f])],
  ['nothing but pixels', photoOf('a.jpg', pixels)],
])('%s says no place', async (_, file) => {
  expect(await says(file)).toBe(false);
});
