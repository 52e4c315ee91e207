// Reads the duration of a recording from the first bytes of a WebM or MP4 file. Undefined if it is not there. Pure.
import { Buffer } from 'node:buffer';

/** A complete file has its information within these first bytes, if it is at the beginning at all. */
export const headBytes = 64 * 1024;

/** @param head the first bytes of the file */
export function secondsOf(head: Buffer): number | undefined {
  const seconds = webmSeconds(head) ?? mp4Seconds(head);
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

const webmInfo = '1549a966';
const webmDuration = '4489';
const webmScale = '2ad7b1';
const usualScaleNanoseconds = 1_000_000;

/** RFC 9559, 5.1.2. The element of the duration is a float of four or eight bytes. */
function webmSeconds(head: Buffer): number | undefined {
  const info = after(head, webmInfo)?.subarray(0, 1024);
  const duration = info && after(info, webmDuration);
  if (!duration) return undefined;
  const ticks = duration[0] === 0x84 ? floatAt(duration, 4) : duration[0] === 0x88 ? floatAt(duration, 8) : undefined;
  const scale = after(info, webmScale);
  const scaleBytes = (scale?.[0] ?? 0) & 0x0f;
  const isScaled = scale && scaleBytes >= 1 && scaleBytes <= 6 && scale.length > scaleBytes;
  const nanoseconds = isScaled ? scale.readUIntBE(1, scaleBytes) : usualScaleNanoseconds;
  return ticks === undefined ? undefined : (ticks * nanoseconds) / 1e9;
}

function floatAt(element: Buffer, size: 4 | 8): number | undefined {
  if (element.length <= size) return undefined;
  return size === 4 ? element.readFloatBE(1) : element.readDoubleBE(1);
}

/** ISO/IEC 14496-12, 8.2.2, and 8.8.2 for a fragmented video, whose header has no duration. */
function mp4Seconds(head: Buffer): number | undefined {
  const header = after(head, Buffer.from('mvhd').toString('hex'));
  if (!header || header.length < 32) return undefined;
  const isLong = header[0] === 1;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return (length || fragmentsLength(head)) / scale;
}

function fragmentsLength(head: Buffer): number {
  const header = after(head, Buffer.from('mehd').toString('hex'));
  if (!header || header.length < 12) return 0;
  return header[0] === 1 ? Number(header.readBigUInt64BE(4)) : header.readUInt32BE(4);
}

/** The bytes that follow this hexadecimal sequence. */
function after(bytes: Buffer, hexadecimal: string): Buffer | undefined {
  const at = bytes.indexOf(hexadecimal, 0, 'hex');
  return at < 0 ? undefined : bytes.subarray(at + hexadecimal.length / 2);
}
