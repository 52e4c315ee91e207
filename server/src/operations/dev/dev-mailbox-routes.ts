// The development mailbox: the stored letters, read from their files, over HTTP and as a page. It exists only if letters are stored
// instead of sent, because anyone who reaches it can read them all.
import { readFile } from 'node:fs/promises';
import { type DevLetter, type LetterKind, listDevLetters } from '@remembrance/contract/letters.ts';
import { html, type Markup } from '@remembrance/contract/markup.ts';
import type { FastifyInstance } from 'fastify';
import type { Routes } from '../../http/routes.ts';
import { listSentLetters } from '../../letters/ledger/letter-report-store.ts';
import { letterFile } from '../../letters/mailers/folder-mailer.ts';
import { readMessage } from '../../letters/mailers/mail-message.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { developmentPage } from './development-page.ts';

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
  const body = html`<p>No mail server is set, so emails are stored here and sent to nobody. Newest first.</p>
<form method="get" action="/dev/mail"><label>Only emails to <input type="email" name="to" value="${to}" autocomplete="off"></label><button>Show</button></form>
${letters.length === 0 ? html`<p>There is no email here yet.</p>` : letters.map(letterArticle)}`;
  return developmentPage.render({ title: 'Development mailbox', body });
}

const letterArticle = (letter: DevLetter): Markup => html`<article aria-labelledby="letter-${letter.id}">
<h2 id="letter-${letter.id}">${letter.subject}</h2>
<p>To ${letter.to}, <time datetime="${letter.createdAt}">${letter.createdAt}</time>, ${letter.kind}</p>
<iframe title="Email: ${letter.subject}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" srcdoc="${inTopWindow(letter.html)}"></iframe>
<details><summary>Plain text</summary><pre>${withLinks(letter.text)}</pre></details>
</article>
`;

// A link in a letter opens in the top window, because our pages refuse to be framed.
const inTopWindow = (letterHtml: string): string => letterHtml.replace('<head>', '<head><base target="_top">');

const withLinks = (text: string): Markup[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));

interface KeptLettersNeeds {
  database: Database;
  lettersDirectory: string;
}

interface KeptLetters {
  /** Newest first, at most `max`. With `to` only those to that address, ignoring case. */
  list(options: { to?: string | undefined; max: number }): Promise<DevLetter[]>;
}

type Content = Pick<DevLetter, 'subject' | 'text' | 'html'>;

/** Files never change, so each is read once. */
const maxCached = 1000;

function createKeptLetters({ database, lettersDirectory }: KeptLettersNeeds): KeptLetters {
  const cache = new Map<string, Content>();
  const read = async (id: string): Promise<Content | null> => {
    const cached = cache.get(id);
    if (cached) return cached;
    const content = await readLetter(letterFile(lettersDirectory, id));
    if (!content) return null;
    const [oldest] = cache.keys();
    if (oldest !== undefined && cache.size >= maxCached) cache.delete(oldest);
    cache.set(id, content);
    return content;
  };
  return {
    async list(options) {
      const stored: DevLetter[] = [];
      for (const { id, kind, recipient, createdAt } of await listSentLetters(database, options)) {
        const content = await read(id);
        if (content)
          stored.push({ id, kind: kind as LetterKind, to: recipient, ...content, createdAt: createdAt.toISOString() });
      }
      return stored;
    },
  };
}

/** Returns null for a file that somebody has removed. */
async function readLetter(file: string): Promise<Content | null> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return bytes && readMessage(bytes);
}
