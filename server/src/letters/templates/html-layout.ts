// Renders a letter as HTML for mail programs: tables and inline styles, light and dark. It loads nothing and
// has no pictures.

import { html, type Markup } from '@remembrance/contract/markup.ts';
import { type Block, type Letterhead, type LetterWords, withoutMarks } from './letter-words.ts';

const serif = "Newsreader, Georgia, 'Times New Roman', serif";
const sans = "Figtree, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";
const mono = "ui-monospace, 'SF Mono', Consolas, 'Courier New', monospace";

// Inline styles contain the light palette; only rules marked important override them.
const dark = html`<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .paper { background-color: #0d1814 !important; }
    .sheet { background-color: #13211c !important; border-color: #e5c17f #2c3d36 #2c3d36 !important; }
    .ink { color: #f1ede2 !important; }
    .muted { color: #a8b5ad !important; }
    .brass { color: #e5c17f !important; }
    .vellum { background-color: #101d18 !important; border-color: #6b7d75 !important; }
    .button { background-color: #f0ce92 !important; color: #12261f !important; }
    .link { color: #f0ce92 !important; }
  }
</style>`;

export function htmlLayout({ subject, greeting, body }: LetterWords, letterhead: Letterhead): string {
  const { productName, supportEmail, publicUrl, reportLink } = letterhead;
  const letter = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${withoutMarks(subject)}</title>
${dark}
</head>
<body class="paper" style="margin:0;padding:0;background-color:#fbfaf6">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#fbfaf6">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="brass" style="padding:0 8px 18px;text-align:center;font-family:${serif};font-size:24px;color:#7f5814">${productName}</td></tr>
<tr><td class="sheet" style="padding:34px 28px 16px;background-color:#ffffff;border:1px solid #dcd8cb;border-top:4px double #7f5814;border-radius:6px;overflow-wrap:anywhere;word-break:break-word">
${[paragraph(greeting), ...body.map((block) => htmlBlock(block, supportEmail))]}
</td></tr>
<tr><td class="muted" style="padding:16px 8px;font-family:${sans};font-size:14px;line-height:1.6;color:#55625c">
${productName}, <a class="link" href="${publicUrl}" style="color:#1a4a3d">${publicUrl}</a><br>
Questions: ${mailLink(supportEmail)}${
    reportLink
      ? html`<br>
<a class="link" href="${reportLink}" style="color:#1a4a3d">Report this email</a>`
      : ''
  }
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.markup;
  return letter.replaceAll('\u2068', '<span lang="" dir="auto">').replaceAll('\u2069', '</span>');
}

function htmlBlock(block: Block, supportEmail: string): Markup {
  if (typeof block === 'string') return paragraph(withMailLinks(block, supportEmail));
  if ('aside' in block) return asideBlock(block);
  return 'code' in block ? codeBlock(block) : actionBlock(block);
}

const mailLink = (address: string): Markup =>
  html`<a class="link" href="mailto:${address}" style="color:#1a4a3d">${address}</a>`;

/** The text with each mention of the address as a link. */
function withMailLinks(text: string, address: string): Markup {
  const [first = '', ...rest] = text.split(address);
  return html`${first}${rest.map((part) => html`${mailLink(address)}${part}`)}`;
}

const paragraph = (text: string | Markup): Markup =>
  html`<p class="ink" style="margin:0 0 18px;font-family:${serif};font-size:18px;line-height:1.6;color:#15231e">${text}</p>
`;

// The address is also written out: some programs break buttons, and some people check a link before they follow it.
const actionBlock = ({ action, link }: { action: string; link: string }): Markup =>
  html`<p style="margin:8px 0 12px"><a class="button" href="${link}" style="display:inline-block;padding:14px 28px;border-radius:999px;background-color:#1a4a3d;font-family:${sans};font-size:17px;font-weight:600;line-height:1.2;color:#ffffff;text-decoration:none">${action}</a></p>
<p class="muted" style="margin:0 0 24px;font-family:${sans};font-size:14px;line-height:1.5;color:#55625c">Or copy this address: <a class="link" href="${link}" style="color:#1a4a3d">${link}</a></p>
`;

const asideBlock = ({ aside, link }: { aside: string; link: string }): Markup =>
  html`<p style="margin:0 0 20px;font-family:${sans};font-size:17px;line-height:1.5"><a class="link" href="${link}" style="color:#1a4a3d">${aside}</a></p>
`;

const codeBlock = ({ label, code }: { label: string; code: string }): Markup =>
  html`<p class="muted" style="margin:0 0 6px;font-family:${sans};font-size:14px;line-height:1.5;color:#55625c">${label}</p>
<p class="vellum ink" style="margin:0 0 24px;padding:16px;border:1px solid #82867c;border-radius:10px;background-color:#f1efe7;font-family:${mono};font-size:18px;line-height:1.4;color:#15231e;-webkit-user-select:all;user-select:all">${code}</p>
`;
