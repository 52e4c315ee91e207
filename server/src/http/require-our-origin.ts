// Prevents cross-site request forgery: a page of another site must not write here in a person's name. Browsers name the origin of a
// request, and we trust them.
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../platform/lib/refusal.ts';

export function requireOurOrigin(
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'method' | 'access'>,
  ourOrigins: ReadonlySet<string>,
): void {
  if (endpoint.method === 'GET' || endpoint.access === 'payment-gateway') return;
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') refuse('origin-refused');
  const { origin } = request.headers;
  if (origin !== undefined) {
    if (ourOrigins.has(origin) || (origin === 'null' && site === 'same-origin')) return;
    refuse('origin-refused');
  }
  // Browsers send cookies automatically, so a request that relies on one must name its origin.
  if (endpoint.access === 'owner' && site !== 'same-origin') refuse('origin-refused');
}

/** The public origin; on a local machine its loopback names too. */
export function originsOf(publicUrl: string): Set<string> {
  const { origin, hostname, protocol, port } = new URL(publicUrl);
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  if (!loopback.includes(hostname)) return new Set([origin]);
  return new Set(loopback.map((name) => `${protocol}//${name}${port ? `:${port}` : ''}`));
}
