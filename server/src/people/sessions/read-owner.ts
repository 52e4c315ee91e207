// Identifies the owner of a request by the cookie's signature, or a read-only token, and one prepared query.
import type { FastifyRequest } from 'fastify';
import type { FindOwner, Owner } from '../../http/routes.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import type { SessionCookies } from './session-cookies.ts';
import { laterExpiry } from './session-rules.ts';
import { extendSession, findBySid, findSession } from './session-store.ts';

interface Needs {
  database: Database;
  clock: Clock;
  cookies: SessionCookies;
}

/**
 * Null if nobody is signed in. A visit extends the session, with at most one write a day. Anything else `find` reads is
 * passed on.
 */
export function createReadOwner({ database, clock, cookies }: Needs) {
  return async (request: Pick<FastifyRequest, 'headers'>, find: FindOwner = findSession): Promise<Owner | null> => {
    const sids = cookies.readTokenSids(request) ?? cookies.readSids(request);
    if (!sids) return null;
    const now = clock.now();
    const found = await findBySid(database, sids, (sid) => find(database, sid, now));
    const session = found as Awaited<ReturnType<typeof findSession>>;
    if (!session) return null;
    const { createdAt, expire, provenAt, ...owner } = session;
    const later = laterExpiry({ createdAt, expire }, now);
    if (later) await extendSession(database, owner.sessionId, later, now);
    return { ...owner, provenAt: provenAt ?? createdAt, signedInAt: createdAt };
  };
}
