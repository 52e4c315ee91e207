// A browser can lose the session hint but keep the session, because scripts can clear only the hint. Its next page restores the hint,
// so that the owner does not see the page for strangers.
import { hasSessionHint } from '@remembrance/contract/session-hint.ts';
import type { FastifyRequest } from 'fastify';
import type { SessionCookies } from './session-cookies.ts';

interface Needs {
  cookies: SessionCookies;
  readOwner: (request: FastifyRequest) => Promise<unknown>;
}

/** @returns the Set-Cookie lines, or null immediately for a request that has the hint or no session to look for. */
export function findLostHint({ cookies, readOwner }: Needs, request: FastifyRequest): Promise<string[]> | null {
  if (hasSessionHint(request.headers.cookie ?? '') || !cookies.readSids(request)) return null;
  // The page is sent even if the session cannot be read.
  return readOwner(request).then(
    (owner) => (owner ? cookies.missingHint(request) : []),
    () => [],
  );
}
