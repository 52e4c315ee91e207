// Refuses requests before a route handles them: unclear hosts, methods the URL does not accept, and JSON bodies that arrive too
// slowly. An upload may take as long as it makes progress. Data that still arrives after the reply is cut off.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/lib/refusal.ts';

/** Enough for half a megabyte over a slow mobile connection. */
const bodySeconds = 60;

/** Call before any route is bound. */
export function limitBodyTime(app: FastifyInstance, { bodySeconds: seconds = bodySeconds } = {}): void {
  app.addHook('onRequest', (request, reply, done) => {
    done();
    if (!hasBody(request)) return;
    const { raw } = request;
    const limit = () => {
      if (!raw.complete && !reply.sent) reply.send(new Refusal('request-too-slow'));
    };
    const timer = request.routeOptions.config.takesBytes ? undefined : setTimeout(limit, seconds * 1000);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      if (!raw.complete) cutRest(raw, seconds);
    });
  });
}

/** A body that is no longer read may arrive for a while, so that the client sees the reply, and is then cut off. */
function cutRest(raw: IncomingMessage, seconds: number): void {
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, seconds * 1000);
  raw.once('end', () => clearTimeout(timer));
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Replies 405 to a method that a URL does not accept, with the methods it accepts. Call it before any route is bound,
 * and the returned function after all other hooks.
 */
export function answerWrongMethods(app: FastifyInstance): () => void {
  const accepted = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = accepted.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    accepted.set(url, methods);
  });
  return () => {
    app.addHook('onRequest', (request, reply, done) => {
      const methods = request.is404 ? methodsAt(request.url, accepted) : [];
      if (methods.length === 0) return done();
      reply.header('allow', methods.sort().join(', '));
      done(new Refusal('method-not-allowed'));
    });
  };
}

/** Returns the methods of all routes that match the URL. A `:name` in a route matches any segment. */
function methodsAt(url: string, accepted: ReadonlyMap<string, Set<string>>): string[] {
  const [pathname = '/'] = url.split('?');
  const segments = pathname.split('/');
  const fits = (parts: string[]) =>
    parts.length === segments.length && parts.every((part, index) => part.startsWith(':') || part === segments[index]);
  const found = [...accepted].filter(([route]) => fits(route.split('/')));
  return [...new Set(found.flatMap(([, methods]) => [...methods]))];
}

/** Refuses a request with no Host header or several, or with a host in its address: a proxy and this server could read a different one. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url, raw: { rawHeaders } }, _reply, done) => {
    let hosts = 0;
    for (
      let position = 0;
      position < rawHeaders.length;
      position += 2 // the array alternates names and values
    )
      if (rawHeaders[position]?.toLowerCase() === 'host') hosts += 1;
    done(hosts === 1 && url.startsWith('/') ? undefined : new Refusal('bad-request'));
  });
}
