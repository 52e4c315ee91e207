// The letter as a page that opens without us, without the internet and without a script, and can be printed. Pure.
import type { FileType } from '@remembrance/contract/files.ts';
import { html, type Markup } from '@remembrance/contract/markup.ts';

export interface CopiedLetter {
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
  /** In the archive, beside the page. */
  path: string;
  fileName: string;
  fileType: string;
  fileSize: string;
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
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<article>
${mark}
<p class="quiet">From <bdi>${ownerName}</bdi>, written ${dayInFull(letter.writtenAt)}</p>
<p class="quiet">For <bdi>${recipientName}</bdi></p>
<h1 dir="auto">${title}</h1>
<div class="words">${message}</div>
</article>
${letter.files.map(showFile)}
<footer>Saved from ${productName} on ${dayInFull(letter.savedAt)}. This page needs no internet. What came with the letter lies beside it, in the folder “files”.</footer>
</main>
</body>
</html>
`.markup;
}

function showFile({ path, fileName, fileType, fileSize, caption, transcript }: ListedFile): Markup {
  const source = path.split('/').map(encodeURIComponent).join('/');
  const name = caption || fileName;
  const said = transcript
    ? html`<details><summary>Read what is said</summary><div class="words">${transcript}</div></details>`
    : nothing;
  return html`<figure>
${player(fileType as FileType, source, name)}
<figcaption><a href="${source}"><bdi>${name}</bdi></a> <small>${fileSize}</small></figcaption>${said}
</figure>
`;
}

const nothing = html``;

function player(fileType: FileType, source: string, name: string): Markup {
  if (fileType === 'art') return html`<img src="${source}" alt="${name}" loading="lazy">`;
  if (fileType === 'music') return html`<audio src="${source}" controls preload="metadata"></audio>`;
  if (fileType === 'video') return html`<video src="${source}" controls preload="metadata" playsinline></video>`;
  return nothing;
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'November 21, 2026'. In UTC, because we do not know the reader's time zone. */
export const dayInFull = (at: Date): string => days.format(at);

const mark = html`<svg aria-hidden="true" viewBox="0 0 32 32" width="40" height="40" fill="none"><circle cx="16" cy="16" r="14" stroke="currentColor" stroke-width="2"/><path d="M16 5c3.8 3.6 5.6 7.2 5.6 11S19.8 23.4 16 27c-3.8-3.6-5.6-7.2-5.6-11S12.2 8.6 16 5Z" fill="currentColor"/></svg>`;

const style = html`
:root { color-scheme: light dark; --ink: #15231e; --quiet: #55625c; --paper: #fbfaf6; --sheet: #fff; --line: #dcd8cb; --brass: #7f5814 }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #f1ede2; --quiet: #a8b5ad; --paper: #0d1814; --sheet: #13211c; --line: #2c3d36; --brass: #e5c17f } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.2rem/1.7 Newsreader, Charter, Georgia, serif; overflow-wrap: anywhere }
main { max-width: 42rem; margin: 0 auto; padding: 2.5rem 1.25rem }
article { padding: clamp(2rem, 8vw, 4rem) clamp(1.5rem, 7vw, 4rem); border: 1px solid var(--line); border-radius: 6px; background: var(--sheet) }
svg { display: block; margin: 0 auto 1.5rem; color: var(--brass) }
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
