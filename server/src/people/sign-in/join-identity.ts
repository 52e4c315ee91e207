// Links an identity of the OpenID provider to an existing account. It removes every previous way to sign in, because any of them may
// be a stranger's. A second step known to be the owner's was verified before, so it stays.
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../platform/database/transaction.ts';
import { type BrowserStateNeeds, readFromBrowser } from '../openid/browser-state.ts';
import { insertIdentity, type Joining } from '../openid/identity-store.ts';
import type { ReportChangeNeeds } from '../owner-changes/report-change.ts';
import type { SessionCookies } from '../sessions/session-cookies.ts';
import { reportWayIn } from '../sessions/ways-in-changes.ts';
import { removeEarlierWays } from './remove-ways-in.ts';

export async function joinIdentity(needs: ReportChangeNeeds, tx: Transaction, joining: Joining): Promise<void> {
  const { issuer, subject, userId } = joining;
  // If two requests came concurrently, the other one has done the rest.
  if (!(await insertIdentity(tx, { issuer, subject, userId, now: needs.clock.now() }))) return;
  await removeEarlierWays(needs, tx, userId);
  await reportWayIn(needs, tx, { userId, kind: 'provider-linked' });
}

/** The identity to link that this browser stores until the two-factor code is verified. */
export async function readJoining(
  needs: ReportChangeNeeds & BrowserStateNeeds & { cookies: SessionCookies },
  request: FastifyRequest,
) {
  const joining = await readFromBrowser(needs, 'joining', needs.cookies.outside.read(request));
  return joining && { ...joining, complete: (tx: Transaction) => joinIdentity(needs, tx, joining) };
}
