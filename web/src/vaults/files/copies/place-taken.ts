// Where a photo or a film says it was taken (Exif, XMP, QuickTime), and the same file without that. Only the bytes that say it are
// overwritten: the picture, its rotation and its date stay as they are. It never leaves this browser.

/** A larger file, mostly a film, is not read: that would take a phone's memory. */
const maxReadBytes = 64 * 1024 * 1024;
const photo = /\.(jpe?g|heic|heif|webp|tiff?|mp4|m4v|mov)$/i;

export interface BytesToBlank {
  at: number;
  length: number;
  /** What replaces them: nothing as a number, or a space in a text. */
  blank: 0 | 0x20;
}

/** The bytes that say where the file was taken; none if it does not say it, or cannot be read. */
export async function findPlace(file: File): Promise<BytesToBlank[]> {
  if (!photo.test(file.name) || file.size > maxReadBytes) return [];
  try {
    return placesIn(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return []; // an unreadable file is reported elsewhere
  }
}

export async function withoutPlace(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  for (const { at, length, blank } of placesIn(bytes)) bytes.fill(blank, at, at + length);
  if (placesIn(bytes).length > 0) throw new Error('the place is still there');
  return new File([bytes], file.name, { type: file.type, lastModified: file.lastModified });
}

const placesIn = (bytes: Uint8Array): BytesToBlank[] => [...exifPlaces(bytes), ...writtenPlaces(bytes)];

const latin1 = new TextDecoder('latin1');
/** XMP as attribute or element, and ISO 6709 as phones write it into a film: +48.2082+016.3738+151.2/ */
const written =
  /(exif:GPS(?:Latitude|Longitude)(?:="|>))([^"<\s][^"<]*)|[+-]\d{2}\.\d{3,8}[+-]\d{3}\.\d{3,8}[^/]{0,12}\//g;

function writtenPlaces(bytes: Uint8Array): BytesToBlank[] {
  return Array.from(latin1.decode(bytes).matchAll(written), ({ index, 0: all, 1: name = '' }) => ({
    at: index + name.length,
    length: all.length - name.length,
    blank: 0x20 as const,
  }));
}

const gpsPointer = 0x8825;
const latitude = 2;
/** The bytes of one value, by its type in TIFF. */
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const maxEntries = 64;

function exifPlaces(bytes: Uint8Array): BytesToBlank[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = tiffStarts(bytes);
  return starts.flatMap(({ start, isLittle }) => {
    const at = (offset: number) => start + offset;
    const entriesOf = (directory: number) => {
      const count = directory + 2 <= bytes.length ? view.getUint16(directory, isLittle) : 0;
      const isWhole = count <= maxEntries && directory + 2 + count * 12 <= bytes.length;
      return Array.from({ length: isWhole ? count : 0 }, (_, index) => {
        const entry = directory + 2 + index * 12;
        const [tag, type] = [view.getUint16(entry, isLittle), view.getUint16(entry + 2, isLittle)];
        const size = (valueBytes[type] ?? 0) * view.getUint32(entry + 4, isLittle);
        return { tag, size, value: size > 4 ? at(view.getUint32(entry + 8, isLittle)) : entry + 8, entry };
      });
    };
    const pointer = entriesOf(at(view.getUint32(start + 4, isLittle))).find(({ tag }) => tag === gpsPointer);
    const gps = pointer ? entriesOf(at(view.getUint32(pointer.entry + 8, isLittle))) : [];
    const isKnown = gps.some(({ tag, size, value }) => tag === latitude && isFilled(bytes, value, size));
    const isInside = ({ value, size }: { value: number; size: number }) => size > 0 && value + size <= bytes.length;
    return isKnown
      ? gps.filter(isInside).map(({ value, size }) => ({ at: value, length: size, blank: 0 as const }))
      : [];
  });
}

const isFilled = (bytes: Uint8Array, at: number, length: number): boolean =>
  bytes.subarray(at, at + length).some((byte) => byte !== 0);

/** The header of TIFF, which Exif is, in any container: II*\0 or MM\0*. */
function tiffStarts(bytes: Uint8Array): { start: number; isLittle: boolean }[] {
  const found: { start: number; isLittle: boolean }[] = [];
  for (let start = 0; start + 8 <= bytes.length; start += 1) {
    const first = bytes[start];
    if ((first !== 0x49 && first !== 0x4d) || bytes[start + 1] !== first) continue;
    const isLittle = first === 0x49;
    const [low, high] = isLittle ? [bytes[start + 2], bytes[start + 3]] : [bytes[start + 3], bytes[start + 2]];
    if (low === 42 && high === 0) found.push({ start, isLittle });
  }
  return found;
}
