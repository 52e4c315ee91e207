// Keeps a start with the developer's tools to the machine it runs on: anyone who reaches them reads every letter. A page of
// another site can point its own name at this machine (DNS rebinding), so the name that was asked for is looked at too.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostNameOf, isLoopback } from '../lib/loopback.ts';
import { refuse } from '../lib/refusal.ts';

const devTools = /^\/(?:api\/)?dev\//;

/** Before any route is bound. */
export function stayOnThisMachine(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!isLoopback(hostNameOf(request.headers.host ?? ''))) refuse('host-refused');
    if (devTools.test(request.routeOptions.url ?? '') && !isFromThisMachine(request)) refuse('not-found');
  });
}

// A proxy on this machine reaches us by loopback too. It says so, if it is a common one.
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers);
  return isLoopback(raw.socket.remoteAddress ?? '') && !isForwarded;
}
