// The headers of a download: a name every browser reads back the same, and the part of the file that was asked for. Pure.

/** RFC 6266 with RFC 8187: a plain ASCII name for old browsers, the true one for the rest. */
export function attachmentHeader(fileName: string): string {
  const safe = fileName.toWellFormed().replace(/[/\\]/g, '_');
  const plain = safe.replace(/[^\x20-\x7e]/g, '_').replace(/["%;]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

export interface ByteRange {
  first: number;
  last: number;
}

/** The one range of a Range header; 'whole' where there is none or several, 'unsatisfiable' where it lies outside. RFC 9110, 14. */
export function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return 'whole';
  const [, from = '', to = ''] = match;
  if (from === '') {
    const suffix = Number(to);
    if (suffix === 0 || sizeBytes === 0) return 'unsatisfiable';
    return { first: Math.max(0, sizeBytes - suffix), last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return 'whole';
  return first >= sizeBytes ? 'unsatisfiable' : { first, last };
}

/** Types that a page may show in place; everything else is bytes to save. Script-bearing types are never named. */
export const servedType = (mimeType: string): string =>
  /^(image\/(png|jpeg|gif|webp|avif|bmp|heic|heif)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/pdf)$/i.test(
    mimeType.split(';')[0]?.trim() ?? '',
  )
    ? (mimeType.split(';')[0]?.trim().toLowerCase() ?? '')
    : 'application/octet-stream';
