// What a request has to be before a route looks at it: a method that its address takes, and a body of JSON that arrives in time. Uploads may take as long as they move.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../lib/refusal.ts';

/** Enough for half a megabyte on a bad phone. */
const bodySeconds = 60;

/** Before any route is bound. */
export function limitBodyTime(app: FastifyInstance, { bodySeconds: seconds = bodySeconds } = {}): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.takesBytes || !hasBody(request)) return;
    const cut = setTimeout(() => {
      if (!request.raw.complete && !reply.sent) reply.send(new Refusal('request-too-slow'));
    }, seconds * 1000);
    reply.raw.once('close', () => clearTimeout(cut));
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Every address answers the methods it does not take with those it takes. Called before any route is bound; what it
 * returns, after all of them.
 */
export function answerWrongMethods(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    taken.set(url, methods);
  });
  // A plugin is loaded after those before it, so this one sees the routes of them all.
  return () => {
    app.register(async (scope) => {
      for (const [url, methods] of [...taken]) bindOtherMethods(scope, url, methods);
    });
  };
}

function bindOtherMethods(app: FastifyInstance, url: string, methods: Set<string>): void {
  const allow = [...methods].sort().join(', ');
  app.route({
    method: app.supportedMethods.filter((method) => !methods.has(method)),
    url,
    onRequest: async (_, reply) => {
      reply.header('allow', allow);
      refuse('method-not-allowed');
    },
    handler: async () => undefined,
  });
}
