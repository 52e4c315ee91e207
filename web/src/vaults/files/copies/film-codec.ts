// Whether the video track of an MP4 is HEVC, which many browsers cannot show. It reads only the file's headers.

/** A video's header is far smaller; we do not read a header that claims a larger size. */
const maxHeaderBytes = 16 * 1024 * 1024;
/** The search limit: no video has more boxes before its header. */
const maxBoxes = 64;
const hevcEntries = ['hvc1', 'hev1', 'dvh1', 'dvhe'];

export async function isHevcFilm(file: Blob): Promise<boolean> {
  try {
    const header = await readMovieHeader(file);
    return hevcEntries.some((entry) => header.includes(entry));
  } catch {
    return false; // an unreadable file is reported elsewhere
  }
}

/** The `moov` box of ISO/IEC 14496-12, one character per byte; empty if there is none. */
async function readMovieHeader(file: Blob): Promise<string> {
  let at = 0;
  for (let box = 0; box < maxBoxes && at + 8 <= file.size; box += 1) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer());
    const { sizeBytes, type } = readBox(head, file.size - at);
    if (type === 'moov') return textOf(await file.slice(at, at + Math.min(sizeBytes, maxHeaderBytes)).arrayBuffer());
    if (sizeBytes < 8) break;
    at += sizeBytes;
  }
  return '';
}

/** A size of 1 means that eight bytes after the type hold the size, and 0 means the rest of the file. */
function readBox(head: DataView, restBytes: number): { sizeBytes: number; type: string } {
  const short = head.getUint32(0);
  const sizeBytes = short === 1 ? Number(head.getBigUint64(8)) : short === 0 ? restBytes : short;
  return { sizeBytes, type: textOf(head.buffer.slice(4, 8)) };
}

const latin1 = new TextDecoder('latin1');
const textOf = (bytes: ArrayBufferLike): string => latin1.decode(new Uint8Array(bytes));
