// Joins an outside identity to an account that was opened here. The provider's word replaces every earlier way in, since any of
// them may be a stranger's; a second step known to be the owner's has been answered by then and stays.
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/transaction.ts';
import { type KeepNeeds, readFromBrowser } from '../openid/browser-state.ts';
import { insertIdentity, type Joining } from '../openid/identity-store.ts';
import { type NotifyChangeNeeds, notifySignInChange } from '../sessions/notify-sign-in-change.ts';
import type { SessionCookies } from '../sessions/session-cookies.ts';
import { removeEarlierWays } from './remove-ways-in.ts';

export async function joinIdentity(needs: NotifyChangeNeeds, tx: Transaction, joining: Joining): Promise<void> {
  const { issuer, subject, userId } = joining;
  // Not new where two came back at once: the other has done the rest.
  if (!(await insertIdentity(tx, { issuer, subject, userId, now: needs.clock.now() }))) return;
  await removeEarlierWays(tx, userId);
  await notifySignInChange(needs, tx, userId, 'provider-linked');
}

/** The joining that waits in this browser for the code of the second step. */
export async function readJoining(
  needs: NotifyChangeNeeds & KeepNeeds & { cookies: SessionCookies },
  request: FastifyRequest,
) {
  const joining = await readFromBrowser(needs, 'joining', needs.cookies.outside.read(request));
  return joining && { ...joining, complete: (tx: Transaction) => joinIdentity(needs, tx, joining) };
}
