// The HTML frame of the pages for developers, without script.
import { html, type Markup } from '@remembrance/contract/markup.ts';

/** Letters bring their own styles, so styles are allowed here; anything that could load or run is not. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const style = html`<style>
  :root { color-scheme: light dark; --ink: #15231e; --muted: #55625c; --paper: #fbfaf6; --surface: #fff; --line: #dcd8cb; --link: #1a4a3d; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #f1ede2; --muted: #a8b5ad; --paper: #0d1814; --surface: #13211c; --line: #2c3d36; --link: #f0ce92; }
  }
  * { box-sizing: border-box; }
  body { margin: 0 auto; max-width: 46rem; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 17px/1.6 Figtree, system-ui, sans-serif; overflow-wrap: anywhere; }
  h1, h2 { font-family: Newsreader, Georgia, serif; font-weight: 400; line-height: 1.2; }
  h2 { margin: 0 0 0.5rem; font-size: 1.5rem; }
  p { margin: 0 0 1rem; color: var(--muted); }
  a { color: var(--link); }
  form { display: flex; gap: 0.5rem; align-items: end; flex-wrap: wrap; margin: 0 0 2rem; }
  article form { display: inline-flex; margin: 0 0.5rem 0.5rem 0; }
  label { flex: 1 1 16rem; font-size: 0.875rem; color: var(--muted); }
  input { display: block; width: 100%; }
  @media print { button { display: none; } }
  input, button { min-height: 44px; padding: 0 0.875rem; border: 1px solid #82867c; border-radius: 10px; background: var(--surface); color: var(--ink); font: inherit; }
  article { margin: 0 0 2rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 18px; background: var(--surface); }
  iframe { display: block; width: 100%; height: 34rem; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); resize: vertical; }
  summary { min-height: 44px; padding-top: 0.625rem; cursor: pointer; }
  pre { margin: 0; white-space: pre-wrap; font: 14px/1.5 ui-monospace, monospace; }
</style>`;

const render = ({ title, body }: { title: string; body: Markup }): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${style}
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.markup;

export const developmentPage = { policy, render };
