// The HTTP routes for an owner's sessions.
import * as contract from '@remembrance/contract/sessions.ts';
import type { Owner, Routes } from '../../http/routes.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { type ReportChangeNeeds, reportChange } from '../owner-changes/report-change.ts';
import { deviceInWords } from './device-rules.ts';
import { endOtherSessionsOf, endSessionOf, listSessionsOf } from './session-store.ts';

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

interface EndSessionsNeeds extends ReportChangeNeeds {
  database: Database;
}

/**
 * Notifies the owner, so that an intruder cannot silently sign the others out.
 * @param which the id of a session, or all except the caller's. @throws {Refusal} session-not-found
 */
async function endSessions(
  needs: EndSessionsNeeds,
  { id: userId, sessionId }: Owner,
  which: { id: string } | 'others',
): Promise<void> {
  await needs.database.transaction(async (tx) => {
    if (which === 'others') {
      const ended = await endOtherSessionsOf(tx, userId, sessionId);
      if (ended > 0) await reportChange(needs, tx, { userId, kind: 'sessions-ended' });
      return;
    }
    const { userAgent } = (isId(which.id) && (await endSessionOf(tx, userId, which.id))) || refuse('session-not-found');
    await reportChange(needs, tx, { userId, kind: 'sessions-ended', before: deviceInWords(userAgent) });
  });
}
