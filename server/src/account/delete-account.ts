// Deletes an account: signs it out everywhere, ends its subscriptions, and immediately stops every release of its vaults.
// Signing in within thirty days undoes it. After that the purge removes everything.
import type { Owner } from '../http/routes.ts';
import { formatMoment } from '../letters/templates/letter-words.ts';
import { endPurchases } from '../payments/settlement/end-purchases.ts';
import type { PaymentNeeds } from '../payments/settlement/payment-needs.ts';
import { endUnderWay } from '../people/sessions/end-under-way.ts';
import type { SessionCookies } from '../people/sessions/session-cookies.ts';
import { undoUntil } from '../people/users/deletion-rules.ts';
import { earlierEmailOf } from '../people/users/earlier-email-store.ts';
import { greetingName } from '../people/users/owner-name.ts';
import { lockUser, setDeleted, type UserRow } from '../people/users/user-store.ts';
import { writeToUser } from '../people/users/write-to-user.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { recordAct } from '../records/acts/act-store.ts';
import { endRequestsOfOwner } from '../vaults/requests/end-requests.ts';

export interface DeleteAccountNeeds extends PaymentNeeds {
  cookies: SessionCookies;
  reportFailure: (what: string, error: unknown) => void;
}
interface DeleteInput {
  owner: Owner;
  origin: string;
}

/** @returns the last time at which signing in undoes it */
export async function deleteAccount(needs: DeleteAccountNeeds, { owner, origin }: DeleteInput): Promise<Date> {
  const until = await needs.database.transaction(async (tx) => {
    const user = await lockUser(tx, owner.id);
    if (!user || user.deletedAt) refuse('unauthorized');
    const now = needs.clock.now();
    refuseWhileMoving(user, now);
    await setDeleted(tx, user.id, now, now);
    await endRequestsOfOwner(needs, tx, user.id);
    // The browsers stay known, so that an owner who has lost the mailbox can sign in and undo the deletion.
    await endUnderWay(needs, tx, { userId: user.id, sessions: 'all', browsers: 'none' });
    await recordAct(needs, tx, { userId: user.id, actor: 'owner', event: 'account-deleted' });
    const end = undoUntil(now);
    const facts = { firstName: greetingName(user), until: end.toISOString(), signInLink: `${origin}/sign-in` };
    await writeToUser(needs, tx, user, { kind: 'account-deletion', facts });
    return end;
  });
  await endPurchases(needs, owner.id); // if Stripe is unreachable, the schedule retries
  return until;
}

// A thief who moved the account to their own address must not be able to end it before its owner could undo the move.
function refuseWhileMoving(user: UserRow, now: Date): void {
  if (earlierEmailOf(user, now) === null) return;
  const until = user.earlierEmailUntil ?? now;
  const day = formatMoment(until.toISOString(), user);
  const detail = `The address of your account was changed, and until ${day} that can be undone. You can delete the account after that.`;
  refuse('deletion-waits', { detail, retryAt: until });
}
