// Refuses a request with no Host header or several: a proxy and this server could read a different one.
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../platform/lib/refusal.ts';

export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    let hosts = 0;
    for (
      let position = 0;
      position < rawHeaders.length;
      position += 2 // names and values alternate
    )
      if (rawHeaders[position]?.toLowerCase() === 'host') hosts += 1;
    done(hosts === 1 ? undefined : new Refusal('bad-request'));
  });
}
