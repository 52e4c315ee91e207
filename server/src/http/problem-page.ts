// Shows a problem as a page if a person's browser opened one of the service's own URLs, such as the sign-in URL.
import { html } from '@remembrance/contract/markup.ts';
import type { FastifyRequest } from 'fastify';

/** Whether a browser shows the reply to a person. Calls from our pages and from other programs have another mode or none. */
export const isForPerson = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-mode'] === 'navigate';

export const problemPage = ({ title, detail }: { title: string; detail: string }): string =>
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
<p>${detail}</p>
<p><a href="/">Return to the front page</a></p>
</main>
</body>
</html>
`.markup;
