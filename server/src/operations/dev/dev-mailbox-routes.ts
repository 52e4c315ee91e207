// The development mailbox over HTTP. It exists only if letters are stored instead of sent, because anyone who reaches it can read
// them all.
import { listDevLetters } from '@remembrance/contract/letters.ts';
import type { FastifyInstance } from 'fastify';
import type { Routes } from '../../http/routes.ts';
import { devMailboxPage } from './dev-mailbox-page.ts';
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
