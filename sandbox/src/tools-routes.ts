// The HTTP routes of the sandbox's tools, on a page without scripts. The host serves them only to this machine.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxTools } from './tools.ts';
import { type DevelopmentPage, toolsPage } from './tools-page.ts';

interface Needs {
  tools: SandboxTools;
  /** The host's layout around our page. */
  page: DevelopmentPage;
  /** Throws if the request comes from another site. */
  requireOurOrigin: (request: FastifyRequest) => void;
}

const path = '/dev/payments';
const maxDays = 400;

export function sandboxToolsRoutes(app: FastifyInstance, { tools, page, requireOurOrigin }: Needs): void {
  app.get(path, async (_, reply) => {
    reply.header('content-security-policy', page.policy).header('cache-control', 'no-store');
    return reply.type('text/html; charset=utf-8').send(page.render(toolsPage(await tools.show())));
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
      done(null, new URLSearchParams(String(body)));
    });
    scope.post<{ Body: unknown }>(path, { bodyLimit: 4096 }, async (request, reply) => {
      requireOurOrigin(request);
      const { body } = request;
      const run = readAct(body instanceof URLSearchParams ? body : new URLSearchParams());
      if (!run) return reply.code(400).type('text/plain; charset=utf-8').send('The sandbox has no such tool.');
      await run(tools);
      return reply.redirect(path, 303);
    });
  });
}

type Run = (tools: SandboxTools) => Promise<void>;

const acts: Record<string, (id: string) => Run> = {
  decline: (id) => (tools) => tools.setDeclining(id, true),
  accept: (id) => (tools) => tools.setDeclining(id, false),
  pause: (id) => (tools) => tools.pause(id),
  resume: (id) => (tools) => tools.resume(id),
  refund: (id) => (tools) => tools.refund(id),
  dispute: (id) => (tools) => tools.dispute(id),
  win: (id) => (tools) => tools.closeDispute(id, 'won'),
  lose: (id) => (tools) => tools.closeDispute(id, 'lost'),
  drop: () => (tools) => tools.setDropping(true),
  deliver: () => (tools) => tools.setDropping(false),
  repeat: () => (tools) => tools.repeatEvents('oldest-first'),
  reverse: () => (tools) => tools.repeatEvents('newest-first'),
};

/** The action the form requests, or null. */
function readAct(form: URLSearchParams): Run | null {
  const id = form.get('id') ?? '';
  const act = form.get('act') ?? '';
  if (act !== 'pass') return Object.hasOwn(acts, act) ? (acts[act]?.(id) ?? null) : null;
  const days = Number(form.get('days'));
  const isKnown = Number.isInteger(days) && days >= 1 && days <= maxDays;
  return isKnown ? (tools) => tools.passDays(id, days) : null;
}
