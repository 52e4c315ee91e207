// What a recipient's copy says, pure: the letter as a page that can be opened without us, offline and without scripts, and can be
// printed; the list of the files as text, and their digests for a program.
import { isWebVtt, spokenWords } from '@remembrance/contract/captions.ts';
import { drawSeal, type EngravedLine, transformOf } from '@remembrance/contract/draw-seal.ts';
import { type FileType, shownSize } from '@remembrance/contract/files.ts';
import { html, type Markup } from '@remembrance/contract/markup.ts';

export interface CopiedLetter {
  vaultId: string;
  productName: string;
  ownerName: string;
  recipientName: string;
  title: string;
  message: string;
  writtenAt: Date;
  savedAt: Date;
  files: ListedFile[];
}

interface ListedFile {
  id: string;
  /** The path in the archive, relative to the page. */
  path: string;
  /** The name of the file, or the title of a recording. */
  title: string;
  fileType: string;
  sizeBytes: number;
  caption: string;
  transcript: string;
}

export function letterPage(letter: CopiedLetter): string {
  const { title, message, ownerName, recipientName, productName } = letter;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; connect-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
<title lang="">${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<article>
${sealOf(letter.vaultId)}
<p class="quiet">From <bdi lang="">${ownerName}</bdi>, written ${dayInFull(letter.writtenAt)}</p>
<p class="quiet">For <bdi lang="">${recipientName}</bdi></p>
<h1 dir="auto" lang="">${title}</h1>
<div class="words" lang="">${message}</div>
</article>
${letter.files.map(showFile)}
<footer>Saved from ${productName} on ${dayInFull(letter.savedAt)}. This page needs no internet. The files that came with the letter are next to it, in the folder “files”.</footer>
</main>
</body>
</html>
`.markup;
}

function showFile({ path, title, fileType, sizeBytes, caption, transcript }: ListedFile): Markup {
  const source = path.split('/').map(encodeURIComponent).join('/');
  const name = caption || title;
  const said = transcript
    ? html`<details><summary>Read what is said</summary><div class="words" lang="">${isWebVtt(transcript) ? spokenWords(transcript) : transcript}</div></details>`
    : nothing;
  return html`<figure>
${player(fileType as FileType, source, name)}
<figcaption><a href="${source}"><bdi lang="">${name}</bdi></a> <small>${shownSize(sizeBytes)}</small></figcaption>${said}
</figure>
`;
}

const nothing = html``;

function player(fileType: FileType, source: string, name: string): Markup {
  if (fileType === 'art') return html`<img src="${source}" alt="${name}" lang="" loading="lazy">`;
  if (fileType === 'music') return html`<audio src="${source}" controls preload="metadata"></audio>`;
  if (fileType === 'video') return html`<video src="${source}" controls preload="metadata" playsinline></video>`;
  return nothing;
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'November 21, 2026'. In UTC, because we do not know the reader's time zone. */
export const dayInFull = (at: Date): string => days.format(at);

/** The seal of the vault, as on the page that the recipient opened. */
function sealOf(vaultId: string): Markup {
  const { border, rosette, heart, ground } = drawSeal(vaultId);
  const shades = {
    even: nothing,
    'dark centre': html`<circle class="shade" r="387"/>`,
    'dark edge': html`<circle class="shade-edge" r="443"/>`,
  };
  return html`<svg role="img" aria-label="The seal of this vault" viewBox="-500 -500 1000 1000"><circle class="face" r="496"/>${shades[ground]}${engraving('border', border)}${engraving('rosette', rosette)}${engraving('heart', heart)}<path class="eye" d="M0-92c31 36 46 65 46 92S31 56 0 92c-31-36-46-65-46-92S-31-56 0-92z"/></svg>`;
}

function engraving(id: string, line: EngravedLine): Markup {
  const copies = Array.from({ length: line.copies - 1 }, (_, index) => transformOf(line, index + 1));
  return html`<path id="${id}" d="${line.path}"${id === 'rosette' && line.scale < 1 ? html` class="lit"` : nothing}/>${copies.map((transform) => html`<use href="#${id}" transform="${transform}"/>`)}`;
}

const style = html`
:root { color-scheme: light dark; --ink: #15231e; --quiet: #55625c; --paper: #fbfaf6; --sheet: #fff; --line: #dcd8cb; --brass: #7f5814 }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #f1ede2; --quiet: #a8b5ad; --paper: #0d1814; --sheet: #13211c; --line: #2c3d36; --brass: #e5c17f } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.2rem/1.7 Newsreader, Charter, Georgia, serif; overflow-wrap: anywhere }
main { max-width: 42rem; margin: 0 auto; padding: 2.5rem 1.25rem }
article { padding: clamp(2rem, 8vw, 4rem) clamp(1.5rem, 7vw, 4rem); border: 1px solid var(--line); border-radius: 6px; background: var(--sheet) }
svg { display: block; box-sizing: border-box; width: 7rem; height: 7rem; margin: 0 auto 1.5rem; padding: 0.25rem; border-radius: 50%; background: conic-gradient(from 210deg, #7d5a22, #e9cd8f 8%, #b98d45 16%, #8a642a 27%, #cfa75f 38%, #f3dfae 46%, #b58a43 55%, #7d5a22 66%, #c79d55 78%, #efd79f 86%, #9a7233 94%, #7d5a22); fill: none; stroke: #f2cf8f; stroke-width: 4; print-color-adjust: exact; -webkit-print-color-adjust: exact }
.face { fill: #194639; stroke: #6b4a19 }
.lit { fill: rgb(242 207 143 / 5%) }
.shade { fill: rgb(6 26 19 / 48%); stroke: none }
.shade-edge { stroke: rgb(6 26 19 / 60%); stroke-width: 112px }
.eye { fill: #fff3d2; stroke: none }
.quiet { margin: 0; text-align: center; color: var(--quiet); font-size: 1rem }
h1 { margin: 1.25rem 0 0; text-align: center; font-size: 1.6rem; font-weight: 400; line-height: 1.2 }
.words { margin-top: 1.75rem; white-space: pre-wrap; unicode-bidi: plaintext; text-align: start }
figure { margin: 2.5rem 0 0 }
img, video { display: block; max-width: 100%; max-height: 80vh; border-radius: 6px }
audio { width: 100% }
figcaption { margin-top: 0.5rem }
a { color: inherit }
small, footer, summary { color: var(--quiet); font-size: 0.9rem }
footer { margin-top: 3rem }
@media print { :root { color-scheme: light } body, article { background: none } main, article { padding: 0; border: 0 } figure, footer { display: none } }
`;

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
