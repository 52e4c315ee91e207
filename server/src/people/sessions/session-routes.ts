// The HTTP routes for an owner's sessions.
import * as contract from '@remembrance/contract/sessions.ts';
import type { Routes } from '../../http/routes.ts';
import { deviceInWords } from './device-rules.ts';
import { type EndSessionsNeeds, endSessions } from './end-sessions.ts';
import { listSessionsOf } from './session-store.ts';

export function sessionRoutes(routes: Routes, needs: EndSessionsNeeds): void {
  const { database, clock } = needs;
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
    await endSessions(needs, owner, params);
    return {};
  });
  routes.owner(contract.endOtherSessions, async ({ owner }) => {
    await endSessions(needs, owner, 'others');
    return {};
  });
}
