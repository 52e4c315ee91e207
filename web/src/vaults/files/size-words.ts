// A file's size in words, next to the size in MB that every list shows.
import { fileSizeText, plainSize } from '@remembrance/contract/files.ts';

/** '20 bytes (0.00 MB)' or '1.25 MB' */
export function sizeWords(bytes: number): string {
  const [plain, megabytes] = [plainSize(bytes), fileSizeText(bytes)];
  return plain === megabytes ? plain : `${plain} (${megabytes})`;
}
