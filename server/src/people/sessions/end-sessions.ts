// Ends sessions of an owner from another session, and notifies the owner, so that an intruder cannot silently sign the others out.

import type { Owner } from '../../http/routes.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { type ReportChangeNeeds, reportChange } from '../owner-changes/report-change.ts';
import { deviceInWords } from './device-rules.ts';
import { endOtherSessionsOf, endSessionOf } from './session-store.ts';

export interface EndSessionsNeeds extends ReportChangeNeeds {
  database: Database;
}

/** @param which the id of a session, or all except the caller's. @throws {Refusal} session-not-found */
export async function endSessions(
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
