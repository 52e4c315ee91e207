// A page of the service's own, without styles and scripts, for a person whose browser opened one of its URLs.
import { html, type Markup } from '@remembrance/contract/markup.ts';

export const plainPage = (title: string, content: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.markup;
