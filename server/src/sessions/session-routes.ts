// The HTTP routes for an owner's sessions.
import * as contract from '@remembrance/contract/sessions.ts';
import type { Database } from '../database/open-database.ts';
import type { Routes } from '../http/routes.ts';
import type { Clock } from '../lib/clock.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { deviceInWords } from './device-rules.ts';
import { endOtherSessionsOf, endSessionOf, listSessionsOf } from './session-store.ts';

interface Needs {
  database: Database;
  clock: Clock;
}

export function sessionRoutes(routes: Routes, { database, clock }: Needs): void {
  routes.owner(contract.getUser, async ({ owner }) => owner);
  routes.owner(contract.listSessions, async ({ owner }) => {
    const sessions = await listSessionsOf(database, owner.id, clock.now());
    const shown = sessions.map(({ id, network, userAgent, createdAt, lastSeenAt }) => ({
      id,
      network,
      device: deviceInWords(userAgent),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: id === owner.sessionId,
    }));
    return shown.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  });
  routes.owner(contract.endSession, async ({ owner, params }) => {
    if (!isId(params.id) || !(await endSessionOf(database, owner.id, params.id))) refuse('session-not-found');
    return {};
  });
  routes.owner(contract.endOtherSessions, async ({ owner }) => {
    await endOtherSessionsOf(database, owner.id, owner.sessionId);
    return {};
  });
}
