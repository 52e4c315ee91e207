// The development mailbox over HTTP, and its page. It exists only if letters are stored instead of sent, because anyone who reaches it can read
// them all.
import { type DevLetter, listDevLetters } from '@remembrance/contract/letters.ts';
import { html, type Markup } from '@remembrance/contract/markup.ts';
import type { FastifyInstance } from 'fastify';
import type { Routes } from '../../http/routes.ts';
import { developmentPage } from './development-page.ts';
import { createKeptLetters, type KeptLettersNeeds } from './stored-letters.ts';

const maxListed = 500;
const maxShown = 30;

export function devMailboxRoutes(routes: Routes, app: FastifyInstance, needs: KeptLettersNeeds): void {
  const kept = createKeptLetters(needs);

  routes.open(listDevLetters, ({ query }) => kept.list({ to: query.to, max: maxListed }));

  app.get('/dev/mail', async (request, reply) => {
    const { data } = listDevLetters.query.safeParse(request.query);
    const to = data?.to?.trim() ?? '';
    const letters = await kept.list({ to: to === '' ? undefined : to, max: maxShown });
    reply.header('content-security-policy', developmentPage.policy).header('cache-control', 'no-store');
    return reply.type('text/html; charset=utf-8').send(devMailboxPage(letters, to));
  });
}

/** Shows every letter as HTML and as plain text, without script. */
export function devMailboxPage(letters: DevLetter[], to: string): string {
  const body = html`<p>No mail server is set, so letters are stored here and sent to nobody. Newest first.</p>
<form method="get" action="/dev/mail"><label>Only letters to <input type="email" name="to" value="${to}" autocomplete="off"></label><button>Show</button></form>
${letters.length === 0 ? html`<p>There is no letter here yet.</p>` : letters.map(letterArticle)}`;
  return developmentPage.render({ title: 'Development mailbox', body });
}

const letterArticle = (letter: DevLetter): Markup => html`<article aria-labelledby="letter-${letter.id}">
<h2 id="letter-${letter.id}">${letter.subject}</h2>
<p>To ${letter.to}, <time datetime="${letter.createdAt}">${letter.createdAt}</time>, ${letter.kind}</p>
<iframe title="Letter: ${letter.subject}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" srcdoc="${inTopWindow(letter.html)}"></iframe>
<details><summary>Plain text</summary><pre>${withLinks(letter.text)}</pre></details>
</article>
`;

// A link in a letter opens in the top window, because our pages refuse to be framed.
const inTopWindow = (letterHtml: string): string => letterHtml.replace('<head>', '<head><base target="_top">');

const withLinks = (text: string): Markup[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
