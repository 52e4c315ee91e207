// A file's size in words, beside the size in MB that every list shows.
import { fileSizeText } from '@remembrance/contract/files.ts';

const kilobyte = 1024;

/** '20 bytes' or '293 KB', for places that don't need the size in MB. */
export const plainSize = (bytes: number): string => sizeWords(bytes).replace(/ \(.*\)$/, '');

/** '20 bytes (0.00 MB)': below a megabyte, two decimals of MB are too coarse. */
export function sizeWords(bytes: number): string {
  const megabytes = fileSizeText(bytes);
  if (bytes >= kilobyte * kilobyte) return megabytes;
  if (bytes >= kilobyte) return `${Math.round(bytes / kilobyte)} KB (${megabytes})`;
  return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'} (${megabytes})`;
}
