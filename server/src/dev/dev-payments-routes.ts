// The sandbox's tools over HTTP, on a page without script. Bound only beside the development mailbox and only while the
// sandbox takes the card processor's place.
import type { FastifyInstance } from 'fastify';
import { requireOurOrigin } from '../http/require-our-origin.ts';
import { refuse } from '../lib/refusal.ts';
import type { SandboxTools } from '../payments/sandbox/sandbox-tools.ts';
import { devMailboxPolicy } from './dev-mailbox-page.ts';
import { devPaymentsPage } from './dev-payments-page.ts';

interface Needs {
  tools: SandboxTools;
  /** Origins whose pages may write here. */
  ourOrigins: ReadonlySet<string>;
}

const path = '/dev/payments';
const daysMost = 400;

export function devPaymentsRoutes(app: FastifyInstance, { tools, ourOrigins }: Needs): void {
  app.get(path, async (_, reply) => {
    reply.header('content-security-policy', devMailboxPolicy).header('cache-control', 'no-store');
    return reply.type('text/html; charset=utf-8').send(devPaymentsPage(await tools.show()));
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
      done(null, new URLSearchParams(String(body)));
    });
    scope.post<{ Body: unknown }>(path, { bodyLimit: 4096 }, async (request, reply) => {
      requireOurOrigin(request, { method: 'POST', access: 'owner' }, ourOrigins);
      const { body } = request;
      await act(tools, body instanceof URLSearchParams ? body : new URLSearchParams());
      return reply.redirect(path, 303);
    });
  });
}

async function act(tools: SandboxTools, form: URLSearchParams): Promise<void> {
  const id = form.get('id') ?? '';
  const days = Number(form.get('days'));
  switch (form.get('act')) {
    case 'pass':
      if (!Number.isInteger(days) || days < 1 || days > daysMost) refuse('bad-request');
      return tools.passDays(id, days);
    case 'decline':
      return tools.setDeclining(id, true);
    case 'accept':
      return tools.setDeclining(id, false);
    case 'refund':
      return tools.refund(id);
    case 'dispute':
      return tools.dispute(id);
    case 'win':
      return tools.closeDispute(id, 'won');
    case 'lose':
      return tools.closeDispute(id, 'lost');
    case 'drop':
      return tools.setDropping(true);
    case 'deliver':
      return tools.setDropping(false);
    case 'repeat':
      return tools.repeatEvents('oldest-first');
    case 'reverse':
      return tools.repeatEvents('newest-first');
    default:
      return refuse('bad-request');
  }
}
