// Says goodbye: signs out everywhere, ends what costs money, and from this moment on no vault of the account is released.
// For thirty days signing in takes it back; then the purge removes everything.
import { recordAudit } from '../audit/audit-store.ts';
import type { Owner } from '../http/routes.ts';
import { refuse } from '../lib/refusal.ts';
import type { PaymentNeeds } from '../payments/payment-needs.ts';
import { deleteLinksOf } from '../sessions/account-link-store.ts';
import type { SessionCookies } from '../sessions/session-cookies.ts';
import { endSessionsOf } from '../sessions/session-store.ts';
import { undoUntil } from '../users/deletion-rules.ts';
import { lockUser, markDeleted } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';
import { endPurchases } from './end-purchases.ts';

export interface DeleteAccountNeeds extends PaymentNeeds {
  cookies: SessionCookies;
  reportFailure: (what: string, error: unknown) => void;
}
interface Wish {
  owner: Owner;
  origin: string;
}

/** @returns until when signing in takes it back. */
export async function deleteAccount(needs: DeleteAccountNeeds, { owner, origin }: Wish): Promise<Date> {
  const until = await needs.database.transaction(async (tx) => {
    const user = await lockUser(tx, owner.id);
    if (!user || user.deletedAt) refuse('unauthorized');
    const now = needs.clock.now();
    await markDeleted(tx, user.id, now);
    await endSessionsOf(tx, user.id);
    await deleteLinksOf(tx, user.id);
    await recordAudit(needs, tx, { userId: user.id, actor: 'owner', event: 'account-deleted' });
    const end = undoUntil(now);
    const facts = { firstName: user.firstName ?? '', until: end.toISOString(), signInLink: `${origin}/sign-in` };
    await writeToUser(needs, tx, user, { kind: 'account-deletion', facts });
    return end;
  });
  await endPurchases(needs, owner.id); // where the card processor is away, the schedule goes on with it
  return until;
}
