// Creates a read-only token for a program of the owner. It is a session without a cookie, so whatever ends sessions ends it too, and
// calls that do not name it refuse it (http/routes.ts).
import type { Owner } from '../../http/routes.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { newId, newReadToken } from '../../platform/lib/ids.ts';
import type { ReportChangeNeeds } from '../owner-changes/report-change.ts';
import type { SessionCookies } from './session-cookies.ts';
import { firstExpiry } from './session-rules.ts';
import { insertSession } from './session-store.ts';
import { lockSignedIn, reportWayIn } from './ways-in-changes.ts';

interface Needs extends ReportChangeNeeds {
  database: Database;
  cookies: Pick<SessionCookies, 'sidOf'>;
}

export async function createToken(needs: Needs, { owner, tokenName }: { owner: Owner; tokenName: string }) {
  const now = needs.clock.now();
  const [id, token] = [newId(now), newReadToken()];
  await needs.database.transaction(async (tx) => {
    await lockSignedIn(tx, owner);
    const times = { expire: firstExpiry(now), createdAt: now, updatedAt: now };
    await insertSession(tx, { id, sid: needs.cookies.sidOf(token), userId: owner.id, tokenName, ...times });
    await reportWayIn(needs, tx, { userId: owner.id, kind: 'token-created', after: tokenName });
  });
  return { id, token };
}
