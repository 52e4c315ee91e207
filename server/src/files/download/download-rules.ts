// The headers of a download: a file name that all browsers decode alike, and the requested byte range. Pure.
import { Readable } from 'node:stream';
import { withoutDirectionMarks } from '@remembrance/contract/invisible.ts';
import type { ByteRange } from '../../keys/formats/encrypted-stream.ts';

/** RFC 6266 with RFC 8187: an ASCII name for old browsers, and the real name for all others. */
export function attachmentHeader(fileName: string): string {
  const safe = withoutDirectionMarks(fileName.toWellFormed()).replace(/[/\\]/g, '_');
  const plain = safe.replace(/[^\x20-\x7e]/g, '_').replace(/["%;]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The answer to HEAD. Without a stream Fastify would set the length to 0. */
export const noBytes = (): Readable => Readable.from([]);

/** The range of a Range header: 'whole' if there is none or several, 'unsatisfiable' if it is outside the file. RFC 9110, 14. */
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

const shownTypes =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|heic|heif|svg\+xml)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+|application\/pdf)$/;

/** Types that browsers may display. All others are served as plain bytes. Only SVG can contain scripts: see `policyFor`. */
export function servedType(mimeType: string): string {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  return shownTypes.test(type) ? type : 'application/octet-stream';
}

const sandbox = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** A file can run nothing, load nothing and be framed by nobody. An SVG picture keeps its embedded styles and pictures. */
export const policyFor = (servedAs: string): string =>
  servedAs === 'image/svg+xml' ? `${sandbox}; style-src 'unsafe-inline'; img-src data:; font-src data:` : sandbox;
