// Answers "I am well" by the link in our email. All emails of a round have the same link. It changes nothing once the round is over.

import type { ReportChangeNeeds } from '../../people/owner-changes/report-change.ts';
import { findByCheckInToken } from '../../people/users/check-in-store.ts';
import { lockUser } from '../../people/users/user-store.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { endRequestsBySilence } from '../requests/end-requests.ts';
import { monthsLater } from './check-in-rules.ts';
import { endRound } from './end-round.ts';

/** @throws {Refusal} check-in-link-unknown */
export function answerCheckIn(needs: ReportChangeNeeds & { database: Database }, token: string) {
  const digests = needs.keyring.digests('link-token', token.trim());
  return needs.database.transaction(async (tx) => {
    const userId = await findByCheckInToken(tx, digests);
    const user = userId && (await lockUser(tx, userId));
    if (!user || user.deletedAt || user.suspendedAt) refuse('check-in-link-unknown');
    const { checkInMonths: months, checkInRoundAt, checkInSilentAt } = user;
    // A newer round has a link of its own.
    if (!digests.includes(user.checkInToken ?? '')) refuse('check-in-link-unknown');
    if (months === null) return { isNew: false, nextAt: null };
    if (!checkInRoundAt && !checkInSilentAt) {
      // A restored database may know the request that a silence opened, but not the silence.
      await endRequestsBySilence(needs, tx, user.id);
      return { isNew: false, nextAt: user.checkInNextAt };
    }
    const nextAt = monthsLater(needs.clock.now(), months);
    return { isNew: await endRound(needs, tx, user, nextAt), nextAt };
  });
}
