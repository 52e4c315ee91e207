// The HTTP routes for an owner's sessions.
import * as contract from '@remembrance/contract/sessions.ts';
import type { Owner, Routes } from '../../http/routes.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { type ReportChangeNeeds, reportChange } from '../owner-changes/report-change.ts';
import { lockUser } from '../users/user-store.ts';
import { createToken } from './create-token.ts';
import { deviceInWords } from './device-rules.ts';
import { endUnderWay } from './end-under-way.ts';
import type { SessionCookies } from './session-cookies.ts';
import { endSessionOf, listSessionsOf } from './session-store.ts';

export function sessionRoutes(routes: Routes, needs: EndSessionsNeeds): void {
  const { database, clock } = needs;
  routes.owner(contract.getUser, async ({ owner }) => owner);
  routes.owner(contract.listSessions, async ({ owner }) => {
    const sessions = await listSessionsOf(database, owner.id, clock.now());
    const shown = sessions.map(({ id, network, createdAt, lastSeenAt, ...session }) => ({
      id,
      network,
      device: nameOf(session),
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: id === owner.sessionId,
    }));
    return shown.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  });
  routes.owner(contract.createToken, ({ owner, body }) => createToken(needs, { owner, tokenName: body.name }));
  routes.owner(contract.endSession, async ({ owner, params }) => {
    await endSessions(needs, { owner, which: params, device: null });
    return {};
  });
  routes.owner(contract.endOtherSessions, async ({ owner, request }) => {
    await endSessions(needs, { owner, which: 'others', device: needs.cookies.readDevice(request) });
    return {};
  });
}

/** What the owner reads in the list and in the letter. */
const nameOf = ({ userAgent, tokenName }: { userAgent: string | null; tokenName: string | null }): string =>
  tokenName === null ? deviceInWords(userAgent) : `The read-only token “${tokenName}”`;

interface EndSessionsNeeds extends ReportChangeNeeds {
  database: Database;
  cookies: SessionCookies;
}

interface Ending {
  owner: Owner;
  /** The id of a session, or all except the caller's. */
  which: { id: string } | 'others';
  /** The token of this browser, which stays known if all others are forgotten. */
  device: string | null;
}

/** Notifies the owner, so that an intruder cannot silently sign the others out. @throws {Refusal} session-not-found */
async function endSessions(needs: EndSessionsNeeds, { owner, which, device }: Ending): Promise<void> {
  const { id: userId, sessionId } = owner;
  await needs.database.transaction(async (tx) => {
    await lockUser(tx, userId);
    if (which === 'others') {
      const others = { sessions: { except: sessionId }, browsers: { except: device } };
      const ended = await endUnderWay(needs, tx, { userId, ...others });
      if (ended > 0) await reportChange(needs, tx, { userId, kind: 'sessions-ended' });
      return;
    }
    const ended = (isId(which.id) && (await endSessionOf(tx, userId, which.id))) || refuse('session-not-found');
    await endUnderWay(needs, tx, { userId, sessions: 'none', browsers: 'none' });
    await reportChange(needs, tx, { userId, kind: 'sessions-ended', before: nameOf(ended) });
  });
}
