// The list in the recipient's copy, as text, and the digests for a program. Pure.
import { type CopiedLetter, dayInFull } from './copy-page.ts';

export interface CopiedFile {
  path: string;
  sizeBytes: number;
  /** In hexadecimal; null for a file that is damaged. */
  sha256: string | null;
  /** Whether a part of a damaged file is in the copy. */
  isPartial: boolean;
  /** The virus scanner's name for the virus; null if nothing was found. */
  finding: string | null;
}

export function copyList(letter: CopiedLetter, files: readonly CopiedFile[]): string {
  const lines = [
    `What ${letter.ownerName} left for ${letter.recipientName}`,
    '',
    `This is your own copy. ${letter.productName} created it on ${dayInFull(letter.savedAt)}. You need neither us nor the internet to read it, and you`,
    'may make as many copies of it as you like. Two copies in two places are safer than one.',
    '',
    'Letter.html   The letter. Open it with a double click; it can be printed.',
    ...(files.length > 0 ? ['files         What was added to the letter.'] : []),
    '',
    ...files.flatMap(describe),
    'SHA256SUMS has the digest of the letter and of every file: a number that changes when a single byte changes. Years from now it',
    'shows whether a copy is unchanged. On Linux: sha256sum -c SHA256SUMS. On a Mac: shasum -a 256 -c SHA256SUMS.',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

const afterReport =
  '  The report may be wrong. If you are not sure, ask somebody who knows computers before you open it.';

function describe({ path, sizeBytes, sha256, isPartial, finding }: CopiedFile): string[] {
  const report = finding === null ? [] : [`  A virus scanner reported this file as ${finding}.`, afterReport];
  if (sha256) return [path, `  ${sizeBytes} bytes`, `  SHA-256 ${sha256}`, ...report, ''];
  const where = isPartial ? 'Only its beginning is in this copy.' : 'It is not in this copy.';
  return [
    path,
    `  This file is damaged where we store it. ${where} We know of it and try to restore it from`,
    '  a backup. Please come back to your page in some days and save everything again.',
    ...(isPartial ? report : []),
    '',
  ];
}

/** In the format that sha256sum writes and checks. A damaged file has no line. */
export const digestList = (files: readonly { path: string; sha256: string | null }[]): string =>
  files.flatMap(({ path, sha256 }) => (sha256 ? [`${sha256}  ${path}\n`] : [])).join('');
