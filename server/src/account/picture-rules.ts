// Which bytes are accepted as a picture. The complete file is checked, so that nothing can be appended to a valid start.
// Pure.
import type { pictureTypes } from '@remembrance/contract/account.ts';

export type PictureType = (typeof pictureTypes)[number];

const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const satisfies Record<
  PictureType,
  string
>;

export const extensionOf = (type: PictureType): string => extensions[type];

/** The type for the extension of a stored picture's name, or null for any other extension. */
export function typeOfExtension(name: string): PictureType | null {
  const found = Object.entries(extensions).find(([, ending]) => name.endsWith(`.${ending}`));
  return (found?.[0] as PictureType | undefined) ?? null;
}

export function pictureTypeOf(bytes: Buffer): PictureType | null {
  if (isPng(bytes)) return 'image/png';
  if (isJpeg(bytes)) return 'image/jpeg';
  return isWebp(bytes) ? 'image/webp' : null;
}

// Chunks of length, name, content and checksum. The first is the header, and the file ends with the end chunk.
function isPng(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return false;
  let at = 8;
  for (let first = true; at + 12 <= bytes.length; first = false) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (first && (name !== 'IHDR' || length !== 13)) return false;
    at += 12 + length;
    if (name === 'IEND') return length === 0 && at === bytes.length;
  }
  return false;
}

const startOfScan = 0xda;
const endOfImage = 0xd9;

// Segments up to the first scan. Scans have no length, so after that only the file's end marker is checked.
function isJpeg(bytes: Buffer): boolean {
  const { length } = bytes;
  if (length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(length - 2) !== 0xff00 + endOfImage)
    return false;
  let at = 2;
  let hasFrame = false;
  while (at + 4 <= length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker < 0xc0 || marker === 0xff) return false;
    if (marker === startOfScan) return hasFrame;
    if (marker <= 0xc3) hasFrame = true;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

// A RIFF container with the length of the file, whose first chunk is one of WebP's three kinds.
function isWebp(bytes: Buffer): boolean {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF') return false;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  return ['WEBPVP8 ', 'WEBPVP8L', 'WEBPVP8X'].includes(bytes.toString('latin1', 8, 16));
}
