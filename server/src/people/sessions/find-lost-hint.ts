// A browser may lose the session hint and keep the session, because scripts can clear only the hint. Its next page brings the hint back,
// so that the owner is not shown what strangers see.
import { hasSessionHint } from '@remembrance/contract/session-hint.ts';
import type { FastifyRequest } from 'fastify';
import type { SessionCookies } from './session-cookies.ts';

interface Needs {
  cookies: SessionCookies;
  readOwner: (request: FastifyRequest) => Promise<unknown>;
}

/** @returns the Set-Cookie lines, or null at once for a request that has the hint or no session to look for. */
export function findLostHint({ cookies, readOwner }: Needs, request: FastifyRequest): Promise<string[]> | null {
  if (hasSessionHint(request.headers.cookie ?? '') || !cookies.readSids(request)) return null;
  // A page is sent even if the session cannot be read just now.
  return readOwner(request).then(
    (owner) => (owner ? cookies.missingHint(request) : []),
    () => [],
  );
}
