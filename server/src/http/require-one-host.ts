// A request with two Host headers is read one way by a proxy and another way by us. It is answered by neither reading.
import type { FastifyInstance } from 'fastify';
import { refuse } from '../lib/refusal.ts';

export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const names = raw.rawHeaders.filter((_, position) => position % 2 === 0); // names and values take turns
    if (names.filter((name) => name.toLowerCase() === 'host').length !== 1) refuse('bad-request');
  });
}
