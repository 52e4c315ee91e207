// Facts about a request that are logged once it is answered: its owner, and why it was refused.
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import type { FastifyRequest } from 'fastify';

interface RequestFacts {
  ownerId?: string;
  refusal?: RefusalCode;
}

const known = new WeakMap<FastifyRequest, RequestFacts>();

export const factsOf = (request: FastifyRequest): RequestFacts => known.get(request) ?? {};

export function noteFacts(request: FastifyRequest, facts: RequestFacts): void {
  known.set(request, { ...factsOf(request), ...facts });
}
