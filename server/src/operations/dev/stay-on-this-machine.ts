// Restricts a service with the development tools to this machine, because anyone who reaches them can read every letter. Another
// site can point its host name at this machine (DNS rebinding), so the Host header is checked too.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostNameOf, isLoopback } from '../../platform/lib/loopback.ts';
import { Refusal } from '../../platform/lib/refusal.ts';

const devTools = /^\/(?:api\/)?dev\//;

/** Call before any route is bound. */
export function stayOnThisMachine(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)));
}

function refusalOf(request: FastifyRequest): Refusal | undefined {
  if (!isLoopback(hostNameOf(request.headers.host ?? ''))) return new Refusal('host-refused');
  if (devTools.test(request.routeOptions.url ?? '') && !isFromThisMachine(request)) return new Refusal('not-found');
  return undefined;
}

// A proxy on this machine also connects by loopback. Common ones add one of these headers.
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers);
  return isLoopback(raw.socket.remoteAddress ?? '') && !isForwarded;
}
