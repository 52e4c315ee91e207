// A page names the owner for whom it writes, since the browser's session may be another's by then. Other callers need not.
import type { Endpoint } from '@remembrance/contract/endpoint.ts';
import { accountHeader } from '@remembrance/contract/headers.ts';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../platform/lib/refusal.ts';

export function refuseOtherAccount({ id }: { id: string }, { method }: Endpoint, { headers }: FastifyRequest): void {
  const named = headers[accountHeader];
  if (method !== 'GET' && named !== undefined && named !== id) refuse('another-account');
}
