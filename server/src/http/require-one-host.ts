// Refuses a request with no Host header or several: a proxy and this server could read a different one.
import type { FastifyInstance } from 'fastify';
import { refuse } from '../lib/refusal.ts';

export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const names = raw.rawHeaders.filter((_, position) => position % 2 === 0); // names and values alternate
    if (names.filter((name) => name.toLowerCase() === 'host').length !== 1) refuse('bad-request');
  });
}
